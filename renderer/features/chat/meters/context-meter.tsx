import type { ContextUsageOf } from '../../../../shared/ipc/routes/composer.ts';
import { composerTexts as words } from '../../../../shared/texts/en/composer.ts';
import { formatSpent, formatTokens, percentOf, toneOf } from './format-tokens.ts';

const fills = {
  system: 'bg-[var(--meter-system)]',
  tools: 'bg-[var(--meter-tools)]',
  messages: 'bg-[var(--meter-history)]',
  free: 'bg-meter-track',
};
const tones = {
  normal: 'text-subtle',
  warning: 'font-medium text-warning-text',
  danger: 'font-medium text-danger-text',
};

/** How full the context is: system, tools and conversation on one track, with numbers; and what turn and session took. */
export function ContextMeter({ usage }: { readonly usage: ContextUsageOf | null }) {
  if (usage === null)
    return (
      <>
        <Head aside={words.unknown} />
        <p className="text-small text-subtle">{words.notCounted}</p>
      </>
    );
  const { window, total } = usage;
  const parts = partsOf(usage);
  const free = window === null ? undefined : Math.max(0, window - total);
  const most = Math.max(window ?? 0, total, 1);
  const used = formatTokens(total);
  return (
    <>
      <Head
        aside={
          window === null ? words.tokensOfUnknown(used) : words.tokensOf(used, formatTokens(window))
        }
        tone={toneOf(percentOf(usage))}
      />
      <div
        aria-hidden
        className="flex h-2 gap-px overflow-hidden rounded-full bg-meter-track forced-colors:border"
      >
        {parts.map(({ name, tokens }) => (
          <i
            key={name}
            className={`block h-full ${fills[name]}`}
            style={{ width: `${String((tokens / most) * 100)}%` }}
          />
        ))}
      </div>
      <dl className="mt-2 grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-0.5 text-small text-muted">
        {parts.map(({ name, label, tokens }) => (
          <Line key={name} fill={fills[name]} label={label} value={formatTokens(tokens)} />
        ))}
        {free !== undefined && (
          <Line fill={fills.free} label={words.free} value={formatTokens(free)} />
        )}
      </dl>
      {(usage.turn !== undefined || usage.session !== undefined) && (
        <dl className="mt-2 grid grid-cols-[1fr_auto] gap-y-0.5 border-t border-line pt-2 text-small text-muted">
          {usage.turn && (
            <>
              <dt>{words.thisTurn}</dt>
              <dd className="text-right tabular-nums">{formatSpent(usage.turn)}</dd>
            </>
          )}
          {usage.session && (
            <>
              <dt>{words.thisSession}</dt>
              <dd className="text-right tabular-nums">{formatSpent(usage.session)}</dd>
            </>
          )}
        </dl>
      )}
    </>
  );
}

function Head({
  aside,
  tone = 'normal',
}: {
  readonly aside: string;
  readonly tone?: keyof typeof tones;
}) {
  return (
    <div className="mb-2 flex min-h-5 items-center gap-1.5">
      <h2 className="text-small font-semibold">{words.context}</h2>
      <span className="flex-1" />
      <span className={`text-small ${tones[tone]}`}>{aside}</span>
    </div>
  );
}

function Line(props: { readonly fill: string; readonly label: string; readonly value: string }) {
  return (
    <>
      <i aria-hidden className={`size-2 rounded-[2px] ${props.fill}`} />
      <dt>{props.label}</dt>
      <dd className="text-right text-text tabular-nums">{props.value}</dd>
    </>
  );
}

/**
 * System and tools are estimates. What was counted besides them is the conversation; where they are more than what was counted,
 * the parts share it as they stand to each other.
 */
function partsOf(usage: ContextUsageOf) {
  const { system, tools, messages, total } = usage;
  const fits = system + tools <= total;
  const scale = fits ? 1 : total / (system + tools + messages);
  return [
    { name: 'system', label: words.system, tokens: Math.round(system * scale) },
    { name: 'tools', label: words.toolDefinitions, tokens: Math.round(tools * scale) },
    {
      name: 'messages',
      label: words.conversation,
      tokens: fits ? total - system - tools : Math.round(messages * scale),
    },
  ] as const;
}
