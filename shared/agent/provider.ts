import { z } from 'zod';
import { modelSettings } from './model-settings.ts';

/**
 * Kinds of model providers. `offline` plans by rules and is no language model; `anthropic` speaks the Messages protocol;
 * `openai` speaks OpenAI's Responses; `google` speaks the Gemini API; `openai-compatible` speaks Chat Completions (Ollama,
 * LM Studio, vLLM, OpenRouter).
 */
export const providerKind = z.enum([
  'offline',
  'anthropic',
  'openai',
  'google',
  'openai-compatible',
]);
export type ProviderKind = z.infer<typeof providerKind>;

/** Kinds that are reached over the network. */
export const remoteProviderKind = providerKind.exclude(['offline']);
export type RemoteProviderKind = z.infer<typeof remoteProviderKind>;

/** What the runtime needs of a provider, without its key. `base_url` absent: the provider's own address. */
export const providerConfig = z.object({
  id: z.string().min(1).max(64),
  kind: providerKind,
  label: z.string(),
  base_url: z.url({ protocol: /^https?$/ }).optional(),
  /** By the provider's own name of the model. */
  model_settings: z.record(z.string(), modelSettings).optional(),
});
export type ProviderConfig = z.infer<typeof providerConfig>;

/** A model of a provider; `id` is the provider's own name for it. */
export const modelRef = z.object({
  provider_id: z.string().min(1).max(64),
  id: z.string().min(1).max(200),
});
export type ModelRef = z.infer<typeof modelRef>;

export const OFFLINE_PROVIDER_ID = 'offline';
export const OFFLINE_MODEL_ID = 'offline';
