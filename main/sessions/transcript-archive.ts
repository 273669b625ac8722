import { join } from 'node:path';
import { listTranscripts } from '../storage/transcript/list-transcripts.ts';
import { readTranscript } from '../storage/transcript/read-transcript.ts';
import { transcriptLockHolder, transcriptLockPath } from '../storage/transcript/transcript-lock.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import type { SessionArchive } from './session-archive.ts';

/** The transcripts of a profile. A session whose first record was lost works in its scratch folder. */
export function transcriptArchive(paths: ProfilePaths): SessionArchive {
  return {
    async list() {
      const found = await listTranscripts(paths.root);
      return found.map((summary) => ({
        ...summary,
        cwd: summary.cwd ?? join(paths.scratch, summary.id),
      }));
    },
    async read(path) {
      const holder = await transcriptLockHolder(transcriptLockPath(path));
      const { messages } = await readTranscript(path);
      return {
        messages,
        holder: holder && `${holder.program} (process ${String(holder.pid)})`,
      };
    },
  };
}
