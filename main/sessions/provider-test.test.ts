import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startModelServer } from '../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../e2e/servers/model/model-server.ts';
import { remoteProviderKind } from '../../shared/agent/provider.ts';
import { systemClock } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { PROVIDER_TEST_LIMIT_MS, testProvider } from './provider-test.ts';

const key = 'sk-not-to-be-seen-0123456789';
const tools = { fetch: globalThis.fetch, clock: systemClock };
let server: ModelServer;

beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.dispose());

describe.each(remoteProviderKind.options)('test of a provider: %s', (kind) => {
  const ask = (): ReturnType<typeof testProvider> =>
    testProvider({ kind, baseUrl: server.url, model: 'some-model', apiKey: key }, tools);

  it('shows what the provider answered [MODEL-6, UI-17]', async () => {
    server.push({ kind: 'answer', parts: [{ text: 'ready and waiting' }] });
    expect(await ask()).toMatchObject({ ok: true, status: 200, answer: 'ready and waiting' });
    const [request] = server.requests;
    expect(request?.model).toBe('some-model');
    expect(JSON.stringify(request?.headers)).toContain(key);
    expect(JSON.stringify(request?.body)).not.toContain(key);
  });

  it('shows the body of an error as it came, without the key [MODEL-6]', async () => {
    server.push({ kind: 'error', status: 401, body: { error: { message: `wrong key ${key}!` } } });
    const result = await ask();
    expect(result).toMatchObject({
      ok: false,
      status: 401,
      answer: '{"error":{"message":"wrong key [key]!"}}',
    });
    expect(JSON.stringify(result)).not.toContain(key);
  });

  it('bounds a long error body [MODEL-6]', async () => {
    server.push({ kind: 'error', status: 500, body: 'x'.repeat(100_000) });
    const { answer } = await ask();
    expect(answer.length).toBeLessThan(5000);
  });

  it('takes an answer of another protocol for a failure [MODEL-6]', async () => {
    server.push({ kind: 'error', status: 200, body: '<html>A login page</html>' });
    const result = await ask();
    expect(result.ok).toBe(false);
    expect(result.answer).toContain('A login page');
  });

  it('says why there was no connection [MODEL-6]', async () => {
    await server.dispose();
    const result = await ask();
    expect(result.ok).toBe(false);
    expect(result.status).toBeUndefined();
    expect(result.answer).toContain('ECONNREFUSED');
  });

  it('gives up after its limit, also when the request does not end [MODEL-6]', async () => {
    const timers: { ms: number; run: () => void }[] = [];
    let now = 0;
    const clock: Clock = {
      now: () => now,
      after: (ms, run) => {
        timers.push({ ms, run });
        return () => undefined;
      },
    };
    const never: typeof fetch = () => new Promise(() => undefined);
    const waiting = testProvider({ kind, model: 'some-model' }, { fetch: never, clock });
    now = PROVIDER_TEST_LIMIT_MS;
    timers.find((timer) => timer.ms === PROVIDER_TEST_LIMIT_MS)?.run();
    expect(await waiting).toEqual({
      ok: false,
      answer: 'No answer came within 30 seconds.',
      durationMs: PROVIDER_TEST_LIMIT_MS,
    });
  });

  it('ends when it is stopped [MODEL-6]', async () => {
    const stop = new AbortController();
    stop.abort();
    const result = await testProvider(
      { kind, baseUrl: server.url, model: 'some-model' },
      { ...tools, signal: stop.signal },
    );
    expect(result).toMatchObject({ ok: false, answer: 'The question was stopped.' });
  });
});
