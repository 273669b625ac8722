import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useListKey } from '../lib/actions/action-context.tsx';
import { rovingTarget } from './roving-target.ts';

export interface RovingListProps {
  readonly label: string;
  /** Buttons, at any depth. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** One tab stop for a list of buttons: arrows, J and K (or what the person chose) move, Home and End jump, Enter opens. */
export function RovingList({ label, children, className }: RovingListProps) {
  const list = useRef<HTMLDivElement>(null);
  const keyOf = useListKey();
  // After each render: the row that is current, or the first, is the one that Tab reaches.
  useEffect(() => {
    const rows = rowsOf(list.current);
    const stop =
      rows.find((row) => row === document.activeElement) ??
      rows.find((row) => row.hasAttribute('aria-current')) ??
      rows[0];
    for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = rowsOf(list.current);
    const at = rows.findIndex((row) => row === document.activeElement);
    const to = rovingTarget(keyOf(event), at, rows.length);
    const row = to === undefined ? undefined : rows[to];
    if (row === undefined) return;
    event.preventDefault();
    for (const other of rows) other.tabIndex = other === row ? 0 : -1;
    row.focus();
  };
  return (
    <div ref={list} role="group" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

function rowsOf(list: HTMLElement | null): HTMLButtonElement[] {
  return [...(list?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
}
