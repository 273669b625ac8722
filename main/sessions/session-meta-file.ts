import { readFile } from 'node:fs/promises';
import { sessionMeta, type SessionMeta } from '../../shared/agent/transcript-record.ts';
import { writeJsonFile } from '../storage/json-file.ts';

/** What is stored about a session beside its conversation; empty when there is nothing, or nothing readable. */
export async function readSessionMeta(transcript: string): Promise<SessionMeta> {
  try {
    return sessionMeta.parse(JSON.parse(await readFile(metaPath(transcript), 'utf8')));
  } catch {
    return {};
  }
}

/** Changes the given fields and keeps the others. Rejects when the file cannot be written. */
export async function writeSessionMeta(transcript: string, patch: SessionMeta): Promise<void> {
  await writeJsonFile(metaPath(transcript), { ...(await readSessionMeta(transcript)), ...patch });
}

function metaPath(transcript: string): string {
  return transcript.replace(/\.jsonl$/, '.meta.json');
}
