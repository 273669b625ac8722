import { Check, CircleX, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import type { ProviderState, ProviderTest } from '../../../../shared/ipc/routes/providers.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';

const words = settingsTexts.providers.test;

interface Outcome {
  readonly model: string;
  readonly result: ProviderTest;
}

/** Sends one short request and shows what really came back: the answer, or the error's status and body. */
export function ProviderTestPanel({ provider }: { readonly provider: ProviderState }) {
  const ipc = useIpc();
  const [chosen, setChosen] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const model = provider.models.find((item) => item.id === chosen) ?? provider.models[0];
  const test = useAction(async (modelId: string, label: string) => {
    setOutcome(null);
    const result = await ipc.call('providers.test', { providerId: provider.id, model: modelId });
    setOutcome({ model: label, result });
  });
  if (model === undefined) return <p className="text-small text-subtle">{words.noModel}</p>;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2.5">
        <Button
          busy={test.busy}
          icon={<Icon of={Play} size={14} />}
          onClick={() => void test.run(model.id, model.label)}
        >
          {words.button}
        </Button>
        {provider.models.length > 1 && (
          <div className="w-60 max-w-full">
            <Select
              label={words.model}
              disabled={test.busy}
              value={model.id}
              onValueChange={setChosen}
              options={provider.models.map((item) => ({ value: item.id, label: item.label }))}
            />
          </div>
        )}
        <span className="text-small text-subtle" role="status">
          {test.busy ? words.running(model.label) : outcome === null ? words.cost : ''}
        </span>
      </div>
      {test.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.notRun(test.error.sentence)}
          details={test.error.details}
        />
      )}
      {outcome !== null && <TestResult provider={provider} {...outcome} />}
    </div>
  );
}

function headline(provider: ProviderState, { model, result }: Outcome): string {
  if (result.ok) return result.answer === '' ? words.answeredNothing(model) : words.answered(model);
  return result.status === undefined
    ? words.failed(provider.label)
    : words.failedStatus(provider.label, result.status);
}

function TestResult({ provider, ...outcome }: Outcome & { readonly provider: ProviderState }) {
  const { result } = outcome;
  const [open, setOpen] = useState(!result.ok);
  const id = useId();
  const took = formatDuration(result.durationMs);
  return (
    <div role="status" data-test-result={result.ok ? 'ok' : 'failed'}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Icon
          of={result.ok ? Check : CircleX}
          size={14}
          className={result.ok ? 'text-success-text' : 'text-danger-text'}
        />
        <span className={result.ok ? '' : 'text-danger-text'}>{headline(provider, outcome)}</span>
        <span className="text-small text-subtle">
          {result.status === undefined
            ? words.took(took)
            : words.statusAndTime(result.status, took)}
        </span>
        {result.inputTokens !== undefined && result.outputTokens !== undefined && (
          <span className="text-small text-subtle">
            {words.used(result.inputTokens, result.outputTokens)}
          </span>
        )}
        {result.answer !== '' && (
          <LinkButton
            size="small"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {open ? words.hideAnswer : words.showAnswer}
          </LinkButton>
        )}
      </div>
      {open && result.answer !== '' && (
        <div
          id={id}
          className="mt-1.5 flex items-start gap-1 rounded-control border border-line bg-inset py-1 pr-1 pl-2.5"
        >
          <pre
            tabIndex={0}
            aria-label={words.answerLabel}
            className="thin-scroll max-h-60 min-w-0 flex-1 overflow-auto py-1 font-mono text-code"
          >
            <ExactText value={result.answer} />
          </pre>
          <CopyButton value={result.answer} label={words.copy} />
        </div>
      )}
    </div>
  );
}
