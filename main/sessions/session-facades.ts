import { canonicalJson } from '../../shared/lib/json.ts';
import type { ServerRecord } from '../../shared/mcp/server-config.ts';
import type { InProcessServer } from '../lib/rpc-message.ts';

/** The servers of a session towards its runtime, by key. */
export type Facades = ReadonlyMap<
  string,
  { readonly record: ServerRecord; readonly server: InProcessServer }
>;

/** What a runtime is started with as one comparable text: servers with their trusted definitions, provider with its key, and more. */
export function startText(facades: Facades, provider: object, more: readonly unknown[]): string {
  return canonicalJson([keysOf(facades), provider, more]);
}

function keysOf(facades: Facades): string {
  return [...facades]
    .map(([key, facade]) => `${key} ${facade.record.id} ${facade.record.trustedHash ?? ''}`)
    .sort()
    .join('\n');
}
