import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { ContextUsageOf, SessionContextOf } from '../../../../shared/ipc/routes/composer.ts';
import { waitsForDialog } from '../../../lib/actions/action-context.tsx';
import { createIpc } from '../../../lib/ipc.ts';
import {
  person,
  renderWindow,
  scriptBridge,
  type Script,
} from '../../../testing/scripted-bridge.tsx';
import { ChatProvider, ChatRegistryProvider } from '../store/chat-context.tsx';
import { createChatRegistry } from '../store/chat-registry.ts';
import { sessionId, snapshotOf, userSays } from '../testing/messages.ts';
import { ContextButton } from './context-button.tsx';
import { SessionMeter } from './session-meter.tsx';

const usage: ContextUsageOf = {
  total: 102_000,
  isEstimate: true,
  system: 8_000,
  tools: 26_000,
  messages: 60_000,
  window: 200_000,
  compactAt: 160_000,
  turn: { tokens: 18_200, costUsd: 0.09 },
  session: { tokens: 241_000, costUsd: 1.12 },
  pricesOf: '2025-11',
};
const id = (n: number) => `00000000-0000-4000-8000-00000000010${String(n)}`;
const context: SessionContextOf = {
  usage,
  isLive: true,
  own: [{ name: 'Read', state: 'carried', tokens: 900 }],
  servers: [
    {
      serverId: id(1),
      name: 'github',
      state: 'used',
      tokens: 25_100,
      tools: [
        { name: 'search', title: 'Search issues', state: 'carried', tokens: 25_000 },
        { name: 'delete', state: 'denied', tokens: 100 },
        { name: 'close', state: 'off' },
        { name: 'odd', state: 'left-out', reason: 'Its schema is no object.' },
      ],
    },
    { serverId: id(2), name: 'postgres', state: 'off', tools: [] },
    { serverId: id(3), name: 'sentry', state: 'failed', reason: 'It exited with 3.', tools: [] },
  ],
};

async function show(answer: (wake: boolean) => SessionContextOf) {
  const onOpenServer = vi.fn();
  const script: Script = {
    'sessions.open': () => snapshotOf([userSays(10, 'hello')]),
    'composer.context': ({ wake }: { wake: boolean }) => answer(wake),
  };
  const registry = createChatRegistry({ ipc: createIpc(scriptBridge(script)) });
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <ChatRegistryProvider registry={registry}>
        <ChatProvider chat={registry.open(sessionId)} sessionId={sessionId}>
          <ContextButton
            sessionId={sessionId}
            open={open}
            onOpenChange={setOpen}
            onOpenServer={onOpenServer}
          />
        </ChatProvider>
        <aside>
          <SessionMeter sessionId={sessionId} />
        </aside>
      </ChatRegistryProvider>
    );
  }
  return { ...(await renderWindow(<Page />, script)), onOpenServer };
}

it('the ring says how full the context is, and the panel of what, with tokens and cost [UI-16]', async () => {
  await show(() => context);
  await screen.findByRole('button', { name: 'Context used: 51 percent' });
  const panel = screen.getByRole('complementary');
  expect(panel.textContent).toContain('102k of 200k tokens');
  const lines = within(panel)
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent ?? ''}`);
  expect(lines).toEqual([
    'System 8k',
    'Tool definitions 26k',
    'Conversation 68k',
    'Free 98k',
    'This turn 18.2k · $0.09',
    'This session 241k · $1.12',
  ]);
});

it.each([
  [148_000, 'Context used: 74 percent', 'text-muted'],
  [150_000, 'Context almost full: 75 percent', 'text-warning-text'],
  [180_000, 'Context almost full: 90 percent', 'text-danger-text'],
])('the ring at %i of 200,000 tokens is %s [UI-16]', async (total, name, tone) => {
  await show(() => ({ ...context, usage: { ...usage, total } }));
  expect((await screen.findByRole('button', { name })).className).toContain(tone);
});

it('what is not known is shown as unknown [UI-16, UI-16.spent]', async () => {
  const unknown = { tokens: null, costUsd: null };
  let told: SessionContextOf = { ...context, usage: null };
  const { emit } = await show(() => told);
  const panel = screen.getByRole('complementary');
  expect(await within(panel).findByText('not known')).toBeTruthy();
  await screen.findByRole('button', { name: 'Context used: not known' });
  told = {
    ...context,
    usage: { ...usage, window: null, turn: { tokens: 900, costUsd: null }, session: unknown },
  };
  await emit('permissions.changed', { grants: [], changed: [] });
  await within(panel).findByText('102k tokens');
  expect(panel.textContent).toContain('900 · cost not known');
  expect(panel.textContent).not.toContain('Free');
  expect(screen.getByRole('button', { name: 'Context used: not known' }).textContent).toBe('–');
});

it('the ring opens the tools of the next request by server with their cost, and says why others are not there; keys go on [UI-16.tools, UI-2.keys]', async () => {
  const { bridge, onOpenServer } = await show((wake) => ({ ...context, isLive: wake }));
  const user = person();
  await user.click(await screen.findByRole('button', { name: /^Context used/ }));
  const details = await screen.findByRole('dialog', { name: 'Context' });
  await within(details).findByText('3 tools');
  // It is no question that what lies below would have to wait for.
  expect(waitsForDialog('palette.open')).toBe(false);
  expect(bridge.inputs('composer.context')).toContainEqual({ sessionId, wake: true });
  expect(details.textContent).toContain('Costs by prices of 2025-11');
  expect(details.textContent).toContain('This server is turned off');
  expect(details.textContent).toContain('It exited with 3.');
  const group = within(details).getByRole('button', { name: /^github/ });
  expect(group.textContent).toContain('2 tools · 25.1k');
  fireEvent.click(group);
  for (const line of [/^Search issues25k$/, /^delete100You denied it/, /^closeTurned off$/])
    expect(
      within(details)
        .getAllByRole('listitem')
        .some((item) => line.test(item.textContent)),
    ).toBe(true);
  expect(details.textContent).toContain('Its schema is no object.');
  await user.click(within(details).getByRole('button', { name: 'Open postgres' }));
  expect(onOpenServer).toHaveBeenCalledWith(id(2));
});
