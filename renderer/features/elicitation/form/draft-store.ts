import type { FormField } from '../../../../shared/mcp/elicitation.ts';
import type { Entry, FormDraft } from './form-draft.ts';

const prefix = 'parley.answer.';
const memory = new Map<string, FormDraft>();

/** What was typed into a question that is still open. It outlives a reload of the window, but for secrets. */
export function readAnswerDraft(questionId: string): FormDraft {
  const held = memory.get(questionId);
  if (held !== undefined) return held;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + questionId) ?? '[]');
    return new Map(Array.isArray(stored) ? (stored as [string, Entry][]) : []);
  } catch {
    return new Map();
  }
}

/** Keeps what was typed; of secret fields in memory alone. */
export function writeAnswerDraft(
  questionId: string,
  fields: readonly FormField[],
  draft: FormDraft,
): void {
  memory.set(questionId, draft);
  const secret = new Set(fields.filter(({ isSecret }) => isSecret).map(({ name }) => name));
  const open = [...draft].filter(([name]) => !secret.has(name));
  try {
    sessionStorage.setItem(prefix + questionId, JSON.stringify(open));
  } catch {
    // Storage that is full or absent: it lives in memory until the window is reloaded.
  }
}

/** Forgets what was typed into questions that are over. */
export function forgetOtherDrafts(openIds: ReadonlySet<string>): void {
  for (const id of memory.keys()) if (!openIds.has(id)) memory.delete(id);
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && !openIds.has(key.slice(prefix.length)))
        sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing is stored where there is no storage.
  }
}
