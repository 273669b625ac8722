import type { BenchRun } from '../../../../shared/mcp/bench.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import { looksSecret } from '../../../../shared/mcp/secret-names.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { formatClock, formatTook } from '../../../lib/format-size.ts';

const words = benchTexts.result;

export interface LastCallsProps {
  /** Newest first. */
  readonly runs: readonly BenchRun[];
  readonly shown: string | undefined;
  readonly onShow: (run: BenchRun) => void;
}

/** What was called before, with what, and how it ended. */
export function LastCalls({ runs, shown, onShow }: LastCallsProps) {
  if (runs.length === 0) return <p className="text-small text-subtle">{words.noCalls}</p>;
  return (
    <ul aria-label={words.lastCalls} className="text-small">
      {runs.map((run) => (
        <li key={run.id} className="border-b border-line">
          <button
            type="button"
            aria-current={run.id === shown ? 'true' : undefined}
            onClick={() => onShow(run)}
            className="grid w-full grid-cols-[52px_minmax(0,1fr)_auto_auto] items-center gap-3 px-1 py-2 text-left hover:bg-hover aria-[current=true]:bg-selected"
          >
            <span className="text-subtle">{formatClock(run.startedAt)}</span>
            <span className="truncate">{summaryOf(run)}</span>
            <span className="text-subtle">
              {run.durationMs === undefined ? '' : formatTook(run.durationMs)}
            </span>
            <span className={`max-w-50 truncate text-right ${outcomeOf(run).tone}`}>
              {outcomeOf(run).words}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The arguments in one line: `limit 25, status open`. */
export function summaryOf({ request }: BenchRun): string {
  if (request.kind !== 'tool' || Object.keys(request.arguments).length === 0)
    return words.noArguments;
  return Object.entries(request.arguments)
    .map(([name, value]) => `${name} ${looksSecret(name) ? '•••' : shortValue(value)}`)
    .join(', ')
    .slice(0, 300);
}

function shortValue(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 40);
  if (Array.isArray(value)) return benchTexts.tree.items(value.length);
  return isJsonObject(value)
    ? benchTexts.tree.keys(Object.keys(value).length)
    : JSON.stringify(value);
}

function outcomeOf(run: BenchRun): { readonly words: string; readonly tone: string } {
  const failed = 'text-danger-text';
  if (run.state === 'failed')
    return { words: words.refused(run.failure?.message ?? ''), tone: failed };
  if (run.state !== 'answered')
    return {
      words: words.state[run.state],
      tone: run.state === 'timed-out' ? failed : 'text-subtle',
    };
  if (run.isError === true) return { words: words.toolFailed, tone: failed };
  if (run.verdict?.state === 'differs')
    return { words: words.mismatches(run.verdict.mismatches.length), tone: 'text-warning-text' };
  return run.verdict?.state === 'fits'
    ? { words: words.matches, tone: 'text-success-text' }
    : { words: words.state.answered, tone: 'text-subtle' };
}
