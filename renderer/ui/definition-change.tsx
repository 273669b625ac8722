import clsx from 'clsx';
import { useState } from 'react';
import { canonicalJson } from '../../shared/lib/json.ts';
import { hintNames, hintsFromAnnotations, hintState } from '../../shared/mcp/hints.ts';
import type { ToolDefinition } from '../../shared/mcp/tool-definition.ts';
import { permissions as permissionTexts } from '../../shared/texts/en/permissions.ts';
import { diffLines, type LineChange } from '../lib/line-diff.ts';
import { HintBadge } from './badge.tsx';
import { LinkButton } from './button.tsx';
import { ExactText } from './exact-text.tsx';

const words = permissionTexts.change;
/** Unchanged lines that stay visible around a change. */
const CONTEXT = 2;
/** Fewer lines between are shown. */
const LEAST_FOLDED = 4;

const parts = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

export interface DefinitionChangeProps {
  readonly before: ToolDefinition;
  readonly after: ToolDefinition;
}

/** What is different between the tool that was approved and the one that is listed now: old and new, part by part. */
export function DefinitionChange({ before, after }: DefinitionChangeProps) {
  const changed = parts.filter((part) => linesOf(before, part) !== linesOf(after, part));
  if (changed.length === 0) return <p className="text-muted">{words.none}</p>;
  return (
    <div className="flex flex-col gap-3">
      {changed.map((part) => (
        <section key={part} aria-label={words[part]}>
          <h4 className="mb-1 text-small font-medium text-muted">{words[part]}</h4>
          {part === 'annotations' && <HintChanges before={before} after={after} />}
          <LineChanges before={linesOf(before, part)} after={linesOf(after, part)} />
        </section>
      ))}
    </div>
  );
}

/** A part of a definition as text, the same for the same content. */
function linesOf(definition: ToolDefinition, part: (typeof parts)[number]): string {
  const value = definition[part];
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(JSON.parse(canonicalJson(value)), undefined, 2);
}

function HintChanges({ before, after }: DefinitionChangeProps) {
  const [old, now] = [
    hintsFromAnnotations(before.annotations),
    hintsFromAnnotations(after.annotations),
  ];
  const changed = hintNames.filter((hint) => old[hint] !== now[hint]);
  if (changed.length === 0) return null;
  return (
    <ul className="mb-1.5 flex flex-wrap gap-x-4 gap-y-1">
      {changed.map((hint) => (
        <li key={hint} className="flex items-center gap-1.5">
          <HintBadge hint={hint} state={hintState(old, hint)} />
          <span className="text-subtle" aria-hidden="true">
            →
          </span>
          <HintBadge hint={hint} state={hintState(now, hint)} />
        </li>
      ))}
    </ul>
  );
}

function LineChanges({ before, after }: { readonly before: string; readonly after: string }) {
  const [old, now] = [splitLines(before), splitLines(after)];
  const changes = diffLines(now, old);
  return (
    <div
      tabIndex={0}
      className="thin-scroll max-h-80 overflow-y-auto rounded-control border border-line bg-inset py-1 font-mono text-code"
    >
      {runsOf(changes).map((run) => (
        <Run key={`${run.change} ${String(run.from)}`} run={run} old={old} now={now} />
      ))}
    </div>
  );
}

function splitLines(value: string): readonly string[] {
  return value === '' ? [] : value.split('\n');
}

interface Runs {
  readonly change: LineChange['change'];
  readonly from: number;
  readonly lines: readonly number[];
}

/** Lines of one kind that follow each other. */
function runsOf(changes: readonly LineChange[]): readonly Runs[] {
  const runs: { change: LineChange['change']; from: number; lines: number[] }[] = [];
  for (const { change, index } of changes) {
    const last = runs.at(-1);
    if (last?.change === change) last.lines.push(index);
    else runs.push({ change, from: index, lines: [index] });
  }
  return runs;
}

function Run({
  run,
  old,
  now,
}: {
  readonly run: Runs;
  readonly old: readonly string[];
  readonly now: readonly string[];
}) {
  const [whole, setWhole] = useState(false);
  const { change, lines } = run;
  const source = change === 'removed' ? old : now;
  const isFolded = change === 'same' && !whole && lines.length >= 2 * CONTEXT + LEAST_FOLDED;
  const line = (index: number) => <Line key={index} change={change} value={source[index] ?? ''} />;
  if (!isFolded) return lines.map(line);
  return (
    <>
      {lines.slice(0, CONTEXT).map(line)}
      <div className="px-2.5 py-0.5 font-sans">
        <LinkButton size="small" onClick={() => setWhole(true)}>
          {words.same(lines.length - 2 * CONTEXT)}
        </LinkButton>
      </div>
      {lines.slice(-CONTEXT).map(line)}
    </>
  );
}

const signs = { same: ' ', added: '+', removed: '−' };

function Line({
  change,
  value,
}: {
  readonly change: LineChange['change'];
  readonly value: string;
}) {
  return (
    <div
      data-change={change}
      className={clsx(
        'flex gap-2 px-2.5',
        change === 'added' && 'bg-(--diff-add)',
        change === 'removed' && 'bg-(--diff-remove)',
      )}
    >
      <span
        className="w-[1ch] flex-none text-subtle select-none"
        role={change === 'same' ? undefined : 'img'}
        aria-label={change === 'same' ? undefined : words[change]}
        aria-hidden={change === 'same' ? true : undefined}
      >
        {signs[change]}
      </span>
      <ExactText value={value} className="min-w-0 flex-1" />
    </div>
  );
}
