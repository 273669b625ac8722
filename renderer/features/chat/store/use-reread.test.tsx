import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIpc } from '../../../lib/ipc.ts';
import { scriptBridge } from '../../../testing/scripted-bridge.tsx';
import { sessionId, snapshotOf, userSays } from '../testing/messages.ts';
import { ChatRegistryProvider } from './chat-context.tsx';
import { createChatRegistry } from './chat-registry.ts';
import { useReread } from './use-reread.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a session that another program holds is read again until it is free [UI-18.held]', async () => {
  const bridge = scriptBridge({ 'sessions.open': () => snapshotOf([userSays(10, 'hello')]) });
  const registry = createChatRegistry({ ipc: createIpc(bridge) });
  function Page({ held }: { readonly held: boolean }) {
    useReread(sessionId, held);
    return null;
  }
  const page = (held: boolean) => (
    <ChatRegistryProvider registry={registry}>
      <Page held={held} />
    </ChatRegistryProvider>
  );
  const view = render(page(true));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(bridge.inputs('sessions.open')).toEqual([{ sessionId }, { sessionId }]);
  view.rerender(page(false));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bridge.inputs('sessions.open')).toHaveLength(2);
});
