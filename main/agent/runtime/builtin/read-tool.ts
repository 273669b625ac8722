import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { RawToolResult } from '../../../mcp/client/connection.ts';
import { builtInTool, textResult, ToolFailure } from './built-in-tool.ts';
import type { BuiltInTool } from './built-in-tool.ts';
import type { FileLedger } from './file-ledger.ts';
import { imageType, isPdf } from '../../../lib/file-kind.ts';
import { decodeText } from './file-text.ts';
import { notebookText } from './notebook-text.ts';
import type { SessionPlace } from './session-place.ts';

const LINES = 2_000;
const LONGEST_LINE = 2_000;
/** Characters of one answer; what is left comes with the next page. */
const PAGE_CHARACTERS = 60_000;
/** Files above this are read line by line and never whole. */
const LARGE_BYTES = 32 * 1024 * 1024;
/** What goes to a model as a picture or a document. */
const PART_BYTES = 10 * 1024 * 1024;

const input = z.object({
  file_path: z.string().min(1).describe('The file, absolute or relative to the working folder.'),
  offset: z.int().min(1).optional().describe('Number of the first line, counted from 1.'),
  limit: z
    .int()
    .min(1)
    .optional()
    .describe(`How many lines; ${String(LINES)} if left out.`),
});
type Input = z.infer<typeof input>;

/**
 * Reads a file for the model: text by pages with line numbers, pictures and PDFs as parts.
 * @param isOwn whether a real path is one that the session itself wrote for the model to read
 */
export function readTool(
  place: SessionPlace,
  ledger: FileLedger,
  isOwn: (path: string) => Promise<boolean>,
): BuiltInTool {
  return builtInTool<Input>({
    name: 'Read',
    description:
      'Reads a file. Text comes with line numbers, which are not part of the file, and by pages: ask for the next one with offset. Pictures, PDFs and notebooks can be read; other binary files cannot. A file must be read before Edit or Write changes it.',
    input,
    kind: 'read',
    annotations: { readOnly: true, destructive: false, openWorld: false },
    facts: async ({ file_path: path }) => {
      const real = await place.resolveForDecision(path);
      const title = `Read ${path}`;
      return (await isOwn(real)) ? { kind: 'none', paths: [], title } : { paths: [real], title };
    },
    run: async (args) => {
      const path = await place.resolveDecided(args.file_path);
      const facts = await stat(path);
      if (facts.isDirectory())
        throw new ToolFailure(`${path} is a folder. List what is in it with Glob.`);
      if (!facts.isFile()) throw new ToolFailure(`${path} is no ordinary file, so it is not read.`);
      return facts.size > LARGE_BYTES ? readLarge(path, args) : readWhole(path, args, ledger);
    },
  });
}

async function readWhole(path: string, args: Input, ledger: FileLedger): Promise<RawToolResult> {
  const bytes = await readFile(path);
  const part = partOf(path, bytes);
  if (part) return part;
  const decoded = decodeText(bytes);
  if (!decoded)
    throw new ToolFailure(
      `${path} is a binary file of ${String(bytes.length)} bytes, so it is not read. Use a program that knows its format.`,
    );
  ledger.saw(path, bytes);
  if (bytes.length === 0) return textResult('(The file is empty.)');
  const { name, hasMark } = decoded.encoding;
  const note =
    name === 'utf-8' && !hasMark ? '' : `(Encoding: ${name}${hasMark ? ', with a mark' : ''}.)\n`;
  const notebook =
    extname(path).toLowerCase() === '.ipynb' ? notebookText(decoded.text) : undefined;
  const lines = (notebook ?? decoded.text).split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const first = args.offset ?? 1;
  if (first > lines.length)
    throw new ToolFailure(
      `${path} has ${String(lines.length)} lines; there is no line ${String(first)}.`,
    );
  const page = new Page(first, args.limit ?? LINES);
  for (const line of lines.slice(first - 1)) if (!page.add(line)) break;
  return textResult(note + page.text(lines.length - first + 1 - page.count, lines.length));
}

/** The file is never held whole, so it cannot be edited either. */
async function readLarge(path: string, args: Input): Promise<RawToolResult> {
  const first = args.offset ?? 1;
  const page = new Page(first, args.limit ?? LINES);
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 1024 * 1024 });
  let number = 0;
  let hasMore = false;
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      number += 1;
      if (number < first) continue;
      if (line.includes('\0'))
        throw new ToolFailure(`${path} is a large binary file, so it is not read.`);
      if (page.add(line)) continue;
      hasMore = true;
      break;
    }
  } finally {
    stream.destroy();
  }
  if (page.count === 0)
    throw new ToolFailure(
      `${path} has ${String(number)} lines; there is no line ${String(first)}.`,
    );
  return textResult(page.text(hasMore ? 1 : 0, undefined));
}

function partOf(path: string, bytes: Buffer): RawToolResult | undefined {
  const image = imageType(bytes);
  if (image === undefined && !isPdf(bytes)) return undefined;
  if (bytes.length > PART_BYTES)
    throw new ToolFailure(
      `${path} has ${String(bytes.length)} bytes, which is more than a model takes (${String(PART_BYTES)}). Make a smaller one first.`,
    );
  const data = bytes.toString('base64');
  const what = { type: 'text', text: `${basename(path)}, ${String(bytes.length)} bytes:` };
  if (image !== undefined) return { content: [what, { type: 'image', data, mimeType: image }] };
  const resource = { uri: pathToFileURL(path).href, mimeType: 'application/pdf', blob: data };
  return { content: [what, { type: 'resource', resource }] };
}

/** Numbered lines up to a limit of lines and characters. */
class Page {
  readonly #first: number;
  readonly #limit: number;
  readonly #lines: string[] = [];
  #length = 0;

  constructor(first: number, limit: number) {
    this.#first = first;
    this.#limit = limit;
  }

  get count(): number {
    return this.#lines.length;
  }

  /** False when the page was full before this line. */
  add(line: string): boolean {
    if (this.count >= this.#limit || this.#length > PAGE_CHARACTERS) return false;
    const rest = line.length - LONGEST_LINE;
    const shown =
      rest > 0 ? `${line.slice(0, LONGEST_LINE)} [… ${String(rest)} more characters]` : line;
    const numbered = `${String(this.#first + this.count).padStart(6)}\t${shown}`;
    this.#lines.push(numbered);
    this.#length += numbered.length + 1;
    return true;
  }

  text(left: number, total: number | undefined): string {
    const body = this.#lines.join('\n');
    if (left <= 0) return body;
    const next = this.#first + this.count;
    const of = total === undefined ? '' : ` of ${String(total)}`;
    return `${body}\n[Lines ${String(this.#first)} to ${String(next - 1)}${of}. Go on with offset ${String(next)}.]`;
  }
}
