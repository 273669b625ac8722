import type { ProviderConfig } from '../../../../shared/agent/provider.ts';

/** Models that services had in 2025-11, for when they cannot be asked. */
const ANTHROPIC = ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5'];
const OPENAI = ['gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano'];

const GOOGLE = [
  'gemini-3-pro-preview',
  'gemini-2.5-pro',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite',
];

/** Names of models that a service is known to have. Nothing is known of one at an address of its own. */
export function knownModels({ kind, base_url: address }: ProviderConfig): readonly string[] {
  const host = address === undefined ? undefined : new URL(address).hostname;
  if (kind === 'anthropic' && (host === undefined || host === 'api.anthropic.com'))
    return ANTHROPIC;
  if (kind === 'google' && (host === undefined || host === 'generativelanguage.googleapis.com'))
    return GOOGLE;
  if (
    (kind === 'openai' || kind === 'openai-compatible') &&
    (host === undefined || host === 'api.openai.com')
  )
    return OPENAI;
  return [];
}
