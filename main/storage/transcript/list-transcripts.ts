import { open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ModelRef } from '../../../shared/agent/provider.ts';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import type { TranscriptRecord } from '../../../shared/agent/transcript-record.ts';
import { uuid } from '../../../shared/lib/ids.ts';
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
}

const CHUNK = 64 * 1024;
/** How far the head is searched for the first message. */
const HEAD_LIMIT = 4 * 1024 * 1024;
const AT_ONCE = 16;
const TITLE_LENGTH = 200;

/** All transcripts of a profile, newest first. Reads heads and tails only; a file that cannot be read is left out. */
export async function listTranscripts(configRoot: string): Promise<TranscriptSummary[]> {
  const paths = await transcriptPaths(configRoot);
  const found: TranscriptSummary[] = [];
  for (let index = 0; index < paths.length; index += AT_ONCE) {
    const batch = paths.slice(index, index + AT_ONCE);
    const summaries = await Promise.all(batch.map((path) => summarize(configRoot, path)));
    for (const summary of summaries) if (summary) found.push(summary);
  }
  return found.sort((left, right) => right.updatedAt - left.updatedAt);
}

/** Where the transcript of a session is, whatever its working folder; undefined when there is none. */
export async function findTranscript(
  configRoot: string,
  sessionId: string,
): Promise<string | undefined> {
  const paths = await transcriptPaths(configRoot);
  return paths.find((path) => path.endsWith(`${sep}${sessionId}.jsonl`));
}

async function transcriptPaths(configRoot: string): Promise<string[]> {
  const projects = join(configRoot, 'projects');
  const folders = await readdir(projects, { withFileTypes: true }).catch(() => []);
  const lists = await Promise.all(
    folders
      .filter((folder) => folder.isDirectory())
      .map(async (folder) => {
        const names = await readdir(join(projects, folder.name)).catch(() => []);
        return names
          .filter((name) => name.endsWith('.jsonl') && uuid.safeParse(name.slice(0, -6)).success)
          .map((name) => join(projects, folder.name, name));
      }),
  );
  return lists.flat();
}

async function summarize(configRoot: string, path: string): Promise<TranscriptSummary | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const { size, mtimeMs, birthtimeMs } = await file.stat();
    const { header, title } = await readHead(file, size);
    const lastTime = await readLastTime(file, size);
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
): Promise<{
  header: Extract<TranscriptRecord, { type: 'session' }> | undefined;
  title: string;
}> {
  let header: Extract<TranscriptRecord, { type: 'session' }> | undefined;
  for (let length = CHUNK; ; length *= 4) {
    const text = await readSlice(file, 0, Math.min(length, size, HEAD_LIMIT));
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

async function readLastTime(file: FileHandle, size: number): Promise<number | undefined> {
  const start = Math.max(0, size - CHUNK);
  const lines = wholeLines(await readSlice(file, start, size - start)).reverse();
  for (const line of lines) {
    const time = /"timestamp":"([^"]{20,30})","version":/.exec(line)?.[1];
    const parsed = time === undefined ? NaN : Date.parse(time);
    if (!Number.isNaN(parsed)) return parsed;
  }
  return undefined;
}

async function readSlice(file: FileHandle, position: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
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
