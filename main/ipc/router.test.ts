import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AllHandlers } from '../../shared/ipc/registry.ts';
import { calls } from '../../shared/ipc/registry.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { LogLevel } from '../lib/logger.ts';
import { silentLog } from '../lib/logger.ts';
import type { Caller } from './caller.ts';
import { createRouter } from './router.ts';

const caller: Caller = { windowId: 1, signal: new AbortController().signal, lastInputAt: 0 };
const settings = {
  theme: 'dark',
  defaultModel: { provider_id: 'offline', id: 'offline' },
  sidebar: 'open',
  panel: 'open',
} as const;

/** Handlers that remember what reached them; `override` answers for some routes. */
function scripted(override: Partial<AllHandlers<Caller>> = {}) {
  const reached: { route: string; input: unknown }[] = [];
  const handlers = Object.fromEntries(
    Object.keys(calls).map((route) => [
      route,
      (input: unknown, from: Caller): unknown => {
        reached.push({ route, input });
        const handler = (
          override as Record<string, ((...given: unknown[]) => unknown) | undefined>
        )[route];
        return handler?.(input, from);
      },
    ]),
  ) as unknown as AllHandlers<Caller>;
  return { handlers, reached };
}

describe('the router', () => {
  it('parses, calls and answers in an envelope', async () => {
    const { handlers } = scripted({ 'settings.set': () => settings });
    const route = createRouter(handlers, silentLog);
    expect(await route('settings.set', { theme: 'dark' }, caller)).toEqual({
      ok: true,
      value: settings,
    });
  });

  it('answers a call without a value', async () => {
    const { handlers } = scripted({ 'app.dismissNotice': () => undefined });
    expect(
      await createRouter(handlers, silentLog)('app.dismissNotice', { id: 'x' }, caller),
    ).toEqual({ ok: true, value: undefined });
  });

  it('refuses a caller that is not allowed, before it looks at anything [SE-4.sender]', async () => {
    const { handlers, reached } = scripted();
    const reply = await createRouter(handlers, silentLog)('settings.get', undefined, undefined);
    expect(reply).toMatchObject({ ok: false, error: { code: 'ipc.forbidden-sender' } });
    expect(reached).toEqual([]);
  });

  it.each([
    'nope',
    '',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'settings',
    'settings.get ',
    ['settings.get'],
    { toString: 'settings.get' },
    Symbol.iterator,
    null,
    undefined,
    7,
  ])('refuses the route %s [SE-4.route]', async (name) => {
    const { handlers, reached } = scripted();
    const reply = await createRouter(handlers, silentLog)(name, undefined, caller);
    expect(reply).toMatchObject({ ok: false, error: { code: 'ipc.unknown-route' } });
    expect(reached).toEqual([]);
  });

  it.each([
    ['a wrong type', { theme: 7 }],
    ['a wrong word', { theme: 'pink' }],
    ['an extra key', { theme: 'dark', extra: 1 }],
    ['a list', ['dark']],
    ['nothing', undefined],
    ['null', null],
    ['an own __proto__', JSON.parse('{"theme":"dark","__proto__":{"admin":true}}')],
    ['an own constructor', { theme: 'dark', constructor: { prototype: { admin: true } } }],
  ])('refuses %s without naming values [SE-4.payload]', async (_what, input) => {
    const { handlers, reached } = scripted();
    const reply = await createRouter(handlers, silentLog)('settings.set', input, caller);
    expect(reply).toMatchObject({ ok: false, error: { code: 'ipc.invalid-input' } });
    expect(JSON.stringify(reply)).not.toContain('pink');
    expect(reached).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('refuses 50 MB and depth 10,000 before parsing [SE-4.size, SE-4.depth]', async () => {
    const { handlers, reached } = scripted();
    const route = createRouter(handlers, silentLog);
    let deep: unknown = {};
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    for (const input of [{ key: 'x'.repeat(50_000_000) }, deep]) {
      expect(await route('providers.setKey', input, caller)).toMatchObject({
        ok: false,
        error: { code: 'ipc.too-large' },
      });
    }
    expect(reached).toEqual([]);
  });

  it('passes an error with a code on as it is', async () => {
    const { handlers } = scripted({
      'servers.restart': () => {
        throw new ParleyError('server.not-found', 'There is no such server.', { retryable: true });
      },
    });
    const input = { serverId: '00000000-0000-4000-8000-000000000000' };
    expect(await createRouter(handlers, silentLog)('servers.restart', input, caller)).toEqual({
      ok: false,
      error: { code: 'server.not-found', message: 'There is no such server.', retryable: true },
    });
  });

  it.each([
    ['ENOSPC', 'The disk is full.'],
    ['EROFS', 'does not let Parley use a file'],
    ['EISDIR', 'is not what it should be'],
  ])('says so when the file system refuses with %s [RE-3]', async (code, words) => {
    const { handlers } = scripted({
      'settings.set': () => {
        throw Object.assign(new Error(`${code}: it was refused`), { code });
      },
    });
    expect(await createRouter(handlers, silentLog)('settings.set', {}, caller)).toEqual({
      ok: false,
      error: {
        code: 'storage.failed',
        message: expect.stringContaining(words) as string,
        retryable: true,
      },
    });
  });

  it('keeps an unforeseen error to the log [SE-51.errors]', async () => {
    const logged: { level: LogLevel; details: unknown }[] = [];
    const { handlers } = scripted({
      'settings.get': () => {
        throw new Error('secret c4n4ry in a message');
      },
    });
    const route = createRouter(handlers, (level, _message, details) => {
      logged.push({ level, details });
    });
    const reply = await route('settings.get', undefined, caller);
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(reply)).not.toContain('c4n4ry');
    expect(logged).toMatchObject([{ level: 'error', details: { route: 'settings.get' } }]);
  });

  it('never hands out what the contract does not name [SE-51.output]', async () => {
    const { handlers } = scripted({
      'settings.get': () => ({ ...settings, apiKey: 'c4n4ry' }),
    });
    expect(await createRouter(handlers, silentLog)('settings.get', undefined, caller)).toEqual({
      ok: true,
      value: settings,
    });
    const wrong = scripted({ 'settings.get': () => ({ theme: 'c4n4ry' }) as never });
    const reply = await createRouter(wrong.handlers, silentLog)('settings.get', undefined, caller);
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
  });

  it('answers every payload on every route with an envelope [SE-4.fuzz]', async () => {
    const { handlers } = scripted();
    const route = createRouter(handlers, silentLog);
    const names = fc.constantFrom(...Object.keys(calls), '__proto__', 'constructor', '');
    const payload = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withTypedArray: true,
        withObjectString: true,
      }),
      fc.jsonValue(),
      fc.record({ serverId: fc.anything(), draft: fc.anything(), ['__proto__']: fc.anything() }),
    );
    await fc.assert(
      fc.asyncProperty(names, payload, async (name, input) => {
        const reply = await route(name, input, caller);
        expect(reply.ok || typeof reply.error.message === 'string').toBe(true);
      }),
      { numRuns: 400 },
    );
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});
