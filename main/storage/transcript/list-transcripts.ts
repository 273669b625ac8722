import { open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ModelRef } from '../../../shared/agent/provider.ts';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import type { TranscriptRecord } from '../../../shared/agent/transcript-record.ts';
import { uuid } from '../../../shared/lib/ids.ts';
import { projectSlug } from '../../lib/profile-paths.ts';
import { recordFromText } from './salvage-records.ts';

/** What a list shows of a session. Times are epoch ms. */
export interface TranscriptSummary {
  readonly id: string;
  readonly path: string;
  /** Working folder as recorded; absent when the first record was lost. */
  readonly cwd: string | undefined;
  /** Working folder, null for a session without one. */
  readonly folder: string | null;
  /** First line of the first message of the person, at most 200 characters; empty before there is one. */
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Absent when the first record was lost. */
  readonly model: ModelRef | undefined;
  /** Bytes. */
  readonly size: number;
  /** What it was made of, for a session that was forked. */
  readonly forkedFrom: Header['forkedFrom'];
  /** There are facts beside the conversation (`<id>.meta.json`). */
  readonly hasMeta: boolean;
  /** How the last turn ended; `interrupted` where it never did. Absent when its end is too far from the tail to be seen. */
  readonly resting: 'idle' | 'failed' | 'interrupted' | undefined;
  /** There is a lock, held or left behind. */
  readonly hasLock: boolean;
}

type Header = Extract<TranscriptRecord, { type: 'session' }>;

/** Most transcripts are settled by so much of their head, and of their tail. */
const CHUNK = 8 * 1024;
const TAIL_CHUNKS = [CHUNK, 256 * 1024];
/** How far the head is searched for the first message. */
const HEAD_LIMIT = 4 * 1024 * 1024;
const AT_ONCE = 16;
const TITLE_LENGTH = 200;

/** All transcripts of a profile, newest first. Reads heads and tails only, a few files at a time; a file that cannot be read is left out. */
export async function listTranscripts(configRoot: string): Promise<TranscriptSummary[]> {
  const found: TranscriptSummary[] = [];
  const waiting = (await transcriptFiles(configRoot)).values();
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      const summary = await summarize(configRoot, file);
      if (summary) found.push(summary);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found.sort((left, right) => right.updatedAt - left.updatedAt);
}

/** Id of the session that was last written to among those that work in a folder, given by its real path. */
export async function latestSession(
  configRoot: string,
  realCwd: string,
): Promise<string | undefined> {
  const files = await filesIn(join(configRoot, 'projects', projectSlug(realCwd)));
  const found = await Promise.all(files.map((file) => summarize(configRoot, file)));
  return found
    .filter((one) => one !== undefined)
    .sort((left, right) => right.updatedAt - left.updatedAt)[0]?.id;
}

/** Where the transcript of a session is, whatever its working folder; undefined when there is none. */
export async function findTranscript(
  configRoot: string,
  sessionId: string,
): Promise<string | undefined> {
  const files = await transcriptFiles(configRoot);
  return files.find(({ path }) => path.endsWith(`${sep}${sessionId}.jsonl`))?.path;
}

/** Ids and paths of all transcripts; none of them is read. */
export async function transcriptNames(
  configRoot: string,
): Promise<{ readonly id: string; readonly path: string }[]> {
  const files = await transcriptFiles(configRoot);
  return files.map(({ path }) => ({ id: path.slice(path.lastIndexOf(sep) + 1, -6), path }));
}

/** Sessions that have not begun: messages wait for them (`<id>.queue.json`), and there is no transcript at `path` yet. */
export async function waitingSessions(
  configRoot: string,
): Promise<{ readonly id: string; readonly path: string }[]> {
  const lists = await Promise.all(
    (await projectFolders(configRoot)).map(async (folder) => {
      const names = new Set(await readdir(folder).catch(() => []));
      return [...names].flatMap((name) => {
        const id = name.endsWith('.queue.json') ? name.slice(0, -'.queue.json'.length) : '';
        if (!uuid.safeParse(id).success || names.has(`${id}.jsonl`)) return [];
        return [{ id, path: join(folder, `${id}.jsonl`) }];
      });
    }),
  );
  return lists.flat();
}

type TranscriptFile = Pick<TranscriptSummary, 'path' | 'hasMeta' | 'hasLock'>;

async function transcriptFiles(configRoot: string): Promise<TranscriptFile[]> {
  return (await Promise.all((await projectFolders(configRoot)).map(filesIn))).flat();
}

async function projectFolders(configRoot: string): Promise<string[]> {
  const projects = join(configRoot, 'projects');
  const entries = await readdir(projects, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(projects, name));
}

async function filesIn(folder: string): Promise<TranscriptFile[]> {
  const names = await readdir(folder).catch(() => []);
  const known = new Set(names);
  return names
    .filter((name) => name.endsWith('.jsonl') && uuid.safeParse(name.slice(0, -6)).success)
    .map((name) => ({
      path: join(folder, name),
      hasMeta: known.has(name.replace(/jsonl$/, 'meta.json')),
      hasLock: known.has(name.replace(/jsonl$/, 'lock')),
    }));
}

/** What a list shows of one session; undefined when there is none, or when its transcript cannot be read. */
export async function summarizeTranscript(
  configRoot: string,
  sessionId: string,
): Promise<TranscriptSummary | undefined> {
  const files = await transcriptFiles(configRoot);
  const found = files.find(({ path }) => path.endsWith(`${sep}${sessionId}.jsonl`));
  return found && summarize(configRoot, found);
}

async function summarize(
  configRoot: string,
  { path, hasMeta, hasLock }: TranscriptFile,
): Promise<TranscriptSummary | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const { size, mtimeMs, birthtimeMs } = await file.stat();
    const start = await readSlice(file, 0, Math.min(CHUNK, size));
    const { header, title } = await readHead(file, size, start);
    const { lastTime, resting } = await readEnd(file, size, start);
    const createdAt = header ? Date.parse(header.timestamp) : birthtimeMs;
    const isScratch = header?.cwd.startsWith(join(configRoot, 'scratch') + sep) ?? true;
    return {
      id: path.slice(path.lastIndexOf(sep) + 1, -6),
      path,
      cwd: header?.cwd,
      folder: header && !isScratch ? header.cwd : null,
      title,
      createdAt,
      updatedAt: lastTime ?? mtimeMs,
      model: header?.model,
      size,
      forkedFrom: header?.forkedFrom,
      resting,
      hasMeta,
      hasLock,
    };
  } catch {
    return undefined;
  } finally {
    await file?.close().catch(() => undefined);
  }
}

async function readHead(
  file: FileHandle,
  size: number,
  start: string,
): Promise<{ header: Header | undefined; title: string }> {
  let header: Header | undefined;
  for (let length = CHUNK; ; length *= 4) {
    const end = Math.min(length, size, HEAD_LIMIT);
    const text = length === CHUNK ? start : await readSlice(file, 0, end);
    for (const line of wholeLines(text)) {
      const record = recordFromText(line);
      if (typeof record !== 'object') continue;
      if (record.type === 'session') header ??= record;
      const title = record.type === 'message' ? userLine(record.message) : '';
      if (title !== '') return { header, title };
    }
    if (length >= Math.min(size, HEAD_LIMIT)) return { header, title: '' };
  }
}

interface End {
  readonly lastTime: number | undefined;
  readonly resting: TranscriptSummary['resting'];
}

async function readEnd(file: FileHandle, size: number, head: string): Promise<End> {
  for (const length of TAIL_CHUNKS) {
    const start = Math.max(0, size - length);
    const text = size <= CHUNK ? head : await readSlice(file, start, size - start);
    const lines = wholeLines(text).reverse();
    for (const line of lines) {
      const time = /"timestamp":"([^"]{20,30})","version":/.exec(line)?.[1];
      const parsed = time === undefined ? NaN : Date.parse(time);
      if (!Number.isNaN(parsed)) return { lastTime: parsed, resting: restingAfter(lines) };
    }
    if (start === 0) break;
  }
  return { lastTime: undefined, resting: undefined };
}

/** The state in which a conversation rests, by its last records, the newest first. */
function restingAfter(lines: readonly string[]): TranscriptSummary['resting'] {
  for (const line of lines) {
    const record = recordFromText(line);
    if (typeof record !== 'object') continue;
    if (record.type === 'delta' || record.type === 'tool_start') return 'interrupted';
    if (record.type !== 'message') continue;
    const { message } = record;
    if (message.type === 'user' || message.type === 'assistant') return 'interrupted';
    if (message.type === 'system' && message.subtype === 'runtime_exited') return 'interrupted';
    if (message.type !== 'result') continue;
    if (message.subtype === 'success') return 'idle';
    return message.subtype === 'interrupted' ? 'interrupted' : 'failed';
  }
  return undefined;
}

async function readSlice(file: FileHandle, position: number, length: number): Promise<string> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
}

function wholeLines(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

function userLine(message: SDKMessage): string {
  if (message.type !== 'user' || message.parent_tool_use_id !== null) return '';
  const { content } = message.message;
  const text =
    typeof content === 'string'
      ? content
      : content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  return Array.from(line.trim()).slice(0, TITLE_LENGTH).join('');
}
