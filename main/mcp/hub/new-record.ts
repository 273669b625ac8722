import { randomUUID } from 'node:crypto';
import { serverKeyFromName } from '../../../shared/lib/server-key.ts';
import { serverSettings } from '../../../shared/mcp/server-config.ts';
import type {
  ServerDefinition,
  ServerRecord,
  ServerSettings,
} from '../../../shared/mcp/server-config.ts';
import { definitionHash } from '../config/definition-hash.ts';

/** What is decided about a server before it has a record. */
export interface NewServer {
  readonly name: string;
  readonly definition: ServerDefinition;
  readonly startTimeoutMs: number;
  readonly settings?: ServerSettings | undefined;
}

/** The bundled server, which is there from the first start. */
export const NOTES: NewServer = {
  name: 'Notes',
  definition: { type: 'builtin', module: 'notes' },
  startTimeoutMs: 30_000,
};

/** The record of a server that the person agreed to run. `taken` are the keys of the others. */
export function newRecord(
  { name, definition, startTimeoutMs, settings }: NewServer,
  taken: ReadonlySet<string>,
  now: number,
): ServerRecord {
  return {
    id: randomUUID(),
    key: serverKeyFromName(name, taken),
    name,
    definition,
    enabled: true,
    startTimeoutMs,
    trustedHash: definitionHash(definition),
    createdAt: new Date(now).toISOString(),
    settings: settings ?? serverSettings.parse({}),
  };
}
