import type { RemoteProviderKind } from '../../../shared/agent/provider.ts';

export type RemoteKind = RemoteProviderKind;

/** Kinds of providers that are reached over the network, in the order of their names. */
export const remoteKinds: readonly RemoteKind[] = [
  'anthropic',
  'openai',
  'google',
  'openai-compatible',
];
