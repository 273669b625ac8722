import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { AppHost, AppRefusal, SILENT_AFTER_MS, TALLEST } from './app-host.ts';
import type { AppHostOptions } from './app-host.ts';
import type { OfferedFile } from './offered-files.ts';

function host(part: Partial<AppHostOptions> = {}) {
  const posted: JsonObject[] = [];
  const heights: number[] = [];
  const troubles: string[] = [];
  const modes: string[] = [];
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
    domains: { connect: [], resource: [], frame: ['https://player.example'] },
    onMayFill: () => modes.push('may fill'),
    onMode: (mode) => modes.push(mode),
    hasFocus: () => false,
    saveFile: () => Promise.resolve(true),
    askResources: () => Promise.resolve({ contents: [] }),
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
  return { app, posted, heights, troubles, modes, clock, say, answered };
}

describe('the host of an app', () => {
  it('gives an app its own call, once, when it is ready [UI-44.bridge]', async () => {
    const { posted, say, answered } = host();
    say('ui/initialize', { protocolVersion: '2026-01-26' }, 1);
    expect(await answered(1)).toMatchObject({
      result: {
        protocolVersion: '2026-01-26',
        hostCapabilities: {
          serverTools: {},
          openLinks: {},
          downloadFile: {},
          serverResources: {},
          sandbox: {
            permissions: {},
            csp: { frameDomains: ['https://player.example'], baseUriDomains: [] },
          },
        },
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

  it('fills the window where the app can and the person is in it, and goes back when either wants [UI-44.modes]', async () => {
    let hasFocus = false;
    const { app, posted, modes, say, answered } = host({ hasFocus: () => hasFocus });
    const ask = async (mode: unknown, id: number) => {
      say('ui/request-display-mode', { mode }, id);
      return (await answered(id))['result'];
    };
    say('ui/initialize', { appCapabilities: { availableDisplayModes: ['inline'] } }, 1);
    say('ui/notifications/initialized');
    hasFocus = true;
    expect(await ask('fullscreen', 2)).toEqual({ mode: 'inline' });
    app.setMode('fullscreen');
    expect(modes).toEqual([]);
    const able = { availableDisplayModes: ['inline', 'fullscreen', 'pip'] };
    say('ui/initialize', { appCapabilities: able }, 3);
    hasFocus = false;
    expect(await ask('fullscreen', 4)).toEqual({ mode: 'inline' });
    hasFocus = true;
    expect(await ask('pip', 5)).toEqual({ mode: 'inline' });
    expect(await ask('fullscreen', 6)).toEqual({ mode: 'fullscreen' });
    app.setPlace(1_000, 700);
    app.setPlace(1_000, 700);
    expect(await ask('inline', 7)).toEqual({ mode: 'inline' });
    app.setMode('fullscreen');
    expect(modes).toEqual(['may fill', 'fullscreen', 'inline', 'fullscreen']);
    const told = posted
      .filter(({ method }) => method === 'ui/notifications/host-context-changed')
      .map(({ params }) => params);
    expect(told).toEqual([
      { displayMode: 'fullscreen' },
      { containerDimensions: { width: 1_000, height: 700 } },
      { displayMode: 'inline' },
      { displayMode: 'fullscreen' },
    ]);
  });

  it('offers files to the person, asks its server for resources, and says in words what it does not offer [UI-44.files]', async () => {
    const saved: OfferedFile[] = [];
    const asked: unknown[] = [];
    const { say, answered, troubles } = host({
      saveFile: (file) => {
        saved.push(file);
        return Promise.resolve(!file.name.startsWith('no'));
      },
      askResources: (...request) => {
        asked.push(request);
        return Promise.resolve({ contents: [] });
      },
    });
    const resource = (uri: string, part: object) => ({
      type: 'resource',
      resource: { uri, ...part },
    });
    const contents = [
      resource('file:///out/chart%20one.csv?x', { text: 'a,b' }),
      resource('ui://x/picture.png', { blob: 'AAEC' }),
      { type: 'resource_link', uri: 'notes://all', name: 'all.txt' },
    ];
    say('ui/download-file', { contents }, 1);
    expect(await answered(1)).toMatchObject({ result: {} });
    expect(saved).toEqual([
      { name: 'chart one.csv', bytes: Buffer.from('a,b') },
      { name: 'picture.png', bytes: Buffer.from([0, 1, 2]) },
      { name: 'all.txt', uri: 'notes://all' },
    ]);
    say('ui/download-file', { contents: [resource('x:no', { text: '' }), ...contents] }, 2);
    expect(await answered(2)).toMatchObject({
      error: { message: expect.stringContaining('did not save') as unknown },
    });
    expect(saved).toHaveLength(4);
    for (const [at, wrong] of [
      undefined,
      [],
      [{ type: 'text', text: 'x' }],
      [resource('x', {})],
    ].entries()) {
      say('ui/download-file', { contents: wrong }, 10 + at);
      expect(await answered(10 + at)).toMatchObject({ error: { code: -32602 } });
    }
    expect(saved).toHaveLength(4);
    say('resources/read', { uri: 'notes://all' }, 20);
    expect(await answered(20)).toMatchObject({ result: { contents: [] } });
    expect(asked).toEqual([['resources/read', { uri: 'notes://all' }]]);
    for (const method of ['ui/update-model-context', 'sampling/createMessage', 'prompts/list']) {
      say(method, {}, method);
      expect(await answered(method)).toMatchObject({
        error: {
          code: -32601,
          message: expect.stringMatching(/^This host (gives|lets|does not offer)/) as unknown,
        },
      });
    }
    say('ui/notifications/request-teardown');
    expect(troubles).toEqual(['done']);
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
