import { lazy, Suspense, useEffect, useState } from 'react';
import { composerTexts as words } from '../../../../shared/texts/en/composer.ts';
import { Popover } from '../../../ui/popover.tsx';
import { percentOf, toneOf } from './format-tokens.ts';
import { useSessionContext } from './use-session-context.ts';

const ContextDetails = lazy(() =>
  import('./context-details.tsx').then((view) => ({ default: view.ContextDetails })),
);

const tones = {
  normal: 'text-muted',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
};
const strokes = {
  normal: 'stroke-[var(--meter-history)]',
  warning: 'stroke-warning',
  danger: 'stroke-danger',
};

export interface ContextButtonProps {
  readonly sessionId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onOpenServer: (serverId: string) => void;
}

/** The ring in the composer: how full the context is. It opens what the next request carries. */
export function ContextButton(props: ContextButtonProps) {
  const { sessionId, open, onOpenChange, onOpenServer } = props;
  const { context, error, refresh } = useSessionContext(sessionId);
  const [isCounting, setCounting] = useState(false);
  useEffect(() => {
    if (!open) return;
    setCounting(true);
    void refresh(true).finally(() => setCounting(false));
  }, [open, refresh]);
  const percent = percentOf(context?.usage);
  const tone = toneOf(percent);
  return (
    <Popover
      side="top"
      align="end"
      label={words.context}
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <button
          type="button"
          aria-label={labelOf(percent)}
          className={`inline-flex h-(--control) flex-none items-center gap-1.5 rounded-control px-2 text-small font-medium hover:bg-hover hover:text-text ${tones[tone]}`}
        >
          <Ring percent={percent} stroke={strokes[tone]} />
          {percent === undefined ? '–' : words.percent(percent)}
        </button>
      }
    >
      <Suspense fallback={null}>
        <ContextDetails
          context={context}
          error={error}
          isCounting={isCounting}
          onOpenServer={onOpenServer}
        />
      </Suspense>
    </Popover>
  );
}

function labelOf(percent: number | undefined): string {
  if (percent === undefined) return words.contextUnknown;
  return toneOf(percent) === 'normal'
    ? words.contextUsed(percent)
    : words.contextAlmostFull(percent);
}

const AROUND = 2 * Math.PI * 6;

/** Dashed while nothing is known. */
function Ring(props: { readonly percent: number | undefined; readonly stroke: string }) {
  const { percent, stroke } = props;
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 flex-none fill-none">
      <circle
        cx="8"
        cy="8"
        r="6"
        strokeWidth="2.5"
        className="stroke-[var(--meter-track)]"
        {...(percent === undefined ? { strokeDasharray: '2.5 2.2' } : {})}
      />
      {percent !== undefined && (
        <circle
          cx="8"
          cy="8"
          r="6"
          strokeWidth="2.5"
          transform="rotate(-90 8 8)"
          strokeDasharray={`${String((percent / 100) * AROUND)} ${String(AROUND)}`}
          className={stroke}
        />
      )}
    </svg>
  );
}
