import type { RawToolResult } from '../../../mcp/client/connection.ts';

/** Characters of text that one result may bring into the conversation. */
const MOST_CHARACTERS = 80_000;
const HEAD = 30_000;
const TAIL = 10_000;

/** What a result that is too long for the conversation is to be kept as, and what stands in its place. */
export interface LongResult {
  readonly whole: string;
  readonly kind: 'txt' | 'json';
  /** The result with its beginning and end, and a note that names the file. */
  readonly shortened: (path: string) => RawToolResult;
}

/** Undefined when the result is short enough as it is (SDK-62). Pictures and the like do not count: they are parts of their own. */
export function longResult(answer: RawToolResult): LongResult | undefined {
  const texts = answer.content.map((block) => textOf(block));
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const structured =
    answer.structuredContent === undefined ? '' : JSON.stringify(answer.structuredContent);
  // Structured content is what the model gets when there is no text.
  const isLong = length > MOST_CHARACTERS || (length === 0 && structured.length > MOST_CHARACTERS);
  if (!isLong) return undefined;
  const isPlain = structured === '' && answer.content.every((block) => block.type === 'text');
  const whole = isPlain ? texts.join('\n') : JSON.stringify(answer, undefined, 1);
  const text = length === 0 ? structured : texts.filter((one) => one !== '').join('\n');
  return {
    whole,
    kind: isPlain ? 'txt' : 'json',
    shortened: (path) => ({
      content: [
        { type: 'text', text: cut(text, path) },
        ...answer.content.filter((block) => textOf(block) === ''),
      ],
      ...(structured !== '' && structured.length <= MOST_CHARACTERS
        ? { structuredContent: answer.structuredContent }
        : {}),
      ...(answer.isError === true ? { isError: true } : {}),
    }),
  };
}

function cut(text: string, path: string): string {
  const left = text.length - HEAD - TAIL;
  return `${text.slice(0, HEAD)}\n[… ${String(left)} characters are left out here. The whole result is in ${path}. …]\n${text.slice(-TAIL)}`;
}

function textOf(block: RawToolResult['content'][number]): string {
  const { text, resource } = block;
  if (typeof text === 'string') return text;
  const inside = (resource as { readonly text?: unknown } | undefined)?.text;
  return typeof inside === 'string' ? inside : '';
}
