import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BenchRun, SchemaVerdict } from '../../../shared/mcp/bench.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { TrafficEntry } from '../../../shared/mcp/traffic.ts';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import {
  fill,
  person,
  renderWindow,
  serverState,
  toolInfo,
  type Script,
} from '../../testing/scripted-bridge.tsx';
import { BenchPage } from './bench-page.tsx';
import type { BenchViewName } from './bench-view.tsx';
import { memoryKeys } from './memory-keys.ts';
import { prepareCall } from './prepare-call.ts';
import { remember } from './use-remembered.ts';

const words = benchTexts;
const runId = '10000000-0000-4000-8000-000000000000';

interface Given {
  readonly server: ServerState;
  readonly view?: BenchViewName;
  readonly result?: unknown;
  readonly run?: Partial<BenchRun>;
  readonly verdict?: SchemaVerdict;
  readonly traffic?: readonly TrafficEntry[];
  readonly script?: Script;
}

/** The bench over one server; a call is answered at once. */
async function open({ server, view = 'tools', result = {}, run = {}, ...given }: Given) {
  remember(memoryKeys.view, view);
  remember(memoryKeys.server, server.id);
  const body = JSON.stringify(result);
  const rendered = await renderWindow(
    <BenchPage renderMarkdown={(markdown) => <p>{markdown}</p>} onOpenServers={vi.fn()} />,
    {
      'servers.list': () => ({ servers: [server], sequence: 0 }),
      'bench.runs': () => ({ runs: [] }),
      'bench.savedCalls': () => ({ calls: [] }),
      'apps.open': () => ({ state: 'none' }),
      'bench.check': () => given.verdict ?? { state: 'fits', mismatches: [] },
      'bench.start': (input: { request: BenchRun['request'] }) => ({
        id: runId,
        serverId: server.id,
        request: input.request,
        state: 'answered',
        sequence: 1,
        startedAt: 0,
        timeoutMs: 60_000,
        durationMs: 12,
        bytes: body.length,
        ...run,
      }),
      'bench.result': () => ({ text: body, total: body.length }),
      'bench.traffic': () => ({ entries: [...(given.traffic ?? [])] }),
      ...given.script,
    },
  );
  return { ...rendered, user: person() };
}

const press = (name: string) => screen.getByRole('button', { name });

describe('the form of a tool', () => {
  const server = () =>
    serverState({
      tools: [
        toolInfo({
          name: 'find',
          inputSchema: {
            type: 'object',
            properties: {
              customer: { type: 'string' },
              limit: { type: 'integer', maximum: 100, default: 25 },
              range: { type: 'object', properties: { from: { type: 'string' } } },
              items: { type: 'boolean' },
            },
            required: ['customer'],
          },
        }),
      ],
    });

  it('sends what was filled in and nothing else, the same in JSON [UI-38.form]', async () => {
    const { user, bridge } = await open({ server: server() });
    await fill(user, screen.getByLabelText('customer'), 'cus_88');
    await fill(user, screen.getByLabelText('from'), '2026-06-01');
    await user.click(screen.getByRole('tab', { name: words.tools.modes.json }));
    const json = screen.getByLabelText<HTMLTextAreaElement>(words.tools.json);
    expect(JSON.parse(json.value)).toEqual({ customer: 'cus_88', range: { from: '2026-06-01' } });
    await user.clear(json);
    await user.paste('{"customer": "cus_89", "limit": "many", "more": [1]}');
    await user.click(screen.getByRole('tab', { name: words.tools.modes.form }));
    // What does not fit its field is shown all the same.
    expect(screen.getByLabelText<HTMLInputElement>('limit').value).toBe('many');
    expect(screen.getByLabelText<HTMLTextAreaElement>('more').value).toContain('1');
    await user.click(press(words.form.doNotSend('limit')));
    await user.click(press(words.tools.call));
    expect(bridge.inputs('bench.start')).toMatchObject([
      { request: { arguments: { customer: 'cus_89', more: [1] } }, timeoutMs: 60_000 },
    ]);
    await user.click(press(words.tools.reset));
    expect(screen.getByLabelText<HTMLInputElement>('customer').value).toBe('');
  });

  it('has a call filled in that was made in a session, and calls nothing by itself [UI-13.bench]', async () => {
    const one = server();
    prepareCall(one.id, 'find', { customer: 'cus_90', range: { from: '2026-07-01' } });
    const { user, bridge } = await open({ server: one });
    expect(screen.getByLabelText<HTMLInputElement>('customer').value).toBe('cus_90');
    expect(screen.getByLabelText<HTMLInputElement>('from').value).toBe('2026-07-01');
    expect(bridge.inputs('bench.start')).toEqual([]);
    await user.click(press(words.tools.call));
    expect(bridge.inputs('bench.start')).toMatchObject([
      { request: { arguments: { customer: 'cus_90', range: { from: '2026-07-01' } } } },
    ]);
  });

  it('calls with Ctrl+Enter, and not while JSON is broken [UI-38.form]', async () => {
    const { user, bridge } = await open({ server: server() });
    await user.click(screen.getByRole('tab', { name: words.tools.modes.json }));
    const json = screen.getByLabelText(words.tools.json);
    await user.clear(json);
    await user.paste('{"customer": ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(bridge.inputs('bench.start')).toEqual([]);
    await user.paste('"a"}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(bridge.inputs('bench.start')).toHaveLength(1));
  });

  it('warns before a secret is saved and leaves it out [UI-38.saved]', async () => {
    const { user, bridge } = await open({
      server: serverState({
        tools: [
          toolInfo({
            name: 'login',
            inputSchema: {
              type: 'object',
              properties: { user: { type: 'string' }, password: { type: 'string' } },
            },
          }),
        ],
      }),
      script: {
        'bench.saveCall': () => {
          throw new Error('not kept');
        },
      },
    });
    await fill(user, screen.getByLabelText('user'), 'ada');
    await fill(user, screen.getByLabelText('password'), 'hunter2');
    expect(screen.getByLabelText<HTMLInputElement>('password').type).toBe('password');
    await user.click(press(words.tools.saveCall));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(words.save.secrets('password'))).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: words.save.save }));
    const [saved] = bridge.inputs('bench.saveCall') as { arguments: unknown }[];
    expect(saved?.arguments).toEqual({ user: 'ada' });
  });
});

describe('the result of a call', () => {
  const server = () => serverState({ tools: [toolInfo({ name: 'get', title: 'Get' })] });
  const call = async (given: Omit<Given, 'server'>) => {
    const opened = await open({ server: server(), ...given });
    await opened.user.click(press(words.tools.call));
    return opened;
  };

  it('is shown whole where it does not fit, marked at the value [UI-38.mismatch]', async () => {
    const mismatches = [
      { path: '/orders/1/total', keyword: 'type', expected: ['number'], message: 'no' },
    ];
    await call({
      result: { content: [], structuredContent: { orders: [{ total: 1 }, { total: '64.00' }] } },
      run: { verdict: { state: 'differs', mismatches } },
    });
    const row = await waitFor(() => {
      const found = document.querySelector('[data-path="/orders/1/total"]');
      if (found === null) throw new Error('Not drawn yet.');
      return found;
    });
    expect(row.textContent).toBe('total"64.00"expected number');
    expect(document.querySelector('[data-path="/orders/0/total"]')?.textContent).toBe('total1');
    expect(screen.getByText(words.result.mismatch)).toBeTruthy();
    expect(screen.getByText(words.result.mismatches(1))).toBeTruthy();
  });

  it.each([[null], [0], [[]], ['x'], [{ a: 1 }]])(
    'is structured when it is %j, with or without a schema [UI-38.viewers]',
    async (structuredContent) => {
      await call({ result: { content: [], structuredContent } });
      const tree = await screen.findByRole('group', { name: words.result.tabs.structured });
      expect(tree.textContent).toContain(
        Array.isArray(structuredContent) ? '[ ]' : structuredContent === null ? 'null' : '',
      );
    },
  );

  it('of any content loads nothing, runs nothing and hides nothing [UI-38.viewers]', async () => {
    const svg = btoa('<svg onload="alert(1)"/>');
    const { user, bridge } = await call({
      result: {
        content: [
          { type: 'text', text: '<img src=x onerror=alert(1)> \u001b[31mred\u001b[0m \u202e' },
          { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
          { type: 'image', mimeType: 'image/svg+xml', data: svg },
          { type: 'image', mimeType: 'image/png', data: 'not base64!' },
          { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
          { type: 'resource', resource: { text: 'no uri' } },
          { type: 'resource', resource: { uri: 'file:///a.pdf', blob: 'JVBERg==' } },
          { type: 'resource_link', uri: 'https://example.com/doc', name: 'doc' },
          { type: 'resource_link', uri: 'javascript:alert(1)', name: 'script' },
          { type: 'hologram', beams: 3 },
          null,
          { type: 'text' },
        ],
      },
      script: { 'bench.saveFile': () => ({ saved: true }) },
    });
    const panel = await screen.findByRole('region', { name: words.result.label });
    await within(panel).findByText('U+202E');
    const images = [...panel.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    expect(images).toEqual(['data:image/png;base64,iVBORw0KGgo=']);
    expect(panel.textContent).toContain('<img src=x onerror=alert(1)> red');
    expect(panel.textContent).toContain('<svg onload="alert(1)"/>');
    expect(panel.textContent).toContain('no uri');
    expect(panel.textContent).toContain(words.content.unknown('hologram'));
    expect(panel.querySelectorAll('svg script, a[href], iframe, object, embed')).toHaveLength(0);
    expect(panel.querySelector('audio')?.getAttribute('src')).toMatch(/^data:audio\/wav;/);
    await user.click(
      within(panel).getAllByRole('button', { name: words.content.save }).at(-1) as HTMLElement,
    );
    expect(bridge.inputs('bench.saveFile')).toEqual([{ name: 'a.pdf', base64: 'JVBERg==' }]);
    expect(within(panel).getAllByRole('button', { name: words.content.open })).toHaveLength(1);
  });
});

describe('the traffic of a server', () => {
  const request = (seq: number, part: object = {}): TrafficEntry => ({
    kind: 'request',
    seq,
    at: seq,
    direction: 'out',
    method: 'tools/call',
    id: seq,
    bytes: 10,
    text: `{"id":${String(seq)},"method":"tools/call","params":{"name":"find","arguments":{"a":1,"token":"[redacted]"}}}`,
    isCut: false,
    ...part,
  });
  const answer = (seq: number, ends: number, isError = false): TrafficEntry => ({
    kind: 'response',
    seq,
    at: seq,
    direction: 'in',
    method: 'tools/call',
    id: ends,
    bytes: 10,
    text: isError
      ? `{"id":${String(ends)},"error":{"code":-32602,"message":"too much"}}`
      : `{"id":${String(ends)},"result":{}}`,
    isCut: false,
    ends: { seq: ends, outcome: isError ? 'error' : 'answered', durationMs: 412 },
  });

  it('pairs, filters, holds back while paused, and goes back to the tool [UI-37.view]', async () => {
    const server = serverState({ tools: [toolInfo({ name: 'find' })] });
    const { user, emit } = await open({
      server,
      view: 'traffic',
      traffic: [request(1), answer(2, 1), request(3), answer(4, 3, true)],
    });
    const table = await screen.findByRole('table');
    const row = (seq: number) => table.querySelector<HTMLElement>(`[data-seq="${String(seq)}"]`);
    await waitFor(() => expect(row(3)?.textContent).toContain(words.traffic.errorCode('-32602')));
    expect(row(1)?.textContent).toContain('412 ms');
    await user.click(screen.getByRole('radio', { name: words.traffic.errors(1) }));
    expect(row(1)).toBeNull();
    expect(row(3)).not.toBeNull();
    await user.click(press(words.traffic.pause));
    await emit('bench.traffic', { serverId: server.id, entries: [request(5), answer(6, 5, true)] });
    expect(row(5)).toBeNull();
    expect(screen.getByText(words.traffic.held(2))).toBeTruthy();
    await user.click(press(words.traffic.resume));
    await user.click(row(5) as HTMLElement);
    const detail = within(screen.getByRole('region', { name: 'tools/call' }));
    expect(detail.getAllByText(words.traffic.redactedValue)).toHaveLength(1);
    expect(detail.getByText(words.traffic.errorAfter('412 ms'))).toBeTruthy();
    await user.click(detail.getByRole('button', { name: words.traffic.openInTools }));
    await user.click(await screen.findByRole('tab', { name: words.tools.modes.json }));
    const json = screen.getByLabelText<HTMLTextAreaElement>(words.tools.json);
    expect(JSON.parse(json.value)).toEqual({ a: 1 });
  });

  it('of five thousand messages mounts only what is near the view [UI-37.view]', async () => {
    const traffic = Array.from({ length: 5_000 }, (_, index) => request(index + 1));
    await open({ server: serverState(), view: 'traffic', traffic });
    const table = await screen.findByRole('table');
    expect(table.querySelectorAll('[data-seq]').length).toBeLessThan(300);
  });
});
