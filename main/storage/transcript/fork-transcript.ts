import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import type { ModelRef } from '../../../shared/agent/provider.ts';
import { TRANSCRIPT_VERSION } from '../../../shared/agent/transcript-record.ts';
import type { TranscriptRecord } from '../../../shared/agent/transcript-record.ts';
import { sessionFolder, shareResults } from '../kept-files/session-folders.ts';
import { readTranscript } from './read-transcript.ts';

export interface ForkTranscriptOptions {
  /** The transcript to copy from. It is only read, so it may be open in another program. */
  readonly source: string;
  readonly sourceId: string;
  /** The new transcript; its folder is made. */
  readonly target: string;
  readonly sessionId: string;
  /** Working folder of the new session; default: that of the source. */
  readonly cwd?: string | undefined;
  /** Last message that is taken over; default: the last one. */
  readonly upToMessageId?: string | undefined;
  readonly model: ModelRef;
  readonly appVersion: string;
  /** Epoch ms. */
  readonly now: number;
}

/** There is no such message to fork at. */
export class MessageNotFoundError extends Error {
  override readonly name = 'MessageNotFoundError';
}

/**
 * Writes a copy of a conversation as a transcript of its own: new session, new uuid for every message, origin in its first
 * record (RT-44). What a provider attached stays as it came (RT-45). The file appears whole or not at all.
 * Rejects with `MessageNotFoundError` or the error of the file system, also when `target` exists.
 */
export async function forkTranscript(options: ForkTranscriptOptions): Promise<void> {
  const { header, messages } = await readTranscript(options.source);
  const taken = upTo(messages, options.upToMessageId);
  const origin = taken.at(-1)?.uuid ?? header?.uuid;
  const { source, sourceId, sessionId } = options;
  const configRoot = dirname(dirname(dirname(source)));
  const hasResults = await shareResults(configRoot, sourceId, sessionId);
  await writeConversation({
    ...options,
    moved: hasResults
      ? {
          from: sessionFolder(configRoot, 'results', sourceId),
          to: sessionFolder(configRoot, 'results', sessionId),
        }
      : undefined,
    cwd: options.cwd ?? header?.cwd ?? '/',
    messages: taken,
    forkedFrom: origin === undefined ? undefined : { sessionId: options.sourceId, uuid: origin },
  });
}

export interface WrittenConversation extends Pick<
  ForkTranscriptOptions,
  'target' | 'sessionId' | 'model' | 'appVersion' | 'now'
> {
  readonly cwd: string;
  readonly messages: readonly SDKMessage[];
  readonly forkedFrom?: { readonly sessionId: string; readonly uuid: string } | undefined;
  /** A folder that messages name, and what they are to name instead. */
  readonly moved?: { readonly from: string; readonly to: string } | undefined;
}

/**
 * Writes messages as a transcript of a new session, every one of them with a new uuid. The file appears whole or not at all.
 * Rejects with the error of the file system, also when `target` exists.
 */
export async function writeConversation(options: WrittenConversation): Promise<void> {
  const { messages: taken, forkedFrom } = options;
  const ids = new Map(taken.map((message) => [message.uuid, crypto.randomUUID()]));
  const timestamp = new Date(options.now).toISOString();
  const first: TranscriptRecord = {
    type: 'session',
    cwd: options.cwd,
    model: options.model,
    appVersion: options.appVersion,
    ...(forkedFrom === undefined ? {} : { forkedFrom }),
    uuid: crypto.randomUUID(),
    parentUuid: null,
    sessionId: options.sessionId,
    timestamp,
    version: TRANSCRIPT_VERSION,
  };
  const records: TranscriptRecord[] = [first];
  let parentUuid = first.uuid;
  for (const message of taken) {
    const uuid = ids.get(message.uuid) ?? crypto.randomUUID();
    records.push({
      type: 'message',
      message: { ...renamed(message, ids), uuid, session_id: options.sessionId },
      uuid,
      parentUuid,
      sessionId: options.sessionId,
      timestamp: timeOf(message) ?? timestamp,
      version: TRANSCRIPT_VERSION,
    });
    parentUuid = uuid;
  }
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  await writeNew(options.target, withMoved(text, options.moved));
}

function withMoved(text: string, moved: WrittenConversation['moved']): string {
  if (!moved) return text;
  const [from, to] = [moved.from, moved.to].map((path) => JSON.stringify(path).slice(1, -1));
  return text.replaceAll(from ?? '', to ?? '');
}

function upTo(messages: readonly SDKMessage[], last: string | undefined): readonly SDKMessage[] {
  if (last === undefined) return messages;
  const index = messages.findIndex((message) => message.uuid === last);
  if (index === -1)
    throw new MessageNotFoundError(
      `There is no message ${last} in this session, so it cannot be forked there. Take a uuid of its messages.`,
    );
  return messages.slice(0, index + 1);
}

/** Messages name each other in few places; those names move along. */
function renamed(message: SDKMessage, ids: ReadonlyMap<string, string>): SDKMessage {
  if (message.type !== 'system' || message.subtype !== 'compact_boundary') return message;
  const kept = message.kept_from === undefined ? undefined : ids.get(message.kept_from);
  return kept === undefined ? message : { ...message, kept_from: kept };
}

function timeOf(message: SDKMessage): string | undefined {
  const time = 'timestamp' in message ? message.timestamp : undefined;
  const parsed = time === undefined ? NaN : Date.parse(time);
  return Number.isNaN(parsed) ? undefined : new Date(parsed).toISOString();
}

async function writeNew(target: string, text: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const temporary = `${target}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    // A link, not a rename: what is there already is never replaced.
    await link(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}
