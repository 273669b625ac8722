import { join } from 'node:path';
import {
  listTranscripts,
  summarizeTranscript,
  transcriptNames,
} from '../storage/transcript/list-transcripts.ts';
import type { TranscriptSummary } from '../storage/transcript/list-transcripts.ts';
import { readSessionMeta } from '../storage/transcript/session-meta-file.ts';
import { findInTranscript } from '../storage/transcript/find-in-transcript.ts';
import {
  readPageAfter,
  readPageAround,
  readPageBefore,
} from '../storage/transcript/transcript-pages.ts';
import { transcriptLockHolder, transcriptLockPath } from '../storage/transcript/transcript-lock.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import type { SessionArchive, StoredSession } from './session-archive.ts';

/** What is read before the person sees anything. */
const newest = { messages: 40 };
const other = { messages: 100 };
const MOST_HITS = 1_000;

/** The transcripts of a profile. A session whose first record was lost works in its scratch folder. */
export function transcriptArchive(paths: ProfilePaths): SessionArchive {
  return {
    async list() {
      return Promise.all((await listTranscripts(paths.root)).map((one) => storedOf(paths, one)));
    },
    files: () => transcriptNames(paths.root),
    async one(sessionId) {
      const summary = await summarizeTranscript(paths.root, sessionId);
      return summary && storedOf(paths, summary);
    },
    async read(path) {
      const holder = await transcriptLockHolder(transcriptLockPath(path));
      const { messages, earlier } = await readPageBefore(path, undefined, newest);
      return {
        messages,
        earlier,
        holder: holder && `${holder.program} (process ${String(holder.pid)})`,
      };
    },
    page(path, at, limit) {
      if ('before' in at) return readPageBefore(path, at.before, other);
      return 'after' in at
        ? readPageAfter(path, at.after, limit, other)
        : readPageAround(path, at.around, limit, other);
    },
    find: (path, words) => findInTranscript(path, words, MOST_HITS),
  };
}

async function storedOf(paths: ProfilePaths, summary: TranscriptSummary): Promise<StoredSession> {
  const marks = summary.hasMeta ? await readSessionMeta(summary.path) : undefined;
  // What another living program writes is in the middle of its turn, not cut off.
  const holder = summary.hasLock
    ? await transcriptLockHolder(transcriptLockPath(summary.path))
    : undefined;
  return {
    ...summary,
    cwd: summary.cwd ?? join(paths.scratch, summary.id),
    model: marks?.model ?? summary.model,
    resting: holder ? undefined : summary.resting,
    marks,
  };
}
