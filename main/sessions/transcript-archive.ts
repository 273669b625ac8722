import { join } from 'node:path';
import {
  listTranscripts,
  summarizeTranscript,
  transcriptNames,
  waitingSessions,
} from '../storage/transcript/list-transcripts.ts';
import type { TranscriptSummary } from '../storage/transcript/list-transcripts.ts';
import { readSessionMeta } from '../storage/transcript/session-meta-file.ts';
import { findInTranscript, locateInTranscript } from '../storage/transcript/find-in-transcript.ts';
import {
  readPageAfter,
  readPageAround,
  readPageBefore,
} from '../storage/transcript/transcript-pages.ts';
import { transcriptLockHolder, transcriptLockPath } from '../storage/transcript/transcript-lock.ts';
import { queuePath, transcriptPath, type ProfilePaths } from '../lib/profile-paths.ts';
import { readQueuedSession } from './message-queue-file.ts';
import type { SessionArchive, StoredSession } from './session-archive.ts';
import { titleFrom } from './session-title.ts';

/** What is read before the person sees anything. */
const newest = { messages: 40 };
const other = { messages: 100 };
const MOST_HITS = 1_000;

/** The transcripts of a profile. A session whose first record was lost works in its scratch folder. */
export function transcriptArchive(paths: ProfilePaths): SessionArchive {
  return {
    async list() {
      const [begun, waiting] = await Promise.all([
        listTranscripts(paths.root),
        waitingSessions(paths.root),
      ]);
      const sessions = await Promise.all([
        ...begun.map((one) => storedOf(paths, one)),
        ...waiting.map((one) => waitingOf(paths, one)),
      ]);
      return sessions.filter((one) => one !== undefined);
    },
    files: () => transcriptNames(paths.root),
    async one(sessionId) {
      const summary = await summarizeTranscript(paths.root, sessionId);
      if (summary) return storedOf(paths, summary);
      const waiting = (await waitingSessions(paths.root)).find(({ id }) => id === sessionId);
      return waiting && waitingOf(paths, waiting);
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
    locate: locateInTranscript,
  };
}

/** A session whose first message was taken in and not recorded: the app was gone, or its runtime did not start. */
async function waitingOf(
  paths: ProfilePaths,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<StoredSession | undefined> {
  const found = await readQueuedSession(queuePath(path));
  const [first] = found?.messages ?? [];
  // Its runtime will write where the folder says, so a file that lies elsewhere is none of ours.
  if (!found || !first || transcriptPath(paths.root, found.session.cwd, id) !== path)
    return undefined;
  const marks = await readSessionMeta(path);
  return {
    ...found.session,
    id,
    path,
    title: titleFrom(first.text || (first.attachments?.[0]?.name ?? '')),
    model: marks.model ?? found.session.model,
    updatedAt: found.messages.at(-1)?.at ?? first.at,
    resting: 'interrupted',
    hasBegun: false,
    marks,
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
    title: marks?.autoTitle ?? summary.title,
    cwd: summary.cwd ?? join(paths.scratch, summary.id),
    model: marks?.model ?? summary.model,
    resting: holder ? undefined : summary.resting,
    marks,
  };
}
