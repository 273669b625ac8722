import { z } from 'zod';
import { providerKind } from '../../agent/provider.ts';
import { defineCalls, defineEvents } from '../contract.ts';

export const providerId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** A provider as the window sees it; the key itself never crosses. */
export const providerState = z.object({
  id: providerId,
  kind: providerKind,
  label: z.string(),
  baseUrl: z.string().optional(),
  models: z.array(z.object({ id: z.string(), label: z.string() })),
  key: z.enum(['not-needed', 'missing', 'stored', 'in-memory', 'locked']),
});
export type ProviderState = z.infer<typeof providerState>;

export const providerDraft = z.strictObject({
  kind: z.enum(['anthropic', 'openai-compatible']),
  label: z.string().trim().min(1).max(80),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  /** Model names, as the provider calls them. */
  models: z.array(z.string().trim().min(1).max(200)).max(200),
});
export type ProviderDraft = z.infer<typeof providerDraft>;

/** The provider's real answer to a small request. */
export const providerTest = z.object({
  ok: z.boolean(),
  status: z.number().optional(),
  /** Text of the answer, or the body of the error as it came (bounded, redacted). */
  answer: z.string(),
  durationMs: z.number(),
});
export type ProviderTest = z.infer<typeof providerTest>;

const target = z.strictObject({ providerId });

export const providerCalls = defineCalls({
  'providers.list': {
    input: z.undefined(),
    output: z.object({ providers: z.array(providerState) }),
  },
  'providers.add': { input: providerDraft, output: providerState },
  /** A change of the address's origin drops the stored key: a key is never sent to another origin than it was entered for. */
  'providers.update': {
    input: z.strictObject({ providerId, draft: providerDraft }),
    output: providerState,
  },
  'providers.remove': { input: target, output: z.undefined() },
  'providers.setKey': {
    input: z.strictObject({ providerId, key: z.string().trim().min(1).max(4096) }),
    output: providerState,
  },
  'providers.clearKey': { input: target, output: providerState },
  'providers.test': {
    input: z.strictObject({ providerId, model: z.string().min(1).max(200) }),
    output: providerTest,
  },
});

export const providerEvents = defineEvents({
  'providers.changed': z.object({ providers: z.array(providerState) }),
});
