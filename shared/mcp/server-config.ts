import { z } from 'zod';
import { serverId, serverKey } from '../lib/ids.ts';

const environmentName = z
  .string()
  .regex(/^[^=\0]+$/, 'An environment name holds neither "=" nor NUL.');
const noNul = z.string().refine((text) => !text.includes('\0'), 'NUL is not allowed here.');

/** A server that runs as a process and talks over stdin and stdout. `cwd` absent: the profile's folder for servers. */
export const stdioDefinition = z.object({
  type: z.literal('stdio'),
  command: noNul.min(1, 'A command is needed.').max(4096),
  args: z.array(noNul.max(65536)).max(256).default([]),
  env: z.record(environmentName, noNul.max(65536)).default({}),
  cwd: noNul.max(4096).optional(),
});

/** A server behind a URL: `http` is Streamable HTTP, `sse` the older HTTP+SSE. */
export const remoteDefinition = z.object({
  type: z.enum(['http', 'sse']),
  url: z.url({ protocol: /^https?$/ }).max(8192),
  headers: z.record(z.string().min(1), noNul).default({}),
});

/** A server inside the app; `module` names the bundled one. */
export const builtinDefinition = z.object({
  type: z.literal('builtin'),
  module: z.enum(['notes']),
});

export const serverDefinition = z.discriminatedUnion('type', [
  stdioDefinition,
  remoteDefinition,
  builtinDefinition,
]);
export type ServerDefinition = z.infer<typeof serverDefinition>;
export type StdioDefinition = z.infer<typeof stdioDefinition>;
export type RemoteDefinition = z.infer<typeof remoteDefinition>;

/** What the form sends: a definition of the kinds a person may add, with its display name. */
export const serverDraft = z.object({
  name: z.string().trim().min(1, 'A name is needed.').max(80),
  definition: z.discriminatedUnion('type', [stdioDefinition, remoteDefinition]),
  /** How long the first connect may take, in ms. */
  startTimeoutMs: z.number().int().min(1_000).max(600_000).default(60_000),
});
export type ServerDraft = z.infer<typeof serverDraft>;

/** A server record as it is stored. `trustedHash` is the hash of the definition that the person agreed to run (SE-30). */
export const serverRecord = z.object({
  id: serverId,
  key: serverKey,
  name: z.string(),
  definition: serverDefinition,
  enabled: z.boolean(),
  startTimeoutMs: z.number(),
  trustedHash: z.string().optional(),
  createdAt: z.iso.datetime(),
});
export type ServerRecord = z.infer<typeof serverRecord>;

/** Version of the stored file; a newer one is never rewritten. */
export const SERVERS_SCHEMA_VERSION = 1;
export const serversFile = z.object({
  schemaVersion: z.literal(SERVERS_SCHEMA_VERSION),
  servers: z.array(z.unknown()),
});
