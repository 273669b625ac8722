import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { RpcMessage } from '../../../lib/rpc-message.ts';
import { HostServer } from './host-server.ts';

type Answer = Record<string, unknown> | Error | undefined;

/** A scripted server: answers each request by method; `undefined` leaves it open. */
function scripted(
  answer: (method: string, params: Record<string, unknown>, message: RpcMessage) => Answer,
  timeoutMs?: number,
) {
  const clock = new ManualClock();
  const received: RpcMessage[] = [];
  const server: HostServer = new HostServer({
    name: 'notes',
    clock,
    timeoutMs,
    send: async (message) => {
      received.push(message);
      const { id, method, params } = message as RpcMessage & {
        id?: number;
        method?: string;
        params?: Record<string, unknown>;
      };
      if (id === undefined || method === undefined) return;
      const result = answer(method, params ?? {}, message);
      if (result instanceof Error)
        server.receive({
          jsonrpc: '2.0',
          id,
          error: {
            code: -32000,
            message: result.message,
            ...(result.cause ? { data: result.cause } : {}),
          },
        });
      else if (result !== undefined) server.receive({ jsonrpc: '2.0', id, result });
    },
  });
  return { server, received, clock };
}

const hello = {
  serverInfo: { name: 'Notes', version: '3' },
  capabilities: { tools: {} },
  instructions: 'Be kind.',
};
const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

describe('HostServer', () => {
  it('shakes hands, reads all pages and declares hints as they were declared [SDK-31.pending, SDK-32.declared, SDK-32.unsupported]', async () => {
    const { server, received } = scripted((method, params) => {
      if (method === 'initialize') return hello;
      return params['cursor'] === 'two'
        ? {
            tools: [
              {
                ...tool('b'),
                annotations: { readOnlyHint: true, title: 'B!', idempotentHint: true },
              },
              { ...tool('c'), annotations: { destructiveHint: false, openWorldHint: true } },
            ],
          }
        : { tools: [tool('a')], nextCursor: 'two' };
    });
    expect(server.state.status).toBe('pending');
    await server.start();
    expect(server.state).toMatchObject({
      status: 'connected',
      serverInfo: { name: 'Notes', version: '3' },
      instructions: 'Be kind.',
      era: 'legacy',
      tools: [
        { name: 'a', annotations: {} },
        { name: 'b', annotations: { readOnly: true }, title: 'B!' },
        { name: 'c' },
      ],
    });
    // Exactly what was declared: neither a default nor what nobody reads.
    expect(server.state.tools.map((one) => one.annotations)).toEqual([
      {},
      { readOnly: true },
      { destructive: false, openWorld: true },
    ]);
    expect(received.map((message) => message['method'])).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/list',
    ]);
  });

  it('stops at a cursor that comes again [MC-2]', async () => {
    let pages = 0;
    const { server } = scripted((method) => {
      if (method === 'initialize') return hello;
      pages += 1;
      return { tools: [tool(`t${String(pages)}`)], nextCursor: 'same' };
    });
    await server.start();
    expect(pages).toBe(2);
    expect(server.state.tools).toHaveLength(2);
  });

  it('sets a bad tool aside and keeps the rest [RT-28.left-out]', async () => {
    const { server } = scripted((method) =>
      method === 'initialize' ? hello : { tools: [{ name: 'bad' }, 7, tool('good')] },
    );
    await server.start();
    expect(server.state.tools.map((one) => one.name)).toEqual(['good']);
    expect(server.state.setAside).toHaveLength(2);
  });

  it('is failed with the reason when the server refuses, and needs-auth when it says so [SDK-31.failed, SDK-31.needs-auth]', async () => {
    const refused = scripted(() => new Error('no luck today'));
    await refused.server.start();
    expect(refused.server.state).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no luck today'),
    });
    const signIn = scripted(() => new Error('sign in', { cause: { status: 'needs-auth' } }));
    await signIn.server.start();
    expect(signIn.server.state.status).toBe('needs-auth');
  });

  it('is failed when it never answers the handshake [RT-10]', async () => {
    const { server, clock } = scripted(() => undefined);
    const started = server.start();
    expect(server.state.status).toBe('connecting');
    clock.advance(60_000);
    await started;
    expect(server.state).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('60000'),
    });
  });

  it('keeps content of unknown kinds as it came [SDK-5.unknown]', async () => {
    const content = [
      { type: 'hologram', depth: 3 },
      { type: 'resource', resource: { uri: 'x:' } },
    ];
    const { server } = scripted((method) =>
      method === 'tools/call'
        ? { content, structuredContent: { n: 1 }, isError: true }
        : { ...hello, tools: [] },
    );
    await server.start();
    expect(await server.callTool('any', {}, {})).toEqual({
      content,
      structuredContent: { n: 1 },
      isError: true,
    });
  });

  it('tells the server when a call is stopped [RT-25]', async () => {
    const { server, received } = scripted((method) =>
      method === 'tools/call' ? undefined : { ...hello, tools: [] },
    );
    await server.start();
    const stop = new AbortController();
    const call = server.callTool('slow', {}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    const request = received.find((message) => message['method'] === 'tools/call');
    expect(received.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: request?.['id'] },
    });
  });

  it('counts the time of a call anew with each progress, and not at all with 0 [SDK-15, SDK-44]', async () => {
    const progress: number[] = [];
    const { server, clock, received } = scripted(
      (method) => (method === 'tools/call' ? undefined : { ...hello, tools: [] }),
      1000,
    );
    await server.start();
    const call = server
      .callTool('slow', {}, { onProgress: (update) => progress.push(update.progress) })
      .catch((error: unknown) => error);
    clock.advance(900);
    const params = received.at(-1)?.['params'] as { _meta: { progressToken: number } };
    server.receive({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: params._meta.progressToken, progress: 5 },
    });
    clock.advance(900);
    expect(progress).toEqual([5]);
    clock.advance(100);
    expect(await call).toMatchObject({ message: expect.stringContaining('1000') });

    const patient = scripted(
      (method) => (method === 'tools/call' ? undefined : { ...hello, tools: [] }),
      0,
    );
    await patient.server.start();
    const waiting = patient.server.callTool('slow', {}, {}).catch((error: unknown) => error);
    expect(patient.clock.waiting).toBe(0);
    await patient.server.close();
    expect(await waiting).toMatchObject({ message: expect.stringContaining('closed') });
  });

  it('lists again when the list changed, and connects again when the server had failed [RT-10]', async () => {
    let up = false;
    let names = ['a'];
    const { server } = scripted((method) => {
      if (!up) return new Error('down');
      return method === 'initialize' ? hello : { tools: names.map(tool) };
    });
    await server.start();
    expect(server.state.status).toBe('failed');
    up = true;
    const changed = (): Promise<void> =>
      new Promise((resolve) => {
        const stop = server.onChange(() => {
          if (server.state.status !== 'connected') return;
          stop();
          resolve();
        });
        server.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      });
    await changed();
    expect(server.state.tools.map((one) => one.name)).toEqual(['a']);
    names = ['b', 'c'];
    await changed();
    expect(server.state.tools.map((one) => one.name)).toEqual(['b', 'c']);
  });

  it('lists again when the list changed before the first one was taken in [RT-10]', async () => {
    let lists = 0;
    const { server } = scripted((method) => {
      if (method === 'initialize') return hello;
      lists += 1;
      if (lists === 1)
        server.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      return { tools: [tool(`list ${String(lists)}`)] };
    });
    await server.start();
    await expect.poll(() => server.state.tools.map(({ name }) => name)).toEqual(['list 2']);
    expect(lists).toBe(2);
  });

  it('makes at most one more list out of a storm of notices, and no endless race with one that gives notice of each list [RE-11]', async () => {
    const notice = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' } as const;
    let lists = 0;
    const { server, clock } = scripted((method) => {
      if (method === 'initialize') return hello;
      lists += 1;
      if (lists > 1) server.receive(notice);
      return { tools: [tool(`list ${String(lists)}`)] };
    });
    await server.start();
    for (let count = 0; count < 50; count += 1) server.receive(notice);
    await expect.poll(() => server.state.tools[0]?.name).toBe('list 2');
    await expect.poll(() => clock.waiting).toBe(1);
    clock.advance(250);
    await expect.poll(() => server.state.tools[0]?.name).toBe('list 3');
    await expect.poll(() => clock.waiting).toBe(1);
    expect(lists).toBe(3);
    await server.close();
    expect(clock.waiting).toBe(0);
  });

  it('is disabled when the server behind it was turned off, and connected when it is back [SDK-31.disabled]', async () => {
    let off = false;
    const { server } = scripted((method) => {
      if (off) return new Error('It is turned off.', { cause: { status: 'disabled' } });
      return method === 'initialize' ? hello : { tools: [tool('a')] };
    });
    await server.start();
    const notice = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' } as const;
    off = true;
    server.receive(notice);
    await expect.poll(() => server.state).toMatchObject({ status: 'disabled', tools: [] });
    expect(server.state.error).toContain('turned off');
    off = false;
    server.receive(notice);
    await expect.poll(() => server.state).toMatchObject({ status: 'connected' });
  });

  it('answers ping and refuses what it does not serve', async () => {
    const { server, received } = scripted(() => ({ ...hello, tools: [] }));
    server.receive({ jsonrpc: '2.0', id: 'p', method: 'ping' });
    server.receive({ jsonrpc: '2.0', id: 'r', method: 'roots/list' });
    expect(received).toMatchObject([
      { id: 'p', result: {} },
      { id: 'r', error: { code: -32601 } },
    ]);
  });
});
