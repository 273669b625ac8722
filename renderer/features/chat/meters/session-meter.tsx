import { useStore } from 'zustand';
import { useChatRegistry } from '../store/chat-context.tsx';
import { ContextMeter } from './context-meter.tsx';

/** The context of a session that is open, beside it. */
export function SessionMeter({ sessionId }: { readonly sessionId: string }) {
  const registry = useChatRegistry();
  const context = useStore(registry.open(sessionId).state, (chat) => chat.context);
  return <ContextMeter usage={context?.usage ?? null} />;
}
