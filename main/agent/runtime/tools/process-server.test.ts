import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { McpConnection } from '../../../mcp/client/connection.ts';
import { ProcessServer } from './process-server.ts';

/** A connection whose lists a test gives out; `notify` is the server saying that its list is another one. */
function scripted() {
  const lists: ((name: string) => void)[] = [];
  let notify = (): void => undefined;
  const connection: McpConnection = {
    era: 'legacy',
    protocolVersion: '2025-06-18',
    serverInfo: { name: 's', version: '1' },
    capabilities: {},
    instructions: undefined,
    listTools: () =>
      new Promise((resolve) => {
        lists.push((name) => {
          const tool = { name, inputSchema: {}, annotations: {} };
          resolve({ tools: [tool], setAside: [], raw: new Map() });
        });
      }),
    callTool: () => Promise.resolve({ content: [] }),
    onNotification: (listener) => {
      notify = () => {
        listener('notifications/tools/list_changed', {});
      };
      return () => undefined;
    },
    onClose: () => () => undefined,
    close: () => Promise.resolve(),
  };
  const clock = new ManualClock();
  const server = new ProcessServer({
    name: 'files',
    definition: { type: 'stdio', command: 'x', args: [], env: {} },
    disabled: false,
    clock,
    connect: () => Promise.resolve(connection),
  });
  const list = async (count: number): Promise<void> => {
    await expect.poll(() => lists.length).toBe(count);
    lists[count - 1]?.(`list ${String(count)}`);
    await expect.poll(() => server.state.tools[0]?.name).toBe(`list ${String(count)}`);
  };
  return { server, clock, lists, list, notify: () => notify() };
}

describe('ProcessServer', () => {
  it('reads its list once more after a storm of notices, and again when it changed on its way [RE-11]', async () => {
    const { server, clock, lists, list, notify } = scripted();
    const started = server.start();
    await expect.poll(() => lists.length).toBe(1);
    notify();
    await list(1);
    await started;
    await expect.poll(() => lists.length).toBe(2);
    for (let count = 0; count < 50; count += 1) notify();
    await list(2);
    await expect.poll(() => clock.waiting).toBe(1);
    expect(lists).toHaveLength(2);
    clock.advance(250);
    await list(3);
    await server.close();
    expect(lists).toHaveLength(3);
    expect(clock.waiting).toBe(0);
  });
});
