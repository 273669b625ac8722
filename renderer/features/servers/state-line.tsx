import clsx from 'clsx';
import { text } from '../../../shared/texts/catalogue.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { formatElapsed } from '../../lib/format.ts';
import { once } from '../../lib/once.ts';
import { useNow } from '../../lib/use-now.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { formatSpan, formatTook } from './server-time.ts';
import { serverMark, waitsForReview } from './server-view.ts';

const words = text.servers.state;
const HOUR = 3_600_000;
/** Stands in a sentence after “at”. */
const moment = once(
  () => new Intl.DateTimeFormat(text.app.dateLocale, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** The state in a word and the reason or the last real exchange behind it. */
export function StateLine({ server }: { readonly server: ServerState }) {
  const now = useNow();
  const review = server.status !== 'connected' && waitsForReview(server);
  return (
    <p className="mt-[5px] mb-1.5 flex items-center gap-[7px] text-small text-muted">
      <StatusMark status={serverMark(server)} label="" />
      <span className={clsx('flex-none font-medium', tone(server, review))}>
        {review ? words.review : words[server.status]}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {review ? words.reviewLine : stateText(server, now)}
      </span>
    </p>
  );
}

function tone(server: ServerState, review: boolean): string {
  if (review || server.status === 'needs-auth') return 'text-warning-text';
  if (server.status === 'failed') return 'text-danger-text';
  if (server.status !== 'connected') return 'text-muted';
  return server.degraded ? 'text-warning-text' : 'text-success-text';
}

function stateText(server: ServerState, now: number): string {
  switch (server.status) {
    case 'connected':
      return [
        server.degraded === undefined ? '' : `${server.degraded.reason.replace(/\.$/, '')}.`,
        server.connectedAt === undefined
          ? ''
          : words.connectedFor(formatSpan(now - server.connectedAt)),
        lastExchange(server, now),
      ]
        .filter((part) => part !== '')
        .join(' ');
    case 'connecting':
      return words.connectingFor(
        formatElapsed(now - (server.connectingSince ?? now)),
        formatSpan(server.startTimeoutMs),
      );
    case 'pending':
      return words.pendingLine;
    case 'failed':
    case 'needs-auth':
      return server.failure === undefined ? '' : failedWhen(server.failure.at, now);
    case 'disabled':
      return words.offLine;
  }
}

function failedWhen(at: number, now: number): string {
  const age = Math.max(0, now - at);
  return age < HOUR ? words.failedAgo(formatSpan(age)) : words.failedAt(moment().format(at));
}

function lastExchange(server: ServerState, now: number): string {
  const last = server.lastExchange;
  if (last === undefined) return words.noExchange;
  const took = formatTook(last.durationMs);
  const age = now - last.at;
  return age < HOUR
    ? words.lastExchange(formatSpan(age), last.method, took)
    : words.lastExchangeAt(moment().format(last.at), last.method, took);
}
