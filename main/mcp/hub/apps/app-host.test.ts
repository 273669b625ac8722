import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { AppHost, AppRefusal, SILENT_AFTER_MS, TALLEST } from './app-host.ts';
import type { AppHostOptions } from './app-host.ts';

function host(part: Partial<AppHostOptions> = {}) {
  const posted: JsonObject[] = [];
  const heights: number[] = [];
  const troubles: string[] = [];
  const clock = new ManualClock();
  const app = new AppHost({
    clock,
    post: (message) => posted.push(message),
    theme: 'dark',
    tool: { name: 'chart' },
    input: { a: 1 },
    result: { content: [] },
    onHeight: (height) => heights.push(height),
    onTrouble: (trouble) => troubles.push(trouble),
    openLink: () => Promise.resolve(true),
    callTool: () => Promise.resolve({ content: [] }),
    draft: undefined,
    ...part,
  });
  const say = (method: string, params: unknown = {}, id?: number | string) =>
    app.receive(
      JSON.stringify({ jsonrpc: '2.0', method, params, ...(id === undefined ? {} : { id }) }),
    );
  const answered = (id: number | string) =>
    vi.waitFor(
      () => {
        const found = posted.find((message) => message['id'] === id);
        if (!found) throw new Error('There is no answer.');
        return found;
      },
      { timeout: 5_000, interval: 1 },
    );
  return { app, posted, heights, troubles, clock, say, answered };
}

describe('the host of an app', () => {
  it('gives an app its own call, once, when it is ready [UI-44.bridge]', async () => {
    const { posted, say, answered } = host();
    say('ui/initialize', { protocolVersion: '2026-01-26' }, 1);
    expect(await answered(1)).toMatchObject({
      result: {
        protocolVersion: '2026-01-26',
        hostCapabilities: { serverTools: {}, openLinks: {} },
        hostContext: { theme: 'dark', toolInfo: { tool: { name: 'chart' } } },
      },
    });
    say('ui/notifications/initialized');
    say('ui/notifications/initialized');
    expect(posted.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } },
      { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { content: [] } },
    ]);
  });

  it('takes heights from nothing to a limit and no others [UI-44.size]', () => {
    const { app, heights, say } = host();
    for (const height of [120.2, 1e9, -1, 0, '50', null, undefined, {}])
      say('ui/notifications/size-changed', { width: 1, height });
    app.receive(
      '{"jsonrpc":"2.0","method":"ui/notifications/size-changed","params":{"height":1e999}}',
    );
    expect(heights).toEqual([121, TALLEST, 0, 0]);
  });

  it('opens addresses by the person only [UI-44.bridge]', async () => {
    const asked: string[] = [];
    const { say, answered } = host({
      openLink: (url) => {
        asked.push(url);
        return url.startsWith('https:') ? Promise.resolve(false) : Promise.reject(new Error('why'));
      },
    });
    say('ui/open-link', { url: 'https://example.com' }, 1);
    say('ui/open-link', { url: 'javascript:alert(1)' }, 2);
    say('ui/open-link', { url: 7 }, 3);
    const answers = [await answered(1), await answered(2), await answered(3)];
    expect(asked).toEqual(['https://example.com', 'javascript:alert(1)']);
    expect(answers.every((message) => 'error' in message)).toBe(true);
    expect(JSON.stringify(answers)).not.toContain('why');
  });

  it('calls tools where that is allowed, says why not, and bounds what waits [UI-44.call]', async () => {
    const calls: unknown[] = [];
    const { say, answered } = host({
      callTool: (name, input) => {
        calls.push([name, input]);
        if (name === 'wait') return new Promise(() => undefined);
        if (name === 'no') return Promise.reject(new AppRefusal('Not this one.'));
        return Promise.resolve({ content: [{ type: 'text', text: 'done' }] });
      },
    });
    say('tools/call', { name: 'echo', arguments: { a: [1] } }, 1);
    expect(await answered(1)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    say('tools/call', { name: 'no' }, 2);
    expect(await answered(2)).toMatchObject({ error: { message: 'Not this one.' } });
    say('tools/call', { name: 7 }, 3);
    say('tools/call', { name: 'echo', arguments: [] }, 4);
    expect(await answered(3)).toMatchObject({ error: { code: -32602 } });
    expect(await answered(4)).toMatchObject({ error: { code: -32602 } });
    expect(calls).toEqual([
      ['echo', { a: [1] }],
      ['no', {}],
    ]);
    for (let turn = 0; turn < 10; turn += 1)
      say('tools/call', { name: 'wait' }, `w${String(turn)}`);
    say('tools/call', { name: 'echo' }, 5);
    expect(await answered(5)).toMatchObject({
      error: { message: 'Too many requests wait at once.' },
    });
  });

  it('offers words of an app as a draft, within a limit, and only in a conversation [UI-44.call]', async () => {
    const drafts: string[] = [];
    const block = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
    const { say, answered } = host({ draft: (text) => drafts.push(text) });
    say('ui/message', block('Summarise'), 1);
    say('ui/message', block('x'.repeat(20_001)), 2);
    say('ui/message', { content: [{ type: 'image' }] }, 3);
    expect(await answered(1)).toMatchObject({ result: {} });
    expect(await answered(2)).toHaveProperty('error');
    expect(await answered(3)).toHaveProperty('error');
    expect(drafts).toEqual(['Summarise']);
    const bench = host();
    bench.say('ui/message', block('Summarise'), 1);
    expect(await bench.answered(1)).toMatchObject({ error: { code: -32000 } });
  });

  it('tells an app of its theme and its end, and hears nothing after that [UI-44.bridge]', async () => {
    const { app, posted, heights, say, clock } = host();
    app.setTheme('light');
    expect(posted).toEqual([]);
    say('ui/notifications/initialized');
    app.setTheme('dark');
    app.setTheme('dark');
    expect(posted.slice(2)).toMatchObject([
      { method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } },
    ]);
    const down = app.tearDown(500);
    const last = posted.at(-1);
    expect(last).toMatchObject({ method: 'ui/resource-teardown' });
    clock.advance(500);
    await down;
    say('ui/notifications/size-changed', { height: 5 });
    expect(heights).toEqual([]);
  });

  it('names one that stays silent, and ends one that sends too much [UI-44.bounds]', () => {
    const quiet = host();
    quiet.clock.advance(SILENT_AFTER_MS);
    expect(quiet.troubles).toEqual(['silent']);
    const ready = host();
    ready.say('ui/notifications/initialized');
    ready.clock.advance(SILENT_AFTER_MS);
    expect(ready.troubles).toEqual([]);
    const { heights, troubles, say } = host();
    for (let turn = 0; turn < 1_000; turn += 1) say('ui/notifications/size-changed', { height: 1 });
    expect(troubles).toEqual(['flood']);
    expect(heights.length).toBeLessThan(300);
  });

  it('survives whatever is sent, and ignores what is too long [UI-44.bounds, RE-51]', () => {
    const { app, heights, clock } = host();
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (whole, params, method) => {
        clock.advance(1_000);
        app.receive(method);
        app.receive(JSON.stringify(whole));
        app.receive(JSON.stringify({ jsonrpc: '2.0', method, params, id: whole }));
        app.receive(
          JSON.stringify({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params }),
        );
      }),
      { numRuns: 300 },
    );
    expect(heights.every((height) => height >= 0 && height <= TALLEST)).toBe(true);
    const before = heights.length;
    const filling = 'x'.repeat(1_000_000);
    app.receive(
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'ui/notifications/size-changed',
        params: { height: 9, filling },
      }),
    );
    expect(heights).toHaveLength(before);
  });
});
