import type { ProviderKind } from './provider.ts';

/** Chat Completions refuse a request with more; other services of the kind follow them or choose badly among more. */
export const MOST_TOOLS_OF_CHAT_COMPLETIONS = 128;

/** How many tools a request to a provider may carry; undefined: as many as there are. */
export function mostTools(kind: ProviderKind): number | undefined {
  return kind === 'openai-compatible' ? MOST_TOOLS_OF_CHAT_COMPLETIONS : undefined;
}
