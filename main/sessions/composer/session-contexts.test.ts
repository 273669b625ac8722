import { describe, expect, it } from 'vitest';
import type { ContextUsageResponse } from '../../../shared/agent/about-frames.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { LiveSession } from '../live-session.ts';
import type { RuntimeAbout } from '../runtime-lease.ts';
import { SessionContexts } from './session-contexts.ts';
import { scriptedServer as server } from './testing/scripted-server.ts';

const sessionId = '00000000-0000-4000-8000-000000000001';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' }, annotations: {} });

const usage: ContextUsageResponse = {
  total_tokens: 1_000,
  estimated: true,
  parts: [
    { name: 'system', tokens: 100, characters: 400 },
    { name: 'tools', tokens: 300, characters: 1_200 },
    { name: 'messages', tokens: 600, characters: 2_400 },
  ],
  context_window: 32_000,
  is_window_known: false,
  tools: [
    { name: 'Read', tool_name: 'Read', tokens: 50 },
    { name: 'mcp__s1__a', server_name: 's1', tool_name: 'a', tokens: 100 },
    { name: 'mcp__s1__b', server_name: 's1', tool_name: 'b', tokens: 120 },
  ],
  left_out: [{ name: 'mcp__s1__c', server_name: 's1', tool_name: 'c', reason: 'Over the limit.' }],
  spent: { turn: { tokens: 5, cost_usd: null }, session: { tokens: null, cost_usd: null } },
  prices_of: '2025-11',
};

function contexts(servers: readonly ServerState[], about: (wake: boolean) => unknown) {
  const session = {
    facts: { id: sessionId, folder: '/repo', cwd: '/repo' },
    recorded: true,
    about: (wake: boolean) => Promise.resolve(about(wake) as RuntimeAbout | undefined),
  } as unknown as LiveSession;
  return new SessionContexts({
    hub: {
      list: () => servers,
      toolDefinition: (_, name) =>
        name === 'd' ? { name, _meta: { ui: { visibility: ['app'] } } } : { name },
    },
    permissions: {
      judge: ({ tool: name }) =>
        name === 'b'
          ? { behavior: 'deny', why: 'denied', grantId: 'g' }
          : { behavior: 'ask', why: 'nothing-allows' },
    } as ConstructorParameters<typeof SessionContexts>[0]['permissions'],
    sessions: { live: () => Promise.resolve(session) },
  });
}

describe('the context of a session', () => {
  it('says of each tool and server whether the next request carries it, and else why not [UI-16.tools]', async () => {
    const settings = { ...server(1).settings, tools: { e: { enabled: false } } };
    const elsewhere = { ...settings, scope: { kind: 'folder' as const, folder: '/else' } };
    const failure = { code: 'exited-early' as const, message: 'It exited.', at: 1 };
    const told = await contexts(
      [
        server(1, {
          settings,
          tools: ['a', 'b', 'c', 'd', 'e'].map(tool),
          setAside: [{ name: 'f', reason: 'Its schema is no object.' }],
        }),
        server(2, { enabled: false, status: 'disabled', tools: [tool('x')] }),
        server(3, { settings: elsewhere }),
        server(4, { status: 'failed', failure }),
        server(5, { status: 'pending', trusted: false }),
        server(6, { status: 'needs-auth' }),
        server(7, { status: 'connecting' }),
      ],
      () => ({ contextUsage: () => Promise.resolve(usage) }),
    ).of(sessionId, false);
    expect(told).toMatchObject({ isLive: true, own: [{ name: 'Read', state: 'carried' }] });
    const [first, ...others] = told.servers;
    expect(first).toMatchObject({ state: 'used', tokens: 220 });
    expect(first?.tools).toEqual([
      { name: 'a', state: 'carried', tokens: 100 },
      { name: 'b', state: 'denied', tokens: 120 },
      { name: 'c', state: 'left-out', reason: 'Over the limit.' },
      { name: 'd', state: 'for-app' },
      { name: 'e', state: 'off' },
      { name: 'f', state: 'left-out', reason: 'Its schema is no object.' },
    ]);
    expect(others.map(({ state, reason }) => [state, reason])).toEqual([
      ['off', undefined],
      ['other-folder', undefined],
      ['failed', 'It exited.'],
      ['not-trusted', undefined],
      ['needs-auth', undefined],
      ['connecting', undefined],
    ]);
  });

  it('gives what is unknown as unknown, what was told last without a runtime, and why none can be asked [UI-16]', async () => {
    let answer: (wake: boolean) => unknown = () => undefined;
    const of = contexts([server(1, { tools: [tool('a')] })], (wake) => answer(wake));
    expect(await of.of(sessionId, false)).toMatchObject({
      usage: null,
      isLive: false,
      servers: [{ state: 'used', tools: [{ name: 'a', state: 'carried' }] }],
    });
    answer = (wake) => (wake ? { contextUsage: () => Promise.resolve(usage) } : undefined);
    expect((await of.of(sessionId, true)).usage).toEqual({
      total: 1_000,
      isEstimate: true,
      system: 100,
      tools: 300,
      messages: 600,
      window: null,
      turn: { tokens: 5, costUsd: null },
      session: { tokens: null, costUsd: null },
      pricesOf: '2025-11',
    });
    expect(await of.of(sessionId, false)).toMatchObject({ isLive: false, usage: { total: 1_000 } });
    answer = () => {
      throw new Error('Anthropic needs a key.');
    };
    expect(await of.of(sessionId, true)).toMatchObject({
      problem: 'Anthropic needs a key.',
      usage: { total: 1_000 },
    });
  });
});
