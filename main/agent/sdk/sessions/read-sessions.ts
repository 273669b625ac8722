import { z } from 'zod';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { SessionMeta } from '../../../../shared/agent/transcript-record.ts';
import {
  listTranscripts,
  summarizeTranscript,
} from '../../../storage/transcript/list-transcripts.ts';
import type { TranscriptSummary } from '../../../storage/transcript/list-transcripts.ts';
import { readTranscript } from '../../../storage/transcript/read-transcript.ts';
import { readSessionMeta } from '../../../storage/transcript/session-meta-file.ts';
import {
  transcriptLockHolder,
  transcriptLockPath,
} from '../../../storage/transcript/transcript-lock.ts';
import {
  configRootOf,
  pageFields,
  parseArguments,
  parseSessionId,
  realFolder,
  storeFields,
  transcriptOf,
} from './session-store.ts';
import type { SessionStoreOptions } from './session-store.ts';

/** How many sessions are looked at at once. */
const AT_ONCE = 32;

/** A stored session. Times are epoch ms. */
export interface SessionInfo {
  readonly sessionId: string;
  /** The given title, else the one by the model, else the first line that the person wrote; empty before there is one. */
  readonly title: string;
  /** True when the title was given by `renameSession` or in the app. */
  readonly hasOwnTitle: boolean;
  /** First line that the person wrote, at most 200 characters. */
  readonly firstPrompt: string;
  /** Working folder, null for a session without one. */
  readonly folder: string | null;
  readonly createdAt: number;
  readonly lastModified: number;
  /** The model that it began with, or the one chosen since; absent when that is lost. */
  readonly model?: string | undefined;
  readonly tag?: string | undefined;
  readonly archived: boolean;
  readonly transcriptPath: string;
  /** Bytes of the transcript. */
  readonly fileSize: number;
  /** Of a fork: where it comes from. */
  readonly forkedFrom?: { readonly sessionId: string; readonly messageId: string } | undefined;
  /** The program that writes it now. */
  readonly openIn?: string | undefined;
}

export interface ListSessionsOptions extends SessionStoreOptions {
  /** Only sessions that work in this folder. */
  readonly folder?: string | undefined;
  /** Only sessions of this tag. */
  readonly tag?: string | undefined;
  /** Default false. */
  readonly includeArchived?: boolean | undefined;
  /** Most sessions to give. Default: all. */
  readonly limit?: number | undefined;
  /** How many of the newest to leave out. Default 0. */
  readonly offset?: number | undefined;
}

const listArguments = z.strictObject({
  ...storeFields,
  ...pageFields,
  folder: z.string().min(1).optional(),
  tag: z.string().optional(),
  includeArchived: z.boolean().default(false),
});

/** Stored sessions, newest first. Reads only head and tail of each. Rejects with `InvalidOptionsError`. */
export async function listSessions(options: ListSessionsOptions = {}): Promise<SessionInfo[]> {
  const { folder, tag, includeArchived, limit, offset, ...store } = parseArguments(
    listArguments,
    options,
  );
  const wanted = folder === undefined ? undefined : await realFolder(folder);
  const found = await listTranscripts(configRootOf(store));
  const sessions: SessionInfo[] = [];
  const last = limit === undefined ? Infinity : offset + limit;
  const candidates = found.filter((one) => wanted === undefined || one.folder === wanted);
  for (let index = 0; index < candidates.length && sessions.length < last; index += AT_ONCE) {
    const infos = await Promise.all(candidates.slice(index, index + AT_ONCE).map(infoOf));
    for (const info of infos)
      if ((includeArchived || !info.archived) && (tag === undefined || info.tag === tag))
        sessions.push(info);
  }
  return sessions.slice(offset, limit === undefined ? undefined : last);
}

/** One stored session; undefined when there is none of this id. */
export async function getSessionInfo(
  sessionId: string,
  options: SessionStoreOptions = {},
): Promise<SessionInfo | undefined> {
  const id = parseSessionId(sessionId);
  const configRoot = configRootOf(parseArguments(z.strictObject(storeFields), options));
  const summary = await summarizeTranscript(configRoot, id);
  return summary && infoOf(summary);
}

export interface GetSessionMessagesOptions extends SessionStoreOptions {
  /** Most messages to give. Default: all. */
  readonly limit?: number | undefined;
  /** How many of the first to leave out. Default 0. */
  readonly offset?: number | undefined;
}

/**
 * What was said in a session, oldest first, as it went over the message stream; text of an answer that was never finished is
 * an assistant message with the stop reason `interrupted`. Works while another program writes the session.
 * Rejects with `SessionNotFoundError`.
 */
export async function getSessionMessages(
  sessionId: string,
  options: GetSessionMessagesOptions = {},
): Promise<SDKMessage[]> {
  const id = parseSessionId(sessionId);
  const { limit, offset, ...store } = parseArguments(
    z.strictObject({ ...storeFields, ...pageFields }),
    options,
  );
  const { messages } = await readTranscript(await transcriptOf(configRootOf(store), id));
  return messages.slice(offset, limit === undefined ? undefined : offset + limit);
}

const noMeta: SessionMeta = {};

async function infoOf(summary: TranscriptSummary): Promise<SessionInfo> {
  const [meta, holder] = await Promise.all([
    summary.hasMeta ? readSessionMeta(summary.path) : noMeta,
    summary.hasLock ? transcriptLockHolder(transcriptLockPath(summary.path)) : undefined,
  ]);
  const { forkedFrom } = summary;
  const model = meta.model?.id ?? summary.model?.id;
  return {
    sessionId: summary.id,
    title: meta.title ?? meta.autoTitle ?? summary.title,
    hasOwnTitle: meta.title !== undefined,
    firstPrompt: summary.title,
    folder: summary.folder,
    createdAt: summary.createdAt,
    lastModified: summary.updatedAt,
    ...(model === undefined ? {} : { model }),
    ...(meta.tag === undefined ? {} : { tag: meta.tag }),
    archived: meta.archived === true,
    transcriptPath: summary.path,
    fileSize: summary.size,
    ...(forkedFrom
      ? { forkedFrom: { sessionId: forkedFrom.sessionId, messageId: forkedFrom.uuid } }
      : {}),
    ...(holder ? { openIn: `${holder.program} (process ${String(holder.pid)})` } : {}),
  };
}
