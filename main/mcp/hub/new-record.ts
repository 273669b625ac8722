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

/** The record of a server that the person agreed to run, beside the others. `taken` are keys that it must not have. */
export function newRecord(
  { name, definition, startTimeoutMs, settings }: NewServer,
  others: readonly ServerRecord[],
  taken: ReadonlySet<string>,
  now: number,
): ServerRecord {
  const wanted = settings ?? serverSettings.parse({});
  const isSecond = others.some((other) => other.name !== name && sharesAddress(other, definition));
  const account = wanted.signIn.account ?? (isSecond ? name.slice(0, 80) : undefined);
  return {
    id: randomUUID(),
    key: serverKeyFromName(name, taken),
    name,
    definition,
    enabled: true,
    startTimeoutMs,
    trustedHash: definitionHash(definition),
    createdAt: new Date(now).toISOString(),
    // Somebody who gives an address a second name means another account there (OA-5).
    settings: account === undefined ? wanted : { ...wanted, signIn: { ...wanted.signIn, account } },
  };
}

function sharesAddress(other: ServerRecord, definition: ServerDefinition): boolean {
  const address = addressOf(definition);
  return address !== undefined && address === addressOf(other.definition);
}

function addressOf(definition: ServerDefinition): string | undefined {
  if (definition.type !== 'http' && definition.type !== 'sse') return undefined;
  return URL.canParse(definition.url) ? new URL(definition.url).href : undefined;
}
