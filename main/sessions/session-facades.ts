import type { ServerRecord } from '../../shared/mcp/server-config.ts';
import type { InProcessServer } from '../lib/rpc-message.ts';

/** The servers of a session towards its runtime, by key. */
export type Facades = ReadonlyMap<
  string,
  { readonly record: ServerRecord; readonly server: InProcessServer }
>;

/** Servers and their trusted definitions as one comparable text. */
export function keysOf(facades: Facades): string {
  return [...facades]
    .map(([key, facade]) => `${key} ${facade.record.id} ${facade.record.trustedHash ?? ''}`)
    .sort()
    .join('\n');
}
