import { z } from 'zod';
import { modelPrices, modelSettings } from '../../agent/model-settings.ts';
import { providerKind, remoteProviderKind } from '../../agent/provider.ts';
import { defineCalls, defineEvents } from '../contract.ts';

export const providerId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);
const providerKey = z.string().trim().min(1).max(4096);
const modelName = z.string().trim().min(1).max(200);

/** A model that a provider offers, with what is known of it. */
export const modelState = z.object({
  id: z.string(),
  label: z.string(),
  /** The provider does not list it any more. It stays until the person takes it out. */
  isGone: z.boolean().optional(),
  /** What the person said of it. */
  settings: modelSettings.optional(),
  /** What counts now: by the person, else by what is known of the name. */
  contextWindow: z.number().optional(),
  takesImages: z.boolean().optional(),
  takesPdf: z.boolean().optional(),
  /** What is known without the person; absent: unknown. */
  listedPrices: modelPrices.optional(),
  /** When the listed prices were looked up. */
  pricesOf: z.string().optional(),
});
export type ModelState = z.infer<typeof modelState>;

/** The provider's real answer to a small request. */
export const providerTest = z.object({
  ok: z.boolean(),
  status: z.number().optional(),
  /** Text of the answer, or the body of the error as it came (bounded, redacted). */
  answer: z.string(),
  durationMs: z.number(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
});
export type ProviderTest = z.infer<typeof providerTest>;

/** A provider as the window sees it; the key itself never crosses. */
export const providerState = z.object({
  id: providerId,
  kind: providerKind,
  label: z.string(),
  baseUrl: z.string().optional(),
  models: z.array(modelState),
  key: z.enum(['not-needed', 'missing', 'stored', 'in-memory', 'locked']),
  /** The last letters of a long key, to tell keys apart, and when it was entered. */
  keyHint: z.object({ ending: z.string(), addedAt: z.number() }).optional(),
  /** What came of the last test. */
  lastTest: z.object({ ok: z.boolean(), status: z.number().optional(), at: z.number() }).optional(),
  lastWorkedAt: z.number().optional(),
});
export type ProviderState = z.infer<typeof providerState>;

export const providerDraft = z.strictObject({
  kind: remoteProviderKind,
  label: z.string().trim().min(1).max(80),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  /** Model names, as the provider calls them. */
  models: z.array(modelName).max(200),
});
export type ProviderDraft = z.infer<typeof providerDraft>;

export const listedModel = z.object({ id: z.string(), label: z.string().optional() });
export type ListedModel = z.infer<typeof listedModel>;

/** The models that a provider lists, or its real answer where it lists none. */
export const modelListing = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    models: z.array(listedModel),
    /** False: there are more than were read. */
    isWhole: z.boolean(),
  }),
  z.object({ ok: z.literal(false), status: z.number().optional(), answer: z.string() }),
]);
export type ModelListing = z.infer<typeof modelListing>;

/** A service on this computer: its models, or why it was not found. */
export const localModels = z.object({
  service: z.enum(['ollama', 'lm-studio']),
  baseUrl: z.string(),
  models: z.array(z.string()).optional(),
  reason: z.string().optional(),
});
export type LocalModels = z.infer<typeof localModels>;

const target = z.strictObject({ providerId });
/** Null when the person said no in main's question. */
const settled = z.object({ provider: providerState.nullable() });

export const providerCalls = defineCalls({
  'providers.list': {
    input: z.undefined(),
    output: z.object({ providers: z.array(providerState) }),
  },
  /** Main asks: conversations will go to its address. The key is kept after a yes alone; one that could not be kept is told. */
  'providers.add': {
    input: providerDraft.extend({ key: providerKey.optional() }),
    output: settled.extend({ keyError: z.string().optional() }),
  },
  /**
   * Main asks where address or kind change. A change of the address's origin drops the stored key: a key is never sent to
   * another origin than it was entered for.
   */
  'providers.update': {
    input: z.strictObject({ providerId, draft: providerDraft }),
    output: settled,
  },
  'providers.remove': { input: target, output: z.undefined() },
  /** Ids of all providers but the offline one, in their new order; others keep their place behind. */
  'providers.reorder': {
    input: z.strictObject({ order: z.array(providerId).max(1000) }),
    output: z.undefined(),
  },
  'providers.setKey': {
    input: z.strictObject({ providerId, key: providerKey }),
    output: providerState,
  },
  'providers.clearKey': { input: target, output: providerState },
  /** Replaces what the person said of a model. */
  'providers.setModel': {
    input: z.strictObject({ providerId, model: modelName, settings: modelSettings }),
    output: providerState,
  },
  'providers.test': {
    input: z.strictObject({ providerId, model: z.string().min(1).max(200) }),
    output: providerTest,
  },
  /** Asks the provider. Models that it lists no more are marked as gone. */
  'providers.listModels': { input: target, output: modelListing },
  /** Asks Ollama and LM Studio on their usual ports of this computer. */
  'providers.findLocal': {
    input: z.undefined(),
    output: z.object({ found: z.array(localModels) }),
  },
});

export const providerEvents = defineEvents({
  'providers.changed': z.object({ providers: z.array(providerState) }),
});
