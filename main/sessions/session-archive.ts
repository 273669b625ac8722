import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { ModelRef } from '../../shared/agent/provider.ts';
import type { SessionRunState } from '../../shared/ipc/routes/sessions.ts';
import type { FoundInTranscript, TranscriptHit } from '../storage/transcript/find-in-transcript.ts';
import type { TranscriptPage } from '../storage/transcript/transcript-pages.ts';
import type { SessionMarks } from './session-shelf.ts';

/** What a list of sessions shows of a transcript that is not open. Times are epoch ms. */
export interface StoredSession {
  readonly id: string;
  /** The transcript's own path. */
  readonly path: string;
  readonly cwd: string;
  /** The person's folder; null when the session has none. */
  readonly folder: string | null;
  readonly title: string;
  readonly model: ModelRef | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How its last turn ended; absent when that is not known. */
  readonly resting?: SessionRunState | undefined;
  /** False: it has no transcript yet, so nothing is stored but messages that wait. */
  readonly hasBegun?: boolean;
  /** What is kept beside the conversation. */
  readonly marks?: SessionMarks | undefined;
}

/** Reads what is stored of sessions; over main/storage/transcript. */
export interface SessionArchive {
  list(): Promise<readonly StoredSession[]>;
  /** Where the transcripts are, without reading any. */
  files(): Promise<readonly { readonly id: string; readonly path: string }[]>;
  /** One of them; undefined when there is none of this id. */
  one(sessionId: string): Promise<StoredSession | undefined>;
  /** The newest messages of a transcript, and who holds its lock when another living process does. */
  read(path: string): Promise<StoredConversation>;
  /** A page of it before `limit`, which is where the newest messages begin. */
  page(path: string, at: PagePlace, limit: number | undefined): Promise<TranscriptPage>;
  /** Items with these words in all of it. */
  find(path: string, words: string): Promise<FoundInTranscript>;
  /** Where the item of a message is. */
  locate(path: string, uuid: string): Promise<TranscriptHit | undefined>;
}

export interface StoredConversation {
  readonly messages: readonly SDKMessage[];
  readonly holder: string | undefined;
  /** Where they begin in the transcript; absent when nothing comes before them. */
  readonly earlier?: number | undefined;
}

/** Which page: the one that ends at a cursor, begins there, or holds it. */
export type PagePlace =
  { readonly before: number } | { readonly after: number } | { readonly around: number };

/**
 * The state in which a stored conversation rests: a turn without a result was cut off by the end of its process.
 * `message` is the notice that says so, absent when nothing was cut off.
 */
export function restingState(
  messages: readonly SDKMessage[],
  notice: { readonly uuid: string; readonly sessionId: string; readonly reason: string },
): { readonly state: SessionRunState; readonly message?: SDKMessage } {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.type === 'result') {
      if (message.subtype === 'success') return { state: 'idle' };
      return { state: message.subtype === 'interrupted' ? 'interrupted' : 'failed' };
    }
    if (message?.type === 'system' && message.subtype === 'runtime_exited')
      return { state: 'interrupted' };
    if (message?.type === 'user' || message?.type === 'assistant') {
      return {
        state: 'interrupted',
        message: {
          type: 'system',
          subtype: 'runtime_exited',
          uuid: notice.uuid,
          session_id: notice.sessionId,
          reason: notice.reason,
          stderr: [],
        },
      };
    }
  }
  return { state: 'idle' };
}
