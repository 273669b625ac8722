import clsx from 'clsx';
import { changeTexts as words } from '../../../../shared/texts/en/changes.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { ComparedLine } from './compare-texts.ts';
import { useComparison, type ComparisonQuestion } from './use-comparison.ts';

/** Lines that are drawn; who needs more opens the file. */
const MOST_LINES = 2_000;

/** What changed in a file, or why that is not shown. */
export function FileDiff(question: ComparisonQuestion) {
  const compared = useComparison(question);
  if (compared === undefined) {
    return (
      <Loading label={words.loading}>
        <div className="flex flex-col gap-2 py-1">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </div>
      </Loading>
    );
  }
  switch (compared.kind) {
    case 'failed':
      return (
        <ErrorBox
          sentence={`${words.compareFailed} ${compared.error.sentence}`}
          details={compared.error.details}
        />
      );
    case 'lines':
      return <Hunks path={question.path} hunks={compared.hunks} />;
    case 'same':
      return <p className="text-muted">{words.same}</p>;
    case 'binary':
      return <p className="text-muted">{words.binary}</p>;
    case 'too-large':
      return <p className="text-muted">{words.tooLarge}</p>;
    case 'too-different':
      return <p className="text-muted">{words.tooDifferent}</p>;
  }
}

interface HunksProps {
  readonly path: string;
  readonly hunks: readonly (readonly ComparedLine[])[];
}

function Hunks({ path, hunks }: HunksProps) {
  const all = hunks.reduce((sum, hunk) => sum + hunk.length, 0);
  let left = MOST_LINES;
  const shown = hunks.flatMap((hunk) => {
    const part = hunk.slice(0, Math.max(0, left));
    left -= hunk.length;
    return part.length === 0 ? [] : [part];
  });
  return (
    <div dir="ltr" className="overflow-hidden rounded-card border border-line bg-inset">
      <pre
        tabIndex={0}
        aria-label={words.diff(path)}
        className="thin-scroll max-h-[60vh] overflow-auto py-1.5 text-code"
      >
        {shown.map((hunk, index) => (
          <div key={index} className="w-max min-w-full">
            {index > 0 && (
              <div aria-hidden="true" className="px-3 py-0.5 text-subtle select-none">
                ⋯
              </div>
            )}
            {hunk.map((line) => (
              <Line key={`${line.change}${String(line.number)}`} {...line} />
            ))}
          </div>
        ))}
      </pre>
      {all > MOST_LINES && (
        <p className="border-t border-line px-3 py-1.5 text-small text-subtle">
          {words.moreLines(all - MOST_LINES)}
        </p>
      )}
    </div>
  );
}

function Line({ change, number, line }: ComparedLine) {
  return (
    <div
      className={clsx(
        'pr-3 whitespace-pre',
        change === 'added' && 'bg-success-soft',
        change === 'removed' && 'bg-danger-soft',
      )}
    >
      <span
        data-not-copied=""
        className="inline-block min-w-11 pr-2 text-right text-subtle select-none"
      >
        {number}
      </span>
      <span className="mr-2 text-subtle select-none">
        {change === 'added' ? '+' : change === 'removed' ? '−' : ' '}
      </span>
      <ExactText value={line} className="!whitespace-pre" />
    </div>
  );
}
