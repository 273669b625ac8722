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
  function Page({ held, shown }: { readonly held: boolean; readonly shown: boolean }) {
    useReread(sessionId, held, shown);
    return null;
  }
  const page = (held: boolean, shown: boolean) => (
    <ChatRegistryProvider registry={registry}>
      <Page held={held} shown={shown} />
    </ChatRegistryProvider>
  );
  const view = render(page(true, true));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(bridge.inputs('sessions.open')).toEqual([{ sessionId }, { sessionId }]);
  // It is free by now, and what is shown is of before.
  view.rerender(page(false, true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bridge.inputs('sessions.open')).toHaveLength(3);
  view.rerender(page(false, false));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bridge.inputs('sessions.open')).toHaveLength(3);
});
