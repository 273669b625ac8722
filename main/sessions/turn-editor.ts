import type { SDKMessage, SDKUserMessage } from '../../shared/agent/messages.ts';
import type { ModelRef } from '../../shared/agent/provider.ts';
import type {
  MessageAttachment,
  SessionMode,
  SessionSummary,
} from '../../shared/ipc/routes/sessions.ts';
import type { RerunPlace } from '../../shared/ipc/routes/turns.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import { cutTranscript } from '../storage/transcript/cut-transcript.ts';
import { readTranscript } from '../storage/transcript/read-transcript.ts';
import { writeSessionMeta } from '../storage/transcript/session-meta-file.ts';
import {
  acquireTranscriptLock,
  TranscriptLockedError,
  transcriptLockPath,
} from '../storage/transcript/transcript-lock.ts';
import type { LiveSession } from './live-session.ts';
import { requireProvider } from './require-provider.ts';
import type { ProviderDirectory } from './session-service-contract.ts';
import type { SessionShelf } from './session-shelf.ts';

export interface TurnEditorDeps {
  readonly sessions: {
    readonly shelf: SessionShelf;
    live(sessionId: string): Promise<LiveSession>;
    /** Changes what is stored of a session that does nothing, and opens it anew. */
    rewrite(session: LiveSession, change: () => Promise<void>): Promise<void>;
    create(model: ModelRef | undefined, folder?: string): Promise<SessionSummary>;
    setModel(sessionId: string, model: ModelRef): Promise<SessionSummary>;
    send(
      sessionId: string,
      text: string,
      attachments?: readonly MessageAttachment[],
    ): Promise<unknown>;
  };
  readonly directory: ProviderDirectory;
  /** A copy of a session up to a message. */
  readonly fork: (sessionId: string, upToMessageId: string) => Promise<SessionSummary>;
  /** Told of transcripts that are different now. */
  readonly wrote: (file: { readonly id: string; readonly path: string }) => void;
}

/** Another word for a message, and where it is asked. */
export interface Rerun {
  readonly sessionId: string;
  readonly messageUuid: string;
  /** Absent: the same words. */
  readonly text?: string | undefined;
  readonly place: RerunPlace;
}

/** Changes turns: those that wait, and those that were. Methods reject with a `ParleyError`. */
export class TurnEditor {
  readonly #deps: TurnEditorDeps;

  constructor(deps: TurnEditorDeps) {
    this.#deps = deps;
  }

  async changeQueued(
    sessionId: string,
    messageUuid: string,
    text: string | undefined,
  ): Promise<void> {
    await (await this.#deps.sessions.live(sessionId)).changeQueued(messageUuid, text);
  }

  async sendNow(sessionId: string, messageUuid: string): Promise<void> {
    await (await this.#deps.sessions.live(sessionId)).sendNow(messageUuid);
  }

  async setMode(sessionId: string, mode: SessionMode): Promise<SessionSummary> {
    const session = await this.#deps.sessions.live(sessionId);
    await session.useMode(mode);
    if (session.recorded) await writeSessionMeta(session.facts.transcript, { mode });
    return session.summary();
  }

  /** Told to the model from the next turn on; empty: nothing. */
  async setInstructions(sessionId: string, instructions: string): Promise<void> {
    const session = await this.#deps.sessions.live(sessionId);
    session.facts.instructions = instructions;
    const kept = instructions === '' ? undefined : instructions;
    if (session.recorded) await writeSessionMeta(session.facts.transcript, { instructions: kept });
  }

  /** What the person wants the model to know in a session. */
  async instructions(sessionId: string): Promise<string> {
    return (await this.#deps.sessions.live(sessionId)).facts.instructions;
  }

  /** How many messages of person and model stand behind one. */
  async countBehind(sessionId: string, messageUuid: string): Promise<number> {
    const { facts } = await this.#deps.sessions.live(sessionId);
    const { behind } = await this.#find(facts.transcript, messageUuid);
    return behind.filter(isOfConversation).length;
  }

  async rerun({ sessionId, messageUuid, text, place }: Rerun): Promise<SessionSummary> {
    const { sessions } = this.#deps;
    const session = await sessions.live(sessionId);
    if (place === 'here') requireEditable(session);
    const { model, transcript } = session.facts;
    await requireProvider(this.#deps.directory, model);
    const { message, before } = await this.#find(transcript, messageUuid);
    const old = wordsAndFiles(message);
    const words = text ?? old.text;
    let target = session.facts.id;
    if (place === 'here') await this.#replace(session, messageUuid, words, old.attachments);
    else {
      target = await this.#fork(session, before);
      await sessions.send(target, words, old.attachments);
    }
    return sessions.shelf.summary(target) ?? (await sessions.live(target)).summary();
  }

  /** Cuts a message and what is behind it off, and has the session begin with another one when it is opened anew. */
  async #replace(
    session: LiveSession,
    messageUuid: string,
    text: string,
    attachments: readonly MessageAttachment[],
  ): Promise<void> {
    const { id, transcript } = session.facts;
    requireEditable(session);
    await this.#deps.sessions.rewrite(session, async () => {
      const lock = await acquireTranscriptLock(transcriptLockPath(transcript), 'Parley').catch(
        (failure: unknown) => {
          if (failure instanceof TranscriptLockedError)
            throw new ParleyError('session.read-only', failure.message, { cause: failure });
          throw failure;
        },
      );
      try {
        // First the words are in the queue file: whatever happens between the two, none are lost.
        const kept = await session.keep(text, attachments);
        await cutTranscript(transcript, messageUuid).catch(async (failure: unknown) => {
          await session.changeQueued(kept, undefined);
          throw failure;
        });
      } finally {
        await lock.release();
      }
    });
    this.#deps.wrote({ id, path: transcript });
  }

  async #fork(session: LiveSession, before: readonly SDKMessage[]): Promise<string> {
    const { id, folder, model } = session.facts;
    const last = before.at(-1);
    const made =
      last === undefined
        ? await this.#deps.sessions.create(model, folder ?? undefined)
        : await this.#deps.fork(id, last.uuid);
    if (last !== undefined) await this.#deps.sessions.setModel(made.id, model);
    if (session.facts.mode !== 'default') await this.setMode(made.id, session.facts.mode);
    return made.id;
  }

  async #find(transcript: string, messageUuid: string) {
    const { messages } = await readTranscript(transcript);
    const index = messages.findIndex(({ uuid }) => uuid === messageUuid);
    const message = messages[index];
    if (message?.type !== 'user' || message.parent_tool_use_id !== null)
      throw new ParleyError(
        'session.not-found',
        'This message is not in the session any more. Open the session again.',
      );
    return { message, before: messages.slice(0, index), behind: messages.slice(index + 1) };
  }
}

function requireEditable(session: LiveSession): void {
  if (session.readOnly)
    throw new ParleyError(
      'session.read-only',
      `This session is in use by ${session.readOnly.holder}. Close it there to write here.`,
    );
  if (session.running || session.queued.length > 0)
    throw new ParleyError('session.busy', 'A turn of this session runs. Stop it first.');
}

/** What a person sees as a message: their own, and answers with words or calls. */
function isOfConversation(message: SDKMessage): boolean {
  if (message.type === 'assistant') return message.parent_tool_use_id === null;
  if (message.type !== 'user' || message.parent_tool_use_id !== null) return false;
  const { content } = message.message;
  return typeof content === 'string' || content.some(({ type }) => type !== 'tool_result');
}

function wordsAndFiles({ message: { content } }: SDKUserMessage): {
  readonly text: string;
  readonly attachments: readonly MessageAttachment[];
} {
  if (typeof content === 'string') return { text: content, attachments: [] };
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    attachments: content.filter((block) => block.type === 'image' || block.type === 'file'),
  };
}
