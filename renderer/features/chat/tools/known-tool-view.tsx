import clsx from 'clsx';
import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useMemo } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { diffLines } from '../../../lib/line-diff.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { KnownTask, KnownTool } from './known-tools.ts';
import { LongText } from './long-text.tsx';

/** A tool of the runtime in the form its work has: a change, a command, a list of tasks. */
export function KnownToolView({ tool }: { readonly tool: KnownTool }) {
  switch (tool.kind) {
    case 'change':
      return <Change {...tool} />;
    case 'command':
      return <Command {...tool} />;
    case 'tasks':
      return <Tasks tasks={tool.tasks} />;
  }
}

/** Lines of a change that are shown; the rest is in the arguments. */
const MOST_LINES = 400;

function Change({ path, before, after }: Extract<KnownTool, { kind: 'change' }>) {
  const { lines, added, removed } = useMemo(() => {
    const old = before === '' ? [] : before.split('\n');
    const fresh = after === '' ? [] : after.replace(/\n$/, '').split('\n');
    const changes = diffLines(fresh, old);
    return {
      lines: changes.map(({ index, change }) => ({
        change,
        line: (change === 'removed' ? old[index] : fresh[index]) ?? '',
      })),
      added: changes.filter(({ change }) => change === 'added').length,
      removed: changes.filter(({ change }) => change === 'removed').length,
    };
  }, [before, after]);
  return (
    <figure dir="ltr" className="overflow-hidden rounded-card border border-line bg-inset">
      <figcaption className="flex h-7.5 items-center gap-2 pr-1 pl-3 text-small text-muted">
        <span className="min-w-0 truncate font-mono">
          <ExactText value={path} className="!whitespace-pre" />
        </span>
        <span className="flex-none text-success-text">+{added}</span>
        <span className="min-w-0 flex-1 text-danger-text">−{removed}</span>
        <CopyButton value={after} label={text.chat.copyCode} />
      </figcaption>
      <pre
        tabIndex={0}
        aria-label={text.chat.changes}
        className="thin-scroll max-h-80 overflow-auto pb-2 text-code"
      >
        {lines.slice(0, MOST_LINES).map(({ line, change }, index) => (
          <div
            key={index}
            className={clsx(
              'min-w-fit px-3 whitespace-pre',
              change === 'added' && 'bg-success-soft',
              change === 'removed' && 'bg-danger-soft',
            )}
          >
            <span className="mr-2 text-subtle select-none">
              {change === 'added' ? '+' : change === 'removed' ? '−' : ' '}
            </span>
            <ExactText value={line} className="!whitespace-pre" />
          </div>
        ))}
        {lines.length > MOST_LINES && (
          <p className="px-3 pt-1 font-sans text-small text-subtle">
            {text.chat.lines(lines.length - MOST_LINES)} …
          </p>
        )}
      </pre>
    </figure>
  );
}

function Command({ command, output, exitCode }: Extract<KnownTool, { kind: 'command' }>) {
  return (
    <>
      <pre className="rounded-control border border-line bg-inset px-2.5 py-2 text-code [overflow-wrap:anywhere] whitespace-pre-wrap">
        <span className="mr-2 text-subtle select-none">$</span>
        <ExactText value={command} />
      </pre>
      {output.trim() !== '' && <LongText value={output} title={text.chat.output} />}
      {exitCode !== undefined && (
        <p className={clsx('text-small', exitCode === 0 ? 'text-subtle' : 'text-danger-text')}>
          {text.chat.exitCode(exitCode)}
        </p>
      )}
    </>
  );
}

const taskIcons = { pending: Circle, in_progress: CircleDot, completed: CircleCheck };

function Tasks({ tasks }: { readonly tasks: readonly KnownTask[] }) {
  return (
    <ul aria-label={text.chat.tasks} className="flex flex-col gap-1">
      {tasks.map((task, index) => (
        <li key={index} className="flex items-start gap-2">
          <span
            role="img"
            aria-label={text.chat.taskStates[task.status]}
            className={clsx(
              'mt-[3px]',
              task.status === 'completed'
                ? 'text-success-text'
                : task.status === 'in_progress'
                  ? 'text-accent-text'
                  : 'text-subtle',
            )}
          >
            <Icon of={taskIcons[task.status]} size={14} />
          </span>
          <span
            className={
              task.status === 'completed'
                ? 'text-muted line-through'
                : task.status === 'in_progress'
                  ? 'font-medium'
                  : ''
            }
          >
            <ExactText value={task.content} />
          </span>
        </li>
      ))}
    </ul>
  );
}
