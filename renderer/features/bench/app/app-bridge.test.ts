import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { AppBridge, TALLEST } from './app-bridge.ts';

function host(openLink: (url: string) => Promise<boolean> = () => Promise.resolve(true)) {
  const posted: JsonObject[] = [];
  const heights: number[] = [];
  const bridge = new AppBridge({
    post: (message) => posted.push(message),
    theme: 'dark',
    input: { a: 1 },
    result: { content: [] },
    onHeight: (height) => heights.push(height),
    openLink,
  });
  const say = (method: string, params: unknown = {}, id?: number) =>
    bridge.receive({ jsonrpc: '2.0', method, params, ...(id === undefined ? {} : { id }) });
  return { bridge, posted, heights, say };
}

describe('the bridge to an app', () => {
  it('gives an app its own call, once, when it is ready [UI-44.bridge]', async () => {
    const { posted, say } = host();
    say('ui/initialize', { protocolVersion: '2026-01-26' }, 1);
    await Promise.resolve();
    expect(posted).toMatchObject([
      { id: 1, result: { protocolVersion: '2026-01-26', hostContext: { theme: 'dark' } } },
    ]);
    say('ui/notifications/initialized');
    say('ui/notifications/initialized');
    expect(posted.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } },
      { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { content: [] } },
    ]);
  });

  it('takes heights from nothing to a limit and no others [UI-44.size]', () => {
    const { heights, say } = host();
    for (const height of [120.2, 1e9, -1, 0, Number.NaN, Infinity, '50', null, undefined, {}])
      say('ui/notifications/size-changed', { width: 1, height });
    expect(heights).toEqual([121, TALLEST, 0, 0]);
  });

  it('opens addresses by the person only, and calls no tool for an app [UI-44.bridge]', async () => {
    const asked: string[] = [];
    const { posted, say } = host((url) => {
      asked.push(url);
      return url.startsWith('https:') ? Promise.resolve(false) : Promise.reject(new Error('why'));
    });
    say('ui/open-link', { url: 'https://example.com' }, 1);
    say('ui/open-link', { url: 'javascript:alert(1)' }, 2);
    say('ui/open-link', { url: 7 }, 3);
    say('tools/call', { name: 'echo' }, 4);
    say('ui/message', { content: [] }, 5);
    await vi.waitFor(() => expect(posted).toHaveLength(5), { timeout: 5_000 });
    expect(asked).toEqual(['https://example.com', 'javascript:alert(1)']);
    expect(posted.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(posted.every((message) => 'error' in message)).toBe(true);
    expect(JSON.stringify(posted)).not.toContain('why');
  });

  it('survives whatever is sent [UI-44.bridge, RE-51]', () => {
    const { bridge, heights } = host();
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.string(), (whole, params, method) => {
        bridge.receive(whole);
        bridge.receive({ jsonrpc: '2.0', method, params, id: whole });
        bridge.receive({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params });
      }),
      { numRuns: 300 },
    );
    expect(heights.every((height) => height >= 0 && height <= TALLEST)).toBe(true);
  });
});
