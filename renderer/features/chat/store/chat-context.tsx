import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ChatPager } from './chat-pager.ts';
import type { ChatRegistry } from './chat-registry.ts';
import type { TranscriptItem } from '../../../../shared/agent/transcript.ts';
import { loadedItem, type ChatState, type ChatStore } from './chat-store.ts';

const RegistryContext = createContext<ChatRegistry | undefined>(undefined);

export function ChatRegistryProvider({
  registry,
  children,
}: {
  readonly registry: ChatRegistry;
  readonly children: ReactNode;
}) {
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

export function useChatRegistry(): ChatRegistry {
  const registry = useContext(RegistryContext);
  if (registry === undefined) throw new Error('Chat needs a ChatRegistryProvider above it.');
  return registry;
}

const ChatContext = createContext<ChatStore | undefined>(undefined);
const SessionIdContext = createContext<string | undefined>(undefined);

export function ChatProvider({
  chat,
  sessionId,
  children,
}: {
  readonly chat: ChatStore;
  readonly sessionId?: string;
  readonly children: ReactNode;
}) {
  return (
    <SessionIdContext value={sessionId}>
      <ChatContext value={chat}>{children}</ChatContext>
    </SessionIdContext>
  );
}

/** The id of the open conversation, where it is one of main's. */
export function useSessionId(): string | undefined {
  return useContext(SessionIdContext);
}

/** The open conversation. Throws outside a ChatProvider. */
export function useChatStore(): ChatStore {
  const chat = useContext(ChatContext);
  if (chat === undefined) throw new Error('useChat needs a ChatProvider above it.');
  return chat;
}

/** The pages of the open conversation. Throws where it is none of main's. */
export function usePager(): ChatPager {
  const registry = useChatRegistry();
  const sessionId = useSessionId();
  if (sessionId === undefined) throw new Error('usePager needs the id of a session above it.');
  return useMemo(() => registry.pager(sessionId), [registry, sessionId]);
}

/** An item of the open conversation. */
export function useItem(id: string): TranscriptItem | undefined {
  return useChat((chat) => loadedItem(chat, id));
}

/** A part of the open conversation. The selector returns a primitive or something that keeps its identity. */
export function useChat<T>(selector: (state: ChatState) => T): T {
  return useStore(useChatStore().state, selector);
}
