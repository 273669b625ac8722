import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { BENCH_TIMEOUT_CHOICES } from '../bench-timeouts.ts';
import type { BenchRun, SchemaVerdict } from '../../../../shared/mcp/bench.ts';
import { hintNames, hintState } from '../../../../shared/mcp/hints.ts';
import type { ToolInfo } from '../../../../shared/mcp/tool.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { modelSchema as modelSchemaTexts } from '../../../../shared/texts/en/model-schema.ts';
import { ModelSchemaDialog } from '../../../lib/model-schema/model-schema-dialog.tsx';
import { useShortcut } from '../../../lib/actions/action-context.tsx';
import { HintBadge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { ArgumentsEditor } from './arguments-editor.tsx';

const words = benchTexts.tools;
/** Longer descriptions are shown in part. */
const LONG_DESCRIPTION = 160;

export interface ToolFormProps {
  readonly tool: ToolInfo;
  readonly value: unknown;
  readonly verdict: SchemaVerdict;
  readonly timeoutMs: number;
  /** The call that runs now. */
  readonly running: BenchRun | undefined;
  readonly trouble: string | undefined;
  readonly onValue: (value: unknown) => void;
  readonly onTrouble: (trouble: string | undefined) => void;
  readonly onTimeout: (milliseconds: number) => void;
  readonly onReset: () => void;
  readonly onCall: () => void;
  readonly onStop: () => void;
}

/** The arguments of a tool, and the button that calls it. */
export function ToolForm(props: ToolFormProps) {
  const { tool, verdict, trouble, running } = props;
  const keys = useShortcut('answer.submit');
  const missing = verdict.mismatches.filter(({ keyword }) => keyword === 'required').length;
  const misfits = verdict.mismatches.length - missing;
  const note =
    trouble ??
    (missing + misfits > 0
      ? words.doNotFit(misfits, missing)
      : verdict.state === 'unchecked'
        ? words.unchecked(verdict.reason ?? '')
        : undefined);
  return (
    <section
      aria-label={tool.title ?? tool.name}
      className="flex min-h-0 min-w-0 flex-col border-r border-line"
    >
      <ToolHead tool={tool} />
      <ArgumentsEditor
        schema={tool.inputSchema}
        value={props.value}
        verdict={verdict}
        onValue={props.onValue}
        onTrouble={props.onTrouble}
      />
      <div className="flex-none border-t border-line px-4 py-2.5">
        {note !== undefined && (
          <p
            role="status"
            className={`pb-2 text-small [overflow-wrap:anywhere] ${trouble === undefined ? 'text-warning-text' : 'text-danger-text'}`}
          >
            {note}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
          <span className="flex items-center gap-1 text-small text-subtle">
            {words.timeout}
            <Select
              look="quiet"
              label={words.timeout}
              className="!w-auto"
              value={String(props.timeoutMs)}
              onValueChange={(value) => props.onTimeout(Number(value))}
              options={BENCH_TIMEOUT_CHOICES.map((value) => ({
                value: String(value),
                label: words.timeoutOf(value),
              }))}
            />
          </span>
          <Button tone="quiet" className="ml-auto" onClick={props.onReset}>
            {words.reset}
          </Button>
          {running === undefined ? (
            <Button
              tone="primary"
              disabled={trouble !== undefined}
              icon={<Icon of={Play} size={14} />}
              {...(keys && { keys })}
              onClick={props.onCall}
            >
              {words.call}
            </Button>
          ) : (
            <Button icon={<Icon of={Square} size={14} />} onClick={props.onStop}>
              {words.stop}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function ToolHead({ tool }: { readonly tool: ToolInfo }) {
  const [isWhole, setWhole] = useState(false);
  const [isForModels, setForModels] = useState(false);
  const { title, name, description = '', annotations } = tool;
  const isLong = description.length > LONG_DESCRIPTION;
  const declared = hintNames.filter((hint) => hintState(annotations, hint) === 'true');
  return (
    <header className="flex-none px-4 pt-3.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="text-dialog [overflow-wrap:anywhere]">
          <ExactText value={title ?? name} />
        </h2>
        {title !== undefined && (
          <span className="font-mono text-code text-subtle">
            <ExactText value={name} />
          </span>
        )}
        <span className="ml-auto flex gap-1">
          {declared.map((hint) => (
            <HintBadge key={hint} hint={hint} state="true" />
          ))}
        </span>
      </div>
      <div className="thin-scroll mt-[3px] mb-1.5 max-h-40 overflow-y-auto text-small text-subtle">
        <ExactText
          value={isLong && !isWhole ? `${description.slice(0, LONG_DESCRIPTION)}…` : description}
        />{' '}
        {isLong && !isWhole && (
          <LinkButton size="small" onClick={() => setWhole(true)}>
            {text.ui.showAll}
          </LinkButton>
        )}{' '}
        <LinkButton size="small" onClick={() => setForModels(true)}>
          {modelSchemaTexts.open}
        </LinkButton>
      </div>
      {isForModels && <ModelSchemaDialog tool={tool} onClose={() => setForModels(false)} />}
    </header>
  );
}
