import { Diff, TriangleAlert } from 'lucide-react';
import { memo, useState } from 'react';
import { hintNames, hintState, type HintName } from '../../../shared/mcp/hints.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../../shared/texts/en/permissions.ts';
import { ModelSchemaLine } from '../../lib/model-schema/model-schema-line.tsx';
import { HintBadge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuChoices } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { ToolEntry, ToolPermission } from './tool-permissions.ts';

const words = permissionTexts.tools;
const columns = text.servers.tools.columns;
/** Descriptions longer than this may not fit into two lines. */
const LONG_DESCRIPTION = 120;

/** A column for each answer when the page is wide enough; else they stand under the tool. */
export const toolGrid =
  '@[680px]:grid @[680px]:grid-cols-[minmax(0,1fr)_98px_98px_98px_76px_34px] @[680px]:gap-x-2 @[680px]:px-3 @[680px]:-mx-3';

export interface ToolActions {
  readonly onPermission: (tool: string, permission: ToolPermission) => void;
  readonly onEnabled: (tool: string, enabled: boolean) => void;
  /** null: the declared one counts again. */
  readonly onHint: (tool: string, hint: HintName, value: boolean | null) => void;
  readonly onResetHints: (tool: string) => void;
  readonly onReview: (tool: string) => void;
}

export interface ToolRowProps {
  readonly entry: ToolEntry;
  /** Place in the table, the head not counted. */
  readonly index: number;
  readonly actions: ToolActions;
}

/** A tool: what it is, what it declares, what is decided about it. Rows out of sight are not laid out. */
export const ToolRow = memo(function ToolRow({ entry, index, actions }: ToolRowProps) {
  const { tool, isOn } = entry;
  const title = tool.title ?? tool.name;
  return (
    <div
      role="row"
      data-tool={tool.name}
      aria-rowindex={index + 2}
      className={`${toolGrid} grid grid-cols-[minmax(0,1fr)_84px_34px] items-center gap-x-3 border-b border-line py-[7px] [contain-intrinsic-size:auto_51px] [content-visibility:auto]`}
    >
      <div role="cell" className="min-w-0">
        <ToolWords entry={entry} actions={actions} />
      </div>
      <div
        role="presentation"
        className="order-last col-span-3 mt-1.5 flex flex-wrap gap-x-4 gap-y-1 @[680px]:contents"
      >
        {hintNames.map((hint) => (
          <span
            key={hint}
            role="cell"
            className="inline-flex items-center gap-1.5 @[680px]:order-none"
          >
            <span className="text-small text-subtle @[680px]:hidden">{columns[hint]}</span>
            <HintCell entry={entry} hint={hint} onHint={actions.onHint} />
          </span>
        ))}
      </div>
      <span role="cell">
        <Select<ToolPermission>
          look="quiet"
          label={words.permissionOf(title)}
          value={entry.permission}
          onValueChange={(permission) => actions.onPermission(tool.name, permission)}
          options={(['ask', 'allow', 'deny'] as const).map((value) => ({
            value,
            label: words.choices[value],
          }))}
        />
      </span>
      <span role="cell" className="justify-self-end">
        <Switch
          label={words.isOn(title)}
          checked={isOn}
          onCheckedChange={(enabled) => actions.onEnabled(tool.name, enabled)}
        />
      </span>
    </div>
  );
});

function ToolWords({ entry, actions }: Pick<ToolRowProps, 'entry' | 'actions'>) {
  const { tool, isChanged, contradicts, override } = entry;
  const hasTitle = tool.title !== undefined && tool.title !== tool.name;
  const isOverridden = Object.keys(override).length > 0;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2">
        {hasTitle && (
          <span className="min-w-0 font-medium">
            <ExactText value={tool.title ?? ''} />
          </span>
        )}
        <span className={`min-w-0 font-mono text-code ${hasTitle ? 'text-subtle' : 'font-medium'}`}>
          <ExactText value={tool.name} />
        </span>
      </div>
      {isChanged ? (
        <p className="flex items-center gap-1 text-small text-info-text">
          <Icon of={Diff} size={12} />
          {words.changedLine}
          <LinkButton
            size="small"
            className="ml-1"
            aria-label={words.reviewOf(tool.title ?? tool.name)}
            onClick={() => actions.onReview(tool.name)}
          >
            {words.review}
          </LinkButton>
        </p>
      ) : contradicts ? (
        <p className="flex items-center gap-1 text-small text-warning-text">
          <Icon of={TriangleAlert} size={12} />
          {text.servers.tools.contradiction}
        </p>
      ) : (
        <Description value={tool.description ?? ''} />
      )}
      <ModelSchemaLine tool={tool} />
      {isOverridden && (
        <p className="flex items-center gap-1 text-small text-muted">
          {words.overridden}
          <LinkButton size="small" className="ml-1" onClick={() => actions.onResetHints(tool.name)}>
            {words.resetHints}
          </LinkButton>
        </p>
      )}
    </>
  );
}

/** A badge that is also the place to correct it. */
function HintCell({
  entry: { tool, hints, override },
  hint,
  onHint,
}: {
  readonly entry: ToolEntry;
  readonly hint: HintName;
  readonly onHint: ToolActions['onHint'];
}) {
  const state = hintState(hints, hint);
  const answer = text.ui.hintAnswer[state];
  const declared = text.ui.hintAnswer[hintState(tool.annotations, hint)];
  const given = override[hint];
  const value = given === undefined ? 'declared' : given ? 'yes' : 'no';
  return (
    <Menu
      label={columns[hint]}
      trigger={
        <button
          type="button"
          aria-label={words.hintOf(columns[hint], tool.title ?? tool.name, answer)}
          className="flex rounded-small hover:shadow-[0_0_0_2px_var(--fill-pressed)] data-[state=open]:shadow-[0_0_0_2px_var(--fill-pressed)]"
        >
          <HintBadge hint={hint} state={state} words="answer" />
        </button>
      }
    >
      <MenuChoices
        value={value}
        onValueChange={(next) =>
          onHint(tool.name, hint, next === 'declared' ? null : next === 'yes')
        }
        groups={[
          {
            label: columns[hint],
            options: [
              { value: 'declared', label: words.asDeclared(declared) },
              { value: 'yes', label: words.yes },
              { value: 'no', label: words.no },
            ],
          },
        ]}
      />
    </Menu>
  );
}

function Description({ value }: { readonly value: string }) {
  const [whole, setWhole] = useState(false);
  if (value === '') return null;
  const long = value.length > LONG_DESCRIPTION || value.includes('\n');
  return (
    <div className="text-small text-subtle">
      <p
        className={
          whole
            ? '[overflow-wrap:anywhere] whitespace-pre-wrap'
            : 'line-clamp-1 [overflow-wrap:anywhere] @max-[680px]:line-clamp-2'
        }
      >
        <ExactText value={value} className={whole ? '' : '!whitespace-normal'} />
      </p>
      {long && (
        <LinkButton size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? text.servers.tools.less : text.servers.tools.more}
        </LinkButton>
      )}
    </div>
  );
}
