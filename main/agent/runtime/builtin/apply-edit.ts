import { ToolFailure } from './built-in-tool.ts';
import { lineEndingOf } from './file-text.ts';

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

/**
 * The text with the edit applied, and how often. The model sees every line end as LF, so an LF of `oldText` also stands for
 * CRLF, and what is put in ends its lines as the text that it replaces, or else as the rest. Throws `ToolFailure`.
 */
export function applyEdit(
  text: string,
  { oldText, newText, all }: TextEdit,
): { readonly text: string; readonly count: number } {
  const wanted = oldText.replaceAll('\r\n', '\n');
  const fresh = newText.replaceAll('\r\n', '\n');
  if (wanted === fresh)
    throw new ToolFailure('old_string and new_string are the same, so there is nothing to change.');
  if (wanted === '')
    throw new ToolFailure(
      'old_string is empty. Give the text to replace, or use Write for a new file.',
    );
  const pattern = new RegExp(
    wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\n', '\\r?\\n'),
    'g',
  );
  const count = [...text.matchAll(pattern)].length;
  if (count === 0)
    throw new ToolFailure(
      'old_string is not in the file. It must be exactly as in the file, with its blanks and without line numbers.',
    );
  if (count > 1 && !all)
    throw new ToolFailure(
      `old_string is in the file ${String(count)} times. Add lines around it until it is there once, or set replace_all.`,
    );
  const usual = lineEndingOf(text);
  const changed = text.replace(pattern, (found) => {
    const ending = found.includes('\n') ? lineEndingOf(found) : usual;
    return fresh.replaceAll('\n', ending);
  });
  return { text: changed, count };
}
