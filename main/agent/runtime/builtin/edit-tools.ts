import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { RawToolResult } from '../../../mcp/client/connection.ts';
import { applyEdit } from './apply-edit.ts';
import { builtInTool, textResult, ToolFailure } from './built-in-tool.ts';
import type { BuiltInTool, CallContext } from './built-in-tool.ts';
import type { FileLedger } from './file-ledger.ts';
import { decodeText, encodeText, lineEndingOf } from './file-text.ts';
import { replaceFile } from '../../../lib/replace-file.ts';
import type { SessionPlace } from './session-place.ts';

/** Told around each change of a file. */
export interface ChangeWatcher {
  /** Before the change; `bytes` is undefined for a new file. Rejects to prevent the change. */
  before(path: string, bytes: Buffer | undefined): Promise<void>;
  after(path: string, bytes: Buffer): Promise<void>;
}

export interface EditToolParts {
  readonly place: SessionPlace;
  readonly ledger: FileLedger;
  readonly watcher: ChangeWatcher;
}

const MOST_BYTES = 32 * 1024 * 1024;
const hints = { readOnly: false, destructive: true, openWorld: false };
const filePath = z
  .string()
  .min(1)
  .describe('The file, absolute or relative to the working folder.');

const writeInput = z.object({
  file_path: filePath,
  content: z.string().describe('All that the file shall hold.'),
});
const editInput = z.object({
  file_path: filePath,
  old_string: z.string().describe('The text to replace, exactly as in the file.'),
  new_string: z.string().describe('What comes in its place.'),
  replace_all: z.boolean().default(false).describe('Replace it everywhere in the file.'),
});
type WriteInput = z.infer<typeof writeInput>;
type EditInput = z.infer<typeof editInput>;

/** Write: a file with new content, whole. */
export function writeTool(parts: EditToolParts): BuiltInTool {
  return builtInTool<WriteInput>({
    name: 'Write',
    description:
      'Writes a whole file; folders that are missing are made. A file that exists must have been read before. To change a part of a file use Edit.',
    input: writeInput,
    kind: 'write',
    annotations: hints,
    facts: async ({ file_path: path }) => ({
      paths: [await parts.place.resolveForDecision(path)],
      title: `Write ${path}`,
    }),
    run: (args, context) => write(parts, args, context),
  });
}

/** Edit: an exact piece of text of a file replaced. */
export function editTool(parts: EditToolParts): BuiltInTool {
  return builtInTool<EditInput>({
    name: 'Edit',
    description:
      'Replaces a piece of text of a file, which must be there exactly once unless replace_all is set. The file must have been read before. Line ends and encoding stay as they are.',
    input: editInput,
    kind: 'write',
    annotations: hints,
    facts: async ({ file_path: path }) => ({
      paths: [await parts.place.resolveForDecision(path)],
      title: `Edit ${path}`,
    }),
    run: (args, context) => edit(parts, args, context),
  });
}

async function write(
  parts: EditToolParts,
  { file_path: given, content }: WriteInput,
  { signal }: CallContext,
): Promise<RawToolResult> {
  const path = await parts.place.resolveDecided(given);
  const before = await currentBytes(path);
  if (before) parts.ledger.requireSeen(path, before);
  const known = before && decodeText(before);
  // A text file of Windows stays one when the model, which never saw its CR, writes it anew.
  const keepsEndings = known && !content.includes('\r') && lineEndingOf(known.text) === '\r\n';
  const text = keepsEndings ? content.replaceAll('\n', '\r\n') : content;
  const encoding = known?.encoding ?? { name: 'utf-8', hasMark: false };
  const bytes = encodeText(text, encoding) ?? Buffer.from(text, 'utf8');
  await change(parts, path, before, bytes, signal);
  const lines = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return textResult(`${before ? 'Replaced' : 'Created'} ${path} (${String(lines)} lines).`);
}

async function edit(
  parts: EditToolParts,
  args: EditInput,
  { signal }: CallContext,
): Promise<RawToolResult> {
  const path = await parts.place.resolveDecided(args.file_path);
  const before = await currentBytes(path);
  if (!before) throw new ToolFailure(`${path} does not exist. Create it with Write.`);
  parts.ledger.requireSeen(path, before);
  const known = decodeText(before);
  if (!known) throw new ToolFailure(`${path} is a binary file, so it is not edited.`);
  const edited = applyEdit(known.text, {
    oldText: args.old_string,
    newText: args.new_string,
    all: args.replace_all,
  });
  const bytes = encodeText(edited.text, known.encoding);
  if (!bytes)
    throw new ToolFailure(
      `${path} is written in ${known.encoding.name}, which lacks a character of new_string, so nothing was changed.`,
    );
  await change(parts, path, before, bytes, signal);
  const places = edited.count === 1 ? '1 place' : `${String(edited.count)} places`;
  return textResult(`Changed ${path} in ${places}.`);
}

async function change(
  { ledger, watcher }: EditToolParts,
  path: string,
  before: Buffer | undefined,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<void> {
  await watcher.before(path, before);
  signal.throwIfAborted();
  // Whatever was written meanwhile by others must not get lost.
  const now = await currentBytes(path);
  if (now && before) ledger.requireSeen(path, now);
  else if (now)
    throw new ToolFailure(`${path} was made by something else just now. Read it first.`);
  await replaceFile(path, bytes);
  ledger.saw(path, bytes);
  await watcher.after(path, bytes);
}

async function currentBytes(path: string): Promise<Buffer | undefined> {
  const facts = await stat(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (!facts) return undefined;
  if (!facts.isFile()) throw new ToolFailure(`${path} is no ordinary file, so it is not changed.`);
  if (facts.size > MOST_BYTES)
    throw new ToolFailure(
      `${path} has ${String(facts.size)} bytes, which is too large to be changed as a whole. Use a command.`,
    );
  return readFile(path);
}
