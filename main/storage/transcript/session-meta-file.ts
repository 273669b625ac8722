import { readFile } from 'node:fs/promises';
import { sessionMeta, type SessionMeta } from '../../../shared/agent/transcript-record.ts';
import { withFileLock } from '../file-lock.ts';
import { writeJsonFile } from '../json-file.ts';

/** How long a change waits for one of another program, in ms. */
const PATIENCE_MS = 10_000;
/** Changes of this process, in a row for each file. */
const changes = new Map<string, Promise<void>>();

/** What is stored about a session beside its conversation; empty when there is nothing, or nothing readable. */
export async function readSessionMeta(transcript: string): Promise<SessionMeta> {
  try {
    return sessionMeta.parse(JSON.parse(await readFile(sessionMetaPath(transcript), 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Changes the given fields and keeps the others; a field that is `undefined` in `patch` is taken out. Programs that change
 * one file wait for each other, and the transcript itself is not touched. Rejects when the file cannot be written.
 */
export async function writeSessionMeta(transcript: string, patch: SessionMeta): Promise<void> {
  const path = sessionMetaPath(transcript);
  const change = async (): Promise<void> => {
    await withFileLock(`${path}.lock`, { patienceMs: PATIENCE_MS }, async () => {
      await writeJsonFile(path, { ...(await readSessionMeta(transcript)), ...patch });
    });
  };
  const before = changes.get(path) ?? Promise.resolve();
  const mine = before.then(change, change);
  changes.set(path, mine);
  try {
    await mine;
  } finally {
    if (changes.get(path) === mine) changes.delete(path);
  }
}

/** The file beside a transcript that holds what is not conversation. */
export function sessionMetaPath(transcript: string): string {
  return transcript.replace(/\.jsonl$/, '.meta.json');
}
