import type { ProviderConfig } from '../../../../shared/agent/provider.ts';

/** What is known of a model without asking its provider. */
export interface ModelFacts {
  /** Tokens that one request may hold, with its answer. */
  readonly contextWindow: number;
  /** Nothing is known of the model: its window is what most have at least. */
  readonly isGuess?: boolean;
  /** Images in messages. */
  readonly takesImages: boolean;
  /** PDF files in messages. */
  readonly takesPdf: boolean;
}

/** A model that nothing is known of: the window that most models have at least, and text alone. */
const UNKNOWN = { contextWindow: 32_000, takesImages: false, takesPdf: false } as const;

/** By the name of the model, first match; names of resellers come with a prefix such as `openai/`. */
const KNOWN: readonly (readonly [RegExp, ModelFacts])[] = [
  [/^claude/, { contextWindow: 200_000, takesImages: true, takesPdf: true }],
  [/^gpt-5/, { contextWindow: 400_000, takesImages: true, takesPdf: true }],
  [/^gpt-4\.1/, { contextWindow: 1_000_000, takesImages: true, takesPdf: true }],
  [/^(gpt-4o|chatgpt-4o)/, { contextWindow: 128_000, takesImages: true, takesPdf: true }],
  [/^o[134](?!\d)(?!.*mini)/, { contextWindow: 200_000, takesImages: true, takesPdf: true }],
  [/^o4-mini/, { contextWindow: 200_000, takesImages: true, takesPdf: true }],
  [/^gemini/, { contextWindow: 1_000_000, takesImages: true, takesPdf: false }],
  [/^(gemma-?3|gemma3)/, { contextWindow: 128_000, takesImages: true, takesPdf: false }],
  [/(-vl|vision|pixtral|llava)/, { contextWindow: 32_000, takesImages: true, takesPdf: false }],
  [/^llama-?4/, { contextWindow: 128_000, takesImages: true, takesPdf: false }],
  [/^(deepseek|llama-?3\.[123]|qwen|mistral|grok)/, { ...UNKNOWN, contextWindow: 128_000 }],
];

/** Facts of a model by its name. A service of Anthropic's protocol takes images and PDF, whatever the model is called. */
export function modelFacts(provider: ProviderConfig, model: string): ModelFacts {
  if (provider.kind === 'offline') return { ...UNKNOWN, contextWindow: 100_000 };
  const name = model.toLowerCase().replace(/^.*\//, '');
  const known = KNOWN.find(([pattern]) => pattern.test(name))?.[1];
  if (known) return known;
  return provider.kind === 'anthropic'
    ? { contextWindow: 200_000, takesImages: true, takesPdf: true }
    : { ...UNKNOWN, isGuess: true };
}
