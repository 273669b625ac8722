import { z } from 'zod';

/**
 * Kinds of model providers. `offline` plans by rules and is no language model; `anthropic` speaks the Messages protocol;
 * `openai-compatible` speaks Chat Completions (Ollama, LM Studio, vLLM, OpenRouter, OpenAI).
 */
export const providerKind = z.enum(['offline', 'anthropic', 'openai-compatible']);
export type ProviderKind = z.infer<typeof providerKind>;

/** What the runtime needs of a provider, without its key. `base_url` absent: the provider's own address. */
export const providerConfig = z.object({
  id: z.string().min(1).max(64),
  kind: providerKind,
  label: z.string(),
  base_url: z.url({ protocol: /^https?$/ }).optional(),
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
