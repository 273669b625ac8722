import { structuredPatch } from 'diff';
import type { FileComparison, FileText } from '../../../../shared/ipc/routes/changes.ts';

/** A line of a comparison, with its number in the text that it stands in. */
export interface ComparedLine {
  readonly change: 'same' | 'added' | 'removed';
  readonly number: number;
  readonly line: string;
}

export type Compared =
  | {
      readonly kind: 'lines';
      /** Parts with what changed and the lines around it. */
      readonly hunks: readonly (readonly ComparedLine[])[];
      readonly added: number;
      readonly removed: number;
    }
  | { readonly kind: 'same' | 'binary' | 'too-large' | 'too-different' };

const CONTEXT = 3;
/** For so long texts are compared before they count as too different, in ms. */
const MOST_MS = 250;

/** What changed between two states of a file. */
export function compareTexts({ before, now }: FileComparison): Compared {
  const old = textOf(before);
  const fresh = textOf(now);
  if (typeof old === 'object') return old;
  if (typeof fresh === 'object') return fresh;
  if (old === fresh) return { kind: 'same' };
  const patch = structuredPatch('', '', old, fresh, '', '', {
    context: CONTEXT,
    timeout: MOST_MS,
  });
  if (patch === undefined) return { kind: 'too-different' };
  const hunks = patch.hunks.map((hunk) => numbered(hunk));
  const count = (change: ComparedLine['change']): number =>
    hunks.flat().filter((line) => line.change === change).length;
  return { kind: 'lines', hunks, added: count('added'), removed: count('removed') };
}

function textOf(side: FileText): string | { readonly kind: 'binary' | 'too-large' } {
  if (side.kind === 'text') return side.text;
  return side.kind === 'none' ? '' : { kind: side.kind };
}

function numbered(hunk: {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}): ComparedLine[] {
  let old = hunk.oldStart;
  let fresh = hunk.newStart;
  const lines: ComparedLine[] = [];
  for (const marked of hunk.lines) {
    const line = marked.slice(1);
    if (marked.startsWith('+')) lines.push({ change: 'added', number: fresh++, line });
    else if (marked.startsWith('-')) lines.push({ change: 'removed', number: old++, line });
    else if (marked.startsWith(' ')) {
      lines.push({ change: 'same', number: fresh++, line });
      old += 1;
    }
  }
  return lines;
}
