import type { ContextUsageOf, SessionContextOf } from '../../../../shared/ipc/routes/composer.ts';
import { composerTexts as words } from '../../../../shared/texts/en/composer.ts';
import type { ReadableError } from '../../../lib/error-sentence.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ContextMeter } from './context-meter.tsx';
import { formatTokens } from './format-tokens.ts';
import { OfferedTools } from './offered-tools.tsx';

export interface ContextDetailsProps {
  readonly context: SessionContextOf | undefined;
  readonly error: ReadableError | undefined;
  /** A runtime is being asked, or started for it. */
  readonly isCounting: boolean;
  readonly onOpenServer: (serverId: string) => void;
}

/** How full the context is, what was spent, and which tools the next request carries. */
export function ContextDetails(props: ContextDetailsProps) {
  const { context, error, isCounting, onOpenServer } = props;
  const usage = context?.usage;
  return (
    <div className="divide-y divide-line">
      <section className="px-3.5 py-3">
        <ContextMeter usage={usage ?? null} />
        {usage && (
          <div className="mt-2 text-small text-subtle">
            {notesOn(usage).map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        )}
        {error !== undefined && (
          <ErrorBox
            role="alert"
            className="mt-2"
            sentence={words.contextFailed}
            details={`${error.sentence}\n${error.details}`}
          />
        )}
      </section>
      {context !== undefined && (
        <section aria-label={words.nextRequest} className="px-3.5 py-3">
          <OfferedTools context={context} onOpenServer={onOpenServer} />
          <p role="status" className="mt-2 text-small text-subtle">
            {isCounting && !context.isLive
              ? words.counting
              : context.problem !== undefined
                ? words.notAsked(context.problem)
                : context.isLive
                  ? ''
                  : words.asListed}
          </p>
        </section>
      )}
    </div>
  );
}

function notesOn(usage: ContextUsageOf): string[] {
  const isPriced = usage.session !== undefined && usage.session.costUsd !== null;
  return [
    ...(usage.window === null ? [words.windowUnknown] : []),
    ...(usage.isEstimate ? [words.estimated] : []),
    ...(isPriced && usage.pricesOf !== undefined ? [words.pricesOf(usage.pricesOf)] : []),
    ...(usage.compactAt === undefined ? [] : [words.compactsAt(formatTokens(usage.compactAt))]),
  ];
}
