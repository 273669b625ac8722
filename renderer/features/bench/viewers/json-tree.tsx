import clsx from 'clsx';
import { useMemo, useState } from 'react';
import type { Mismatch } from '../../../../shared/mcp/bench.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import { mismatchWords } from '../../../lib/schema-form/mismatch-words.ts';
import { CHILDREN_STEP, isOpenable, jsonRows, placesAbove, type JsonRow } from './json-rows.ts';

const words = benchTexts.tree;
/** From this many lines on, only those near the view are mounted. */
const MANY_ROWS = 150;

export interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  /** Marked at their values, which are still shown. */
  readonly mismatches?: readonly Mismatch[];
}

/** Any JSON as a tree that opens and closes. */
export function JsonTree({ value, label, mismatches = [] }: JsonTreeProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const rows = useMemo(() => {
    const marked = placesAbove(mismatches.map((mismatch) => mismatch.path));
    return jsonRows(value, { toggled, shown, marked });
  }, [value, toggled, shown, mismatches]);
  const problems = useMemo(
    () => new Map(mismatches.map((one) => [one.path, mismatchWords(one)])),
    [mismatches],
  );
  return (
    <div role="group" aria-label={label} className="font-mono text-code leading-5">
      <VirtualRows
        rows={rows}
        from={MANY_ROWS}
        keyOf={(row) => `${row.path} ${String(row.more ?? '')}`}
        render={(row) => (
          <TreeRow
            key={`${row.path} ${String(row.more ?? '')}`}
            row={row}
            problem={row.more === undefined ? problems.get(row.path) : undefined}
            onToggle={() => setToggled(new Map(toggled).set(row.path, !row.isOpen))}
            onMore={() =>
              setShown(
                new Map(shown).set(row.path, (shown.get(row.path) ?? CHILDREN_STEP) * 2 + 100),
              )
            }
          />
        )}
      />
    </div>
  );
}

interface TreeRowProps {
  readonly row: JsonRow;
  readonly problem: string | undefined;
  readonly onToggle: () => void;
  readonly onMore: () => void;
}

function TreeRow({ row, problem, onToggle, onMore }: TreeRowProps) {
  const { depth, name, value, isOpen, more, nameWidth, path } = row;
  const indent = { paddingLeft: `${String(depth * 16 + 8)}px` };
  if (more !== undefined) {
    return (
      <div style={indent}>
        <LinkButton size="small" className="ml-4 font-sans" onClick={onMore}>
          {words.more(more)}
        </LinkButton>
      </div>
    );
  }
  const canOpen = isOpenable(value);
  const nameText =
    name === undefined ? null : (
      <span
        className={clsx(
          'flex-none',
          typeof name === 'number' ? 'text-code-number' : 'text-code-name',
        )}
        style={canOpen ? undefined : { minWidth: `${String(nameWidth + 1)}ch` }}
      >
        <ExactText value={String(name)} />
      </span>
    );
  return (
    <div
      data-path={path}
      data-problem={problem}
      className={clsx('-mx-2 flex min-h-5 items-start gap-2 pr-2', problem && 'bg-warning-soft')}
      style={indent}
    >
      {canOpen ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex items-baseline gap-2 rounded-small text-left"
        >
          <span aria-hidden="true" className="w-2 text-subtle">
            {isOpen ? '▾' : '▸'}
          </span>
          {nameText}
          <span className="text-subtle">{sizeWords(value)}</span>
        </button>
      ) : (
        <span className="flex min-w-0 items-baseline gap-2 pl-4">
          {nameText}
          <Scalar value={value} />
        </span>
      )}
      {problem !== undefined && <span className="text-warning-text">{problem}</span>}
    </div>
  );
}

function sizeWords(value: unknown): string {
  return Array.isArray(value)
    ? words.items(value.length)
    : words.keys(Object.keys(value as object).length);
}

function Scalar({ value }: { readonly value: unknown }) {
  if (typeof value === 'string')
    return (
      <span className="min-w-0 text-code-string">
        <ExactText value={JSON.stringify(value)} />
      </span>
    );
  if (typeof value === 'number') return <span className="text-code-number">{String(value)}</span>;
  if (typeof value === 'object' && value !== null)
    return <span className="text-subtle">{Array.isArray(value) ? '[ ]' : '{ }'}</span>;
  return <span className="text-code-keyword">{String(value)}</span>;
}
