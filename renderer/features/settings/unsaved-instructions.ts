import { readDraft, writeDraft } from '../../lib/drafts.ts';

const KEY = 'instructions';

/** What was typed and not saved, and the text that it was typed over. */
export interface UnsavedInstructions {
  readonly before: string;
  readonly typed: string;
}

/** Kept while the person looks elsewhere, and over a reload of the window. */
export function readUnsaved(): UnsavedInstructions | undefined {
  try {
    const kept: unknown = JSON.parse(readDraft(KEY) || 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    if (!('before' in kept && 'typed' in kept)) return undefined;
    const { before, typed } = kept;
    return typeof before === 'string' && typeof typed === 'string' ? { before, typed } : undefined;
  } catch {
    // Written by somebody else.
    return undefined;
  }
}

export function keepUnsaved(unsaved: UnsavedInstructions): void {
  const { before, typed } = unsaved;
  writeDraft(KEY, before === typed ? '' : JSON.stringify({ before, typed }));
}

export function forgetUnsaved(): void {
  writeDraft(KEY, '');
}
