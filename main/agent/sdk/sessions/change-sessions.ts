import { readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { OFFLINE_MODEL_ID, OFFLINE_PROVIDER_ID } from '../../../../shared/agent/provider.ts';
import type { SessionMeta } from '../../../../shared/agent/transcript-record.ts';
import { uuid } from '../../../../shared/lib/ids.ts';
import { transcriptPath } from '../../../lib/profile-paths.ts';
import { sessionFolders } from '../../../storage/kept-files/session-folders.ts';
import {
  forkTranscript,
  MessageNotFoundError,
} from '../../../storage/transcript/fork-transcript.ts';
import { readTranscript } from '../../../storage/transcript/read-transcript.ts';
import {
  readSessionMeta,
  writeSessionMeta,
} from '../../../storage/transcript/session-meta-file.ts';
import {
  acquireTranscriptLock,
  TranscriptLockedError,
  transcriptLockPath,
} from '../../../storage/transcript/transcript-lock.ts';
import { InvalidOptionsError, SessionLockedError, SessionNotFoundError } from '../errors.ts';
import {
  configRootOf,
  parseArguments,
  parseSessionId,
  realFolder,
  storeFields,
  transcriptOf,
} from './session-store.ts';
import type { SessionStoreOptions } from './session-store.ts';

const MOST_TITLE = 500;
const MOST_TAG = 100;
const PROGRAM = 'the agent SDK';

/**
 * Gives a session a title; null takes it back. The title is kept beside the conversation, so a session that another program
 * writes can be renamed, too. Rejects with `SessionNotFoundError`.
 */
export async function renameSession(
  sessionId: string,
  title: string | null,
  options: SessionStoreOptions = {},
): Promise<void> {
  await changeMeta(sessionId, options, { title: word('title', title, MOST_TITLE) });
}

/** Gives a session a tag; null takes it back. Rejects with `SessionNotFoundError`. */
export async function tagSession(
  sessionId: string,
  tag: string | null,
  options: SessionStoreOptions = {},
): Promise<void> {
  await changeMeta(sessionId, options, { tag: word('tag', tag, MOST_TAG) });
}

/** Takes a session out of the list, or with `archived: false` back into it. Rejects with `SessionNotFoundError`. */
export async function archiveSession(
  sessionId: string,
  options: SessionStoreOptions & { readonly archived?: boolean | undefined } = {},
): Promise<void> {
  const { archived, ...store } = parseArguments(
    z.strictObject({ ...storeFields, archived: z.boolean().default(true) }),
    options,
  );
  await changeMeta(sessionId, store, { archived });
}

export interface ForkSessionOptions extends SessionStoreOptions {
  /** Last message that is taken over. Default: the last one. */
  readonly upToMessageId?: string | undefined;
  /** Title of the new session. Default: that of the other one with " (fork)". */
  readonly title?: string | undefined;
  /** Working folder of the new session. Default: the same. */
  readonly folder?: string | undefined;
}

const forkArguments = z.strictObject({
  ...storeFields,
  upToMessageId: uuid.optional(),
  title: z.string().trim().min(1).max(MOST_TITLE).optional(),
  folder: z.string().min(1).optional(),
});

/**
 * Copies a session as a new one: a file of its own, new uuids, the origin recorded. The other one is only read, so it may be
 * open elsewhere. Gives the new id. Rejects with `SessionNotFoundError`, also for an unknown message.
 */
export async function forkSession(
  sessionId: string,
  options: ForkSessionOptions = {},
): Promise<{ readonly sessionId: string }> {
  const sourceId = parseSessionId(sessionId);
  const { upToMessageId, title, folder, ...store } = parseArguments(forkArguments, options);
  const configRoot = configRootOf(store);
  const source = await transcriptOf(configRoot, sourceId);
  const { header } = await readTranscript(source);
  const newId = crypto.randomUUID();
  const cwd = folder === undefined ? header?.cwd : await realFolder(folder);
  const target =
    cwd === undefined
      ? join(dirname(source), `${newId}.jsonl`)
      : transcriptPath(configRoot, cwd, newId);
  try {
    await forkTranscript({
      source,
      sourceId,
      target,
      sessionId: newId,
      cwd,
      upToMessageId,
      model: header?.model ?? { provider_id: OFFLINE_PROVIDER_ID, id: OFFLINE_MODEL_ID },
      appVersion: header?.appVersion ?? 'unknown',
      now: Date.now(),
    });
  } catch (error) {
    if (error instanceof MessageNotFoundError)
      throw new SessionNotFoundError(error.message, { cause: error });
    throw error;
  }
  const meta = await readSessionMeta(source);
  const newTitle = title ?? (meta.title === undefined ? undefined : `${meta.title} (fork)`);
  if (newTitle !== undefined || meta.instructions !== undefined)
    await writeSessionMeta(target, { title: newTitle, instructions: meta.instructions });
  return { sessionId: newId };
}

/**
 * Deletes a session with everything that was kept for it, a working folder of Parley's own too; what its tools wrote into
 * other folders stays.
 * Rejects with `SessionLockedError` while another program writes it, and with `SessionNotFoundError`.
 */
export async function deleteSession(
  sessionId: string,
  options: SessionStoreOptions = {},
): Promise<void> {
  const id = parseSessionId(sessionId);
  const configRoot = configRootOf(parseArguments(z.strictObject(storeFields), options));
  const path = await transcriptOf(configRoot, id);
  const lock = await acquireTranscriptLock(transcriptLockPath(path), PROGRAM).catch(
    (error: unknown) => {
      if (error instanceof TranscriptLockedError)
        throw new SessionLockedError(error.message, { cause: error });
      throw error;
    },
  );
  try {
    const folder = dirname(path);
    const lockName = basename(transcriptLockPath(path));
    // The transcript goes last: until then the session is there and can be deleted again.
    for (const kept of sessionFolders(configRoot, id))
      await rm(kept, { recursive: true, force: true });
    const names = (await readdir(folder)).filter(
      (name) => name.startsWith(`${id}.`) && name !== lockName && name !== basename(path),
    );
    for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
    await rm(path, { force: true });
  } finally {
    await lock.release();
  }
  await removeScratch(configRoot, dirname(path)).catch(() => undefined);
}

/** A working folder of Parley's own goes with the last session that works in it. */
async function removeScratch(configRoot: string, beside: string): Promise<void> {
  const owner = /scratch-([\da-f-]{36})-[\da-f]{12}$/.exec(beside)?.[1];
  if (owner === undefined) return;
  const scratch = join(configRoot, 'scratch', owner);
  const own = dirname(transcriptPath(configRoot, await realpath(scratch), owner));
  if (own !== beside || (await readdir(beside)).some((name) => name.endsWith('.jsonl'))) return;
  await rm(scratch, { recursive: true, force: true });
  await rmdir(beside);
}

async function changeMeta(
  sessionId: string,
  options: SessionStoreOptions,
  patch: SessionMeta,
): Promise<void> {
  const id = parseSessionId(sessionId);
  const store = parseArguments(z.strictObject(storeFields), options);
  await writeSessionMeta(await transcriptOf(configRootOf(store), id), patch);
}

/** Null and nothing but spaces take the word back. Throws `InvalidOptionsError`. */
function word(path: string, given: unknown, most: number): string | undefined {
  if (given === null) return undefined;
  if (typeof given === 'string' && given.length <= most) return given.trim() || undefined;
  throw new InvalidOptionsError([
    { path, message: `Expected a text of at most ${String(most)} characters, or null.` },
  ]);
}
