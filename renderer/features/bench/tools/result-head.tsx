import type { BenchRun } from '../../../../shared/mcp/bench.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { formatElapsed } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusMark, type Status } from '../../../ui/status-mark.tsx';
import { formatBytes, formatTook } from '../../../lib/format-size.ts';
import { mismatchSentence } from '../../../lib/schema-form/mismatch-words.ts';

const words = benchTexts.result;

/** How a run stands, as a mark. */
export function runMark(run: BenchRun): Status {
  if (run.isError === true) return 'warning';
  const marks = {
    running: 'running',
    answered: 'done',
    failed: 'failed',
    cancelled: 'interrupted',
    'timed-out': 'failed',
  } as const;
  return marks[run.state];
}

export interface ResultHeadProps {
  readonly run: BenchRun;
  /** The whole result, to be copied. */
  readonly copied: string | undefined;
  readonly structured: unknown;
  readonly onStop: () => void;
}

/** How a request ended: state, time, size, era; and what is wrong with the result. */
export function ResultHead({ run, copied, structured, onStop }: ResultHeadProps) {
  return (
    <header className="flex-none px-4 pt-3.5">
      <div className="flex min-h-6 flex-wrap items-center gap-x-2.5 gap-y-1">
        <StatusMark status={runMark(run)} label="" />
        <span className="font-medium">
          {run.isError === true ? words.toolError : words.state[run.state]}
        </span>
        <span className="text-small text-subtle">{words.facts(factsOf(run))}</span>
        <span className="flex-1" />
        {copied !== undefined && <CopyButton value={copied} label={words.copy} />}
        {run.state === 'running' && (
          <Button size="small" onClick={onStop}>
            {benchTexts.tools.stop}
          </Button>
        )}
      </div>
      {run.state === 'running' && <Running run={run} />}
      {run.failure !== undefined && <Failure run={run} />}
      <Verdict run={run} structured={structured} />
    </header>
  );
}

function factsOf(run: BenchRun): string[] {
  return [
    ...(run.durationMs === undefined ? [] : [formatTook(run.durationMs)]),
    ...(run.bytes === undefined ? [] : [formatBytes(run.bytes)]),
    ...(run.era === undefined || run.protocolVersion === undefined
      ? []
      : [words.era(run.era, run.protocolVersion)]),
  ];
}

function Running({ run }: { readonly run: BenchRun }) {
  const now = useNow();
  const { progress } = run;
  return (
    <div role="status" className="flex flex-col gap-1 pb-2 text-small text-muted">
      <span>
        {progress?.message ?? words.running} · {formatElapsed(now - run.startedAt)}
      </span>
      {progress !== undefined && (
        <span className="flex items-center gap-2">
          {progress.total !== undefined && progress.total > 0 && (
            <progress
              className="h-1 flex-1 accent-accent"
              value={Math.min(progress.progress, progress.total)}
              max={progress.total}
              aria-label={words.running}
            />
          )}
          <span className="text-subtle">
            {progress.total === undefined
              ? String(progress.progress)
              : words.progress(String(progress.progress), String(progress.total))}
          </span>
        </span>
      )}
    </div>
  );
}

function Failure({ run: { failure } }: { readonly run: BenchRun }) {
  if (failure === undefined) return null;
  return (
    <ErrorBox
      className="my-2"
      sentence={
        failure.code === undefined ? failure.message : words.code(failure.code, failure.message)
      }
    />
  );
}

/** Most places that stand over the result; all are marked in the tree. */
const MOST_NAMED = 3;

function Verdict({ run, structured }: { readonly run: BenchRun; readonly structured: unknown }) {
  const { verdict } = run;
  if (verdict?.state === 'unchecked')
    return <Notice className="mt-2">{words.unchecked(verdict.reason ?? '')}</Notice>;
  if (verdict?.state !== 'differs') return null;
  const rest = verdict.mismatches.length - MOST_NAMED;
  return (
    <Notice tone="warning" className="mt-2">
      <span className="font-medium">{words.mismatch}</span>{' '}
      {verdict.mismatches.slice(0, MOST_NAMED).map((mismatch, index) => {
        const { path, rest: sentence } = mismatchSentence(mismatch, structured);
        return (
          <span key={index}>
            <span className="font-mono text-code">{path}</span> {sentence}{' '}
          </span>
        );
      })}
      {rest > 0 && words.moreMismatches(rest)}
    </Notice>
  );
}
