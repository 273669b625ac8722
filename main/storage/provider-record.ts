import { z } from 'zod';
import { modelFacts, type ModelFacts } from '../../shared/agent/model-facts.ts';
import { listedPrices, PRICES_OF } from '../../shared/agent/model-prices.ts';
import { modelSettings } from '../../shared/agent/model-settings.ts';
import type { ModelSettings } from '../../shared/agent/model-settings.ts';
import {
  OFFLINE_MODEL_ID,
  OFFLINE_PROVIDER_ID,
  remoteProviderKind,
} from '../../shared/agent/provider.ts';
import type { ProviderConfig } from '../../shared/agent/provider.ts';
import { providerId } from '../../shared/ipc/routes/providers.ts';
import type {
  ModelState,
  ProviderDraft,
  ProviderState,
} from '../../shared/ipc/routes/providers.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { SecretState } from './secret-store.ts';

export const providerRecord = z.object({
  id: providerId,
  kind: remoteProviderKind,
  label: z.string(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  models: z.array(z.string()),
  /** By the name of the model. */
  modelSettings: z.record(z.string(), modelSettings).optional(),
  /** Models that the provider listed no more when it was asked last. */
  gone: z.array(z.string()).optional(),
  /** Of the key that is stored now. */
  keyHint: z.object({ ending: z.string(), addedAt: z.number() }).optional(),
  lastTest: z.object({ ok: z.boolean(), status: z.number().optional(), at: z.number() }).optional(),
  lastWorkedAt: z.number().optional(),
});
export type ProviderRecord = z.infer<typeof providerRecord>;

const offlineLabel = 'Offline (no model)';

export const offlineState: ProviderState = {
  id: OFFLINE_PROVIDER_ID,
  kind: 'offline',
  label: offlineLabel,
  models: [
    {
      id: OFFLINE_MODEL_ID,
      label: offlineLabel,
      takesImages: false,
      takesPdf: false,
      contextWindow: modelFacts({ kind: 'offline' }, OFFLINE_MODEL_ID).contextWindow,
      listedPrices: { input: 0, output: 0 },
    },
  ],
  key: 'not-needed',
};
export const offlineConfig: ProviderConfig = {
  id: OFFLINE_PROVIDER_ID,
  kind: 'offline',
  label: offlineLabel,
};

/** The record that a draft makes; what else was known of the provider stays, as far as it still holds. Throws `provider.invalid`. */
export function recordFrom(
  id: string,
  draft: ProviderDraft,
  before?: ProviderRecord,
): ProviderRecord {
  if (draft.baseUrl !== undefined && hasCredentials(draft.baseUrl)) {
    throw new ParleyError(
      'provider.invalid',
      'The address holds a user name or password; enter the key in its own field.',
    );
  }
  const models = [...new Set(draft.models)];
  const record: ProviderRecord = {
    id,
    kind: draft.kind,
    label: draft.label,
    ...(draft.baseUrl === undefined ? {} : { baseUrl: draft.baseUrl }),
    models,
  };
  if (!before) return record;
  const kept = { ...record, ...settingsFor(models, before.modelSettings) };
  if (!isSamePlace(before, record)) return kept;
  const { gone, keyHint, lastTest, lastWorkedAt } = before;
  return {
    ...kept,
    ...(gone ? { gone: gone.filter((model) => models.includes(model)) } : {}),
    ...(keyHint ? { keyHint } : {}),
    ...(lastTest ? { lastTest } : {}),
    ...(lastWorkedAt === undefined ? {} : { lastWorkedAt }),
  };
}

/** Whether requests go the same way as before. */
export function isSamePlace(
  one: Pick<ProviderRecord, 'kind' | 'baseUrl'>,
  other: Pick<ProviderDraft, 'kind' | 'baseUrl'>,
): boolean {
  return one.kind === other.kind && one.baseUrl === other.baseUrl;
}

function settingsFor(
  models: readonly string[],
  settings: Readonly<Record<string, ModelSettings>> = {},
): Pick<ProviderRecord, 'modelSettings'> {
  const kept = Object.entries(settings).filter(([model]) => models.includes(model));
  return kept.length === 0 ? {} : { modelSettings: Object.fromEntries(kept) };
}

export function configOf(record: ProviderRecord): ProviderConfig {
  return {
    id: record.id,
    kind: record.kind,
    label: record.label,
    ...(record.baseUrl === undefined ? {} : { base_url: record.baseUrl }),
    ...(record.modelSettings === undefined ? {} : { model_settings: record.modelSettings }),
  };
}

export function stateOf(record: ProviderRecord, key: SecretState): ProviderState {
  const isKeyOptional = record.kind === 'openai-compatible' && isLocal(record.baseUrl);
  const hasKey = key === 'stored' || key === 'in-memory';
  return {
    id: record.id,
    kind: record.kind,
    label: record.label,
    ...(record.baseUrl === undefined ? {} : { baseUrl: record.baseUrl }),
    models: record.models.map((model) => modelOf(record, model)),
    key: key === 'missing' && isKeyOptional ? 'not-needed' : key,
    ...(hasKey && record.keyHint ? { keyHint: record.keyHint } : {}),
    ...(record.lastTest ? { lastTest: record.lastTest } : {}),
    ...(record.lastWorkedAt === undefined ? {} : { lastWorkedAt: record.lastWorkedAt }),
  };
}

function modelOf(record: ProviderRecord, model: string): ModelState {
  const config = configOf(record);
  const settings = record.modelSettings?.[model];
  const prices = listedPrices(record.kind, record.baseUrl, model);
  return {
    id: model,
    label: model,
    ...(record.gone?.includes(model) === true ? { isGone: true } : {}),
    ...(settings ? { settings } : {}),
    ...factsOf(modelFacts(config, model)),
    ...(prices ? { listedPrices: prices, pricesOf: PRICES_OF } : {}),
  };
}

function factsOf({ contextWindow, takesImages, takesPdf }: ModelFacts): Partial<ModelState> {
  return { contextWindow, takesImages, takesPdf };
}

/** Enough to tell keys apart; nothing of a short one. */
export function keyHintOf(key: string, now: number): ProviderRecord['keyHint'] {
  return key.length < 20 ? { ending: '', addedAt: now } : { ending: key.slice(-4), addedAt: now };
}

function hasCredentials(address: string): boolean {
  const url = new URL(address);
  return url.username !== '' || url.password !== '';
}

/** The origin is part of the name, which binds the key to it. */
export function secretName(record: ProviderRecord): string {
  const origin = record.baseUrl === undefined ? 'default' : new URL(record.baseUrl).origin;
  return `provider/${record.id}/${origin}`;
}

/** Model servers on this machine usually take no key. */
function isLocal(address: string | undefined): boolean {
  if (address === undefined) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
