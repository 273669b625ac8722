import { itemOf } from '../../../../shared/agent/transcript.ts';
import type {
  MessageAttachment,
  PermissionPrompt,
} from '../../../../shared/ipc/routes/sessions.ts';
import { readableError } from '../../../lib/error-sentence.ts';
import type { Ipc } from '../../../lib/ipc.ts';
import { createChatPager, type ChatPager } from './chat-pager.ts';
import { createChatStore, type ChatStore, type PendingMessage } from './chat-store.ts';
import { browserFrameClock, createFrameBatcher, type FrameClock } from './frame-clock.ts';

export interface ChatRegistryOptions {
  readonly ipc: Ipc;
  readonly clock?: FrameClock;
  /** Told when a snapshot brought the open prompts of its session. */
  readonly onPrompts?: (sessionId: string, prompts: readonly PermissionPrompt[]) => void;
}

/** The conversations that this window has opened. They go on in the background, whatever page is shown. */
export interface ChatRegistry {
  /** The store of a session, opened when it is not yet. Never rejects: a failure is in the store. */
  open(sessionId: string): ChatStore;
  /** Reads the session again, after a failure. */
  reload(sessionId: string): Promise<void>;
  /** Hands a message to main. Rejects with a CallError; the message is in no list then. */
  send(sessionId: string, text: string, attachments?: readonly MessageAttachment[]): Promise<void>;
  /** The pages of a session before its newest messages. */
  pager(sessionId: string): ChatPager;
  dispose(): void;
}

/** How often in a row a snapshot is read again because batches are missing. */
const MOST_RELOADS = 5;

export function createChatRegistry(options: ChatRegistryOptions): ChatRegistry {
  const { ipc, clock = browserFrameClock() } = options;
  const chats = new Map<string, ChatStore>();
  const touched = new Set<string>();

  const load = createLoader(options);

  const batcher = createFrameBatcher(clock, () => {
    for (const sessionId of touched) {
      const chat = chats.get(sessionId);
      if (chat === undefined || load.isRunning(sessionId)) continue;
      if (!chat.flush()) void load.run(sessionId, chat);
    }
    touched.clear();
  });
  const end = ipc.on('sessions.messages', ({ batches }) => {
    for (const { sessionId, sequence, messages } of batches) {
      const chat = chats.get(sessionId);
      if (chat === undefined) continue;
      chat.receive({ sequence, messages });
      touched.add(sessionId);
    }
    if (touched.size > 0) batcher.schedule();
  });

  const open = (sessionId: string): ChatStore => {
    const known = chats.get(sessionId);
    if (known !== undefined) return known;
    const chat = createChatStore();
    chats.set(sessionId, chat);
    void load.run(sessionId, chat);
    return chat;
  };

  return {
    open,
    reload: (sessionId) => load.run(sessionId, open(sessionId)),
    send: (sessionId, text, attachments = []) =>
      sendMessage(ipc, open(sessionId), { sessionId, text, attachments }),
    pager: (sessionId) => createChatPager(ipc, sessionId, open(sessionId)),
    dispose: () => {
      end();
      batcher.dispose();
    },
  };
}

let lastKey = 0;

async function sendMessage(
  ipc: Ipc,
  { state }: ChatStore,
  message: {
    readonly sessionId: string;
    readonly text: string;
    readonly attachments: readonly MessageAttachment[];
  },
): Promise<void> {
  const { sessionId, text, attachments } = message;
  const attached = attachments.length || undefined;
  const key = `sent${String((lastKey += 1))}`;
  state.setState(({ pending }) => ({
    pending: [...pending, { key, text, attached, uuid: undefined }],
  }));
  const without = (pending: readonly PendingMessage[]) =>
    pending.filter((message) => message.key !== key);
  try {
    const { messageUuid } = await ipc.call('sessions.send', {
      sessionId,
      text,
      ...(attached === undefined ? {} : { attachments: [...attachments] }),
    });
    state.setState(({ pending, transcript }) => ({
      // A snapshot between may have brought it already, as recorded or as queued.
      pending:
        itemOf(transcript, messageUuid) !== undefined ||
        pending.some(({ uuid }) => uuid === messageUuid)
          ? without(pending)
          : pending.map((message) =>
              message.key === key ? { ...message, uuid: messageUuid } : message,
            ),
    }));
  } catch (error) {
    state.setState(({ pending }) => ({ pending: without(pending) }));
    throw error;
  }
}

/** Reads snapshots, one at a time for each session, until no batch is missing. */
function createLoader({ ipc, onPrompts }: ChatRegistryOptions) {
  const loading = new Map<string, Promise<void>>();
  const read = async (sessionId: string, chat: ChatStore): Promise<void> => {
    try {
      for (let tries = 0; tries < MOST_RELOADS; tries += 1) {
        const snapshot = await ipc.call('sessions.open', { sessionId });
        chat.reset(snapshot);
        onPrompts?.(sessionId, snapshot.prompts);
        if (chat.flush()) return;
      }
      throw new Error('Messages of this session are missing.');
    } catch (error) {
      chat.state.setState({ phase: 'failed', error: readableError(error) });
    }
  };
  return {
    isRunning: (sessionId: string) => loading.has(sessionId),
    run: (sessionId: string, chat: ChatStore): Promise<void> => {
      const running = loading.get(sessionId);
      if (running !== undefined) return running;
      const started = read(sessionId, chat).finally(() => loading.delete(sessionId));
      loading.set(sessionId, started);
      return started;
    },
  };
}
