import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { ConsentArgument } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import type { CommandRequest } from './command-question.tsx';
import { diffLines, type LineChange } from '../lib/line-diff.ts';
import { ExactParts } from './exact-parts.tsx';

const words = consentTexts.runCommand;

/** The command and its arguments, one line each, whole; what was there before stands struck out above what is there now. */
export function CommandLines({ request }: { readonly request: CommandRequest }) {
  const { previous, command, resolvedPath } = request;
  const expanded = request.expandedCommand;
  const isOther = resolvedPath !== null && resolvedPath !== (expanded ?? command).text;
  const isCommandChanged = previous !== undefined && previous.command !== command.text;
  const changes = diffLines(
    request.args.map((argument) => argument.text),
    previous?.args,
  );
  return (
    <dl className="flex flex-col gap-[3px] rounded-control border border-line bg-inset px-3 py-[9px] font-mono text-[12px] leading-[18px]">
      {isCommandChanged && (
        <Line name={words.removed} change="removed">
          <ExactParts of={previous.command} />
        </Line>
      )}
      <Line name={words.command} change={isCommandChanged ? 'added' : 'same'}>
        <b>
          <ExactParts of={command} />
        </b>
        {expanded !== undefined && (
          <span className="block text-subtle">
            {words.means} <ExactParts of={expanded} />
          </span>
        )}
        {isOther && (
          <span className="block text-subtle">
            <ExactParts of={words.foundAt(resolvedPath)} />
          </span>
        )}
      </Line>
      {changes.map(({ index, change }) => {
        const value: ConsentArgument | string | undefined =
          change === 'removed' ? previous?.args[index] : request.args[index];
        return (
          <Line
            key={`${change} ${String(index)}`}
            name={change === 'removed' ? words.removed : String(index + 1)}
            change={change}
          >
            <ExactParts of={value ?? ''} />
          </Line>
        );
      })}
    </dl>
  );
}

function Line({
  name,
  change,
  children,
}: {
  readonly name: string;
  readonly change: LineChange['change'];
  readonly children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'grid grid-cols-[51px_1fr] gap-x-3.5',
        change === 'added' && '-mx-3 bg-(--diff-add) px-3',
        change === 'removed' && '-mx-3 bg-(--diff-remove) px-3',
      )}
    >
      <dt className="text-subtle">{name}</dt>
      <dd className={clsx('min-w-0', change === 'removed' && 'line-through')}>{children}</dd>
    </div>
  );
}
