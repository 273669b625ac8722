import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startModelServer } from '../../../e2e/servers/model/model-server.ts';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import { consentRequest } from '../../../shared/ipc/consent.ts';
import { providerCalls } from '../../../shared/ipc/routes/providers.ts';
import type { ProviderDraft } from '../../../shared/ipc/routes/providers.ts';
import { gestureRule } from '../../ipc/gesture.ts';
import { providerHandlers } from '../../ipc/handlers/providers.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { ProviderStore } from '../../storage/provider-store.ts';
import { openSecretStore } from '../../storage/secret-store.ts';
import { providerQuestions } from '../provider-questions.ts';
import { ConsentDesk } from './consent-desk.ts';

const clock = new ManualClock();
const caller = (ageMs: number) => ({
  windowId: 1,
  signal: new AbortController().signal,
  lastInputAt: clock.now() - ageMs,
});
/** A page by itself, and one in which somebody has just pressed a key. */
const [page, person] = [caller(5_000), caller(0)];
const key = 'sk-a-long-key-of-a-person-8Q2c';
const draft: ProviderDraft = {
  kind: 'openai-compatible',
  label: 'Team',
  baseUrl: 'https://llm.example/v1',
  models: ['m1', 'm2'],
};

let folder: string;
let asked: ConsentRequest[];
let says: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-provider-consent-'));
  asked = [];
  says = true;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function open() {
  const path = (name: string) => ({ path: join(folder, name), clock, onTrouble: () => undefined });
  const store = await ProviderStore.open(
    path('providers.json'),
    await openSecretStore(path('secrets.json'), undefined),
  );
  const desk = new ConsentDesk((request) => {
    asked.push(consentRequest.parse(request));
    return Promise.resolve(says);
  });
  const handlers = providerHandlers(
    {
      store,
      questions: providerQuestions(clock),
      review: (...question) => desk.reviewProvider(...question),
    },
    gestureRule(() => clock.now()),
  );
  return { store, handlers };
}

it('a provider is added after main has asked where conversations may go, and not at all after a no [SE-5.provider]', async () => {
  const { store, handlers } = await open();
  says = false;
  expect(await handlers['providers.add'](draft, page)).toEqual({ provider: null });
  expect(store.list()).toHaveLength(1);
  says = true;
  const { provider } = await handlers['providers.add'](draft, page);
  expect(store.list()[1]).toEqual(provider);
  expect(asked).toMatchObject(
    [1, 2].map(() => ({
      kind: 'use-provider',
      occasion: 'new',
      name: { text: 'Team' },
      protocol: 'openai-compatible',
      url: { text: 'https://llm.example/v1' },
      host: 'llm.example',
      dropsKey: false,
    })),
  );
  const own = { kind: 'google' as const, label: 'Google', models: [], key };
  expect((await handlers['providers.add'](own, page)).provider?.key).toBe('in-memory');
  expect(asked.at(-1)).toMatchObject({ host: 'generativelanguage.googleapis.com' });
  expect(JSON.stringify(asked)).not.toContain(key);
});

it('conversations go nowhere else without another question, which says that the key stays behind [SE-5.provider, SE-50.origin]', async () => {
  const { store, handlers } = await open();
  const { provider } = await handlers['providers.add'](draft, page);
  const providerId = provider?.id ?? '';
  await handlers['providers.setKey']({ providerId, key }, person);
  const move = { providerId, draft: { ...draft, baseUrl: 'http://other.example/v1' } };
  says = false;
  expect(await handlers['providers.update'](move, person)).toEqual({ provider: null });
  expect(store.list()[1]).toMatchObject({ baseUrl: draft.baseUrl, key: 'in-memory' });
  expect(asked.at(-1)).toMatchObject({
    occasion: 'moved',
    host: 'other.example',
    previousUrl: { text: 'https://llm.example/v1' },
    dropsKey: true,
    warnings: [{ code: 'plain-http' }],
  });
  says = true;
  expect((await handlers['providers.update'](move, person)).provider).toMatchObject({
    baseUrl: 'http://other.example/v1',
    key: 'missing',
  });
  const count = asked.length;
  const renamed = { ...move.draft, label: 'Renamed', models: ['m1'] };
  await handlers['providers.update']({ providerId, draft: renamed }, person);
  expect(asked).toHaveLength(count);
  const otherKind = { ...renamed, kind: 'anthropic' } as const;
  await expect(
    handlers['providers.update']({ providerId, draft: otherKind }, person),
  ).rejects.toMatchObject({ code: 'provider.invalid' });
});

it('nothing of a provider changes by the page alone [SE-5.provider]', async () => {
  const { handlers } = await open();
  const { provider } = await handlers['providers.add'](draft, page);
  const providerId = provider?.id ?? '';
  const tries: (() => unknown)[] = [
    () => handlers['providers.update']({ providerId, draft }, page),
    () => handlers['providers.remove']({ providerId }, page),
    () => handlers['providers.reorder']({ order: [] }, page),
    () => handlers['providers.setKey']({ providerId, key }, page),
    () => handlers['providers.clearKey']({ providerId }, page),
    () => handlers['providers.setModel']({ providerId, model: 'm1', settings: {} }, page),
    () => handlers['providers.test']({ providerId, model: 'm1' }, page),
    () => handlers['providers.listModels']({ providerId }, page),
    () => handlers['providers.findLocal'](undefined, page),
  ];
  for (const attempt of tries)
    await expect((async () => attempt())()).rejects.toMatchObject({ code: 'session.no-gesture' });
});

it('what is known of a provider is kept, and says nothing of its key but the end [UI-17.known, SE-51]', async () => {
  const { handlers } = await open();
  const service = await startModelServer();
  try {
    const local = { ...draft, baseUrl: service.url };
    const { provider } = await handlers['providers.add'](local, page);
    const providerId = provider?.id ?? '';
    const state = await handlers['providers.setKey']({ providerId, key }, person);
    expect(state.keyHint).toEqual({ ending: '8Q2c', addedAt: clock.now() });
    service.push({ kind: 'answer', parts: [{ text: 'ready' }], usage: { input: 9, output: 4 } });
    expect(await handlers['providers.test']({ providerId, model: 'm1' }, person)).toMatchObject({
      ok: true,
      inputTokens: 9,
      outputTokens: 4,
    });
    service.push({ kind: 'error', status: 401, body: { error: { message: 'revoked' } } });
    await handlers['providers.test']({ providerId, model: 'm1' }, person);
    const again = await open();
    expect(again.store.list()[1]).toMatchObject({
      lastTest: { ok: false, status: 401, at: clock.now() },
      lastWorkedAt: clock.now(),
    });
    const file = await readFile(join(folder, 'providers.json'), 'utf8');
    expect(file).not.toContain(key);
    // A new key has not failed yet.
    const fresh = await handlers['providers.setKey']({ providerId, key: 'short' }, person);
    expect(fresh).toMatchObject({ keyHint: { ending: '' } });
    expect(fresh.lastTest).toBeUndefined();
  } finally {
    await service.dispose();
  }
});

it('a model that the provider lists no more is marked and stays, until it is listed again [UI-17.models]', async () => {
  const { store, handlers } = await open();
  const service = await startModelServer();
  try {
    const { provider } = await handlers['providers.add']({ ...draft, baseUrl: service.url }, page);
    const providerId = provider?.id ?? '';
    service.offer('m1', 'm3');
    expect(await handlers['providers.listModels']({ providerId }, person)).toEqual({
      ok: true,
      models: [{ id: 'm1' }, { id: 'm3' }],
      isWhole: true,
    });
    expect(store.list()[1]?.models).toMatchObject([{ id: 'm1' }, { id: 'm2', isGone: true }]);
    expect(store.list()[1]?.models[0]?.isGone).toBeUndefined();
    service.offer('m1', 'm2');
    await handlers['providers.listModels']({ providerId }, person);
    expect(store.list()[1]?.models.some(({ isGone }) => isGone)).toBe(false);
  } finally {
    await service.dispose();
  }
});

it('what a person says of a model is kept, goes to runtimes, and ends with the model [UI-17.settings, UI-16.prices]', async () => {
  const { store, handlers } = await open();
  const { provider } = await handlers['providers.add'](draft, page);
  const providerId = provider?.id ?? '';
  const settings = {
    temperature: 0.3,
    reasoningEffort: 'low',
    maxOutputTokens: 900,
    contextWindow: 64_000,
    takesImages: true,
    prices: { input: 1, output: 2 },
  } as const;
  await handlers['providers.setModel']({ providerId, model: 'm2', settings }, person);
  const again = await open();
  expect((await again.store.resolve(providerId))?.config.model_settings).toEqual({ m2: settings });
  expect(again.store.list()[1]?.models[1]).toMatchObject({
    settings,
    contextWindow: 64_000,
    takesImages: true,
    takesPdf: false,
  });
  const input = providerCalls['providers.setModel'].input;
  for (const bad of [
    { temperature: 3 },
    { maxOutputTokens: 0 },
    { prices: { input: -1 } },
    { x: 1 },
  ])
    expect(input.safeParse({ providerId, model: 'm2', settings: bad }).success).toBe(false);
  await expect(
    handlers['providers.setModel']({ providerId, model: 'none', settings }, person),
  ).rejects.toMatchObject({ code: 'provider.invalid' });
  await handlers['providers.update']({ providerId, draft: { ...draft, models: ['m1'] } }, person);
  expect((await store.resolve(providerId))?.config.model_settings).toBeUndefined();
});

it('providers stand in the order that the person gave them [UI-17.order]', async () => {
  const { handlers } = await open();
  const ids: string[] = [];
  for (const label of ['A', 'B', 'C'])
    ids.push((await handlers['providers.add']({ ...draft, label }, page)).provider?.id ?? '');
  const [a = '', b = '', c = ''] = ids;
  await handlers['providers.reorder']({ order: [c, a] }, person);
  const { store } = await open();
  expect(store.list().map(({ id }) => id)).toEqual(['offline', c, a, b]);
});

it('a file of an app that knew less is read as it is [RE-5]', async () => {
  const record = { id: 'old', kind: 'anthropic', label: 'Old', models: ['claude-sonnet-4-5'] };
  await writeFile(
    join(folder, 'providers.json'),
    JSON.stringify({ schemaVersion: 1, providers: [record] }),
  );
  const { store } = await open();
  expect(store.list()[1]).toMatchObject({
    id: 'old',
    models: [
      {
        id: 'claude-sonnet-4-5',
        contextWindow: 200_000,
        takesPdf: true,
        listedPrices: { input: 3, output: 15 },
        pricesOf: '2025-11',
      },
    ],
  });
});
