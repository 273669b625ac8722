import { z } from 'zod';

const dollars = z.number().nonnegative().max(1_000_000);

/** Dollars for a million tokens. Absent: as input. */
export const modelPrices = z.strictObject({
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
});
export type ModelPrices = z.infer<typeof modelPrices>;

export const reasoningEffort = z.enum(['none', 'low', 'medium', 'high']);
export type ReasoningEffort = z.infer<typeof reasoningEffort>;

/** What a person says of one model. What is absent is left to the provider, or to what is known of the model. */
export const modelSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  reasoningEffort: reasoningEffort.optional(),
  /** Tokens of one answer. */
  maxOutputTokens: z.int().min(1).max(10_000_000).optional(),
  /** Tokens that one request may hold, with its answer. */
  contextWindow: z.int().min(1_000).max(100_000_000).optional(),
  takesImages: z.boolean().optional(),
  takesPdf: z.boolean().optional(),
  prices: modelPrices.optional(),
});
export type ModelSettings = z.infer<typeof modelSettings>;
