import { realpath } from 'node:fs/promises';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import type { Clock } from '../../../lib/clock.ts';
import { transcriptPath } from '../../../lib/profile-paths.ts';
import { forkTranscript } from '../../../storage/transcript/fork-transcript.ts';
import { findTranscript, latestSession } from '../../../storage/transcript/list-transcripts.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import { TranscriptStateError } from './open-transcript.ts';

/**
 * Settles which session a request is about: the newest of its folder is looked up, a copy is made (RT-44). What comes back
 * only resumes `session_id` or begins it. Rejects with `TranscriptStateError`.
 */
export async function chooseSession(
  init: InitializeRequest,
  clock: Clock,
): Promise<InitializeRequest> {
  const source = await sourceOf(init);
  if (source === undefined) return init;
  if (init.fork_from === undefined) return { ...init, session_id: source, resume: true };
  await fork(init, source, clock);
  return { ...init, resume: true };
}

async function sourceOf(init: InitializeRequest): Promise<string | undefined> {
  if (init.fork_from !== undefined && init.fork_from !== 'latest') return init.fork_from;
  if (init.fork_from !== 'latest' && !init.continue_latest) return undefined;
  return latestSession(init.config_root, await realpath(init.cwd));
}

async function fork(init: InitializeRequest, sourceId: string, clock: Clock): Promise<void> {
  const { config_root: configRoot, session_id: sessionId } = init;
  const source = await findTranscript(configRoot, sourceId);
  if (source === undefined)
    throw new TranscriptStateError(
      'session-not-found',
      `There is no session ${sourceId} to copy in ${configRoot}.`,
    );
  if ((await findTranscript(configRoot, sessionId)) !== undefined)
    throw new TranscriptStateError(
      'session-exists',
      `The session ${sessionId} exists already; choose another id for the copy.`,
    );
  const cwd = await realpath(init.cwd);
  await forkTranscript({
    source,
    sourceId,
    target: transcriptPath(configRoot, cwd, sessionId),
    sessionId,
    cwd,
    model: init.model,
    appVersion: RUNTIME_VERSION,
    now: clock.now(),
  });
}
