import { createContext, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ChatRegistry } from './chat-registry.ts';
import type { ChatState, ChatStore } from './chat-store.ts';

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

export function ChatProvider({
  chat,
  children,
}: {
  readonly chat: ChatStore;
  readonly children: ReactNode;
}) {
  return <ChatContext value={chat}>{children}</ChatContext>;
}

/** The open conversation. Throws outside a ChatProvider. */
export function useChatStore(): ChatStore {
  const chat = useContext(ChatContext);
  if (chat === undefined) throw new Error('useChat needs a ChatProvider above it.');
  return chat;
}

/** A part of the open conversation. The selector returns a primitive or something that keeps its identity. */
export function useChat<T>(selector: (state: ChatState) => T): T {
  return useStore(useChatStore().state, selector);
}
