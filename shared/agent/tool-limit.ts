import type { ProviderKind } from './provider.ts';

/** Chat Completions refuse a request with more; other services of the kind follow them or choose badly among more. */
export const MOST_TOOLS_OF_CHAT_COMPLETIONS = 128;
const MOST_TOOLS_OF_GEMINI = 512;

/** How many tools a request to a provider may carry; undefined: as many as there are. */
export function mostTools(kind: ProviderKind): number | undefined {
  switch (kind) {
    case 'openai':
    case 'openai-compatible':
      return MOST_TOOLS_OF_CHAT_COMPLETIONS;
    case 'google':
      return MOST_TOOLS_OF_GEMINI;
    case 'anthropic':
    case 'offline':
      return undefined;
  }
}
