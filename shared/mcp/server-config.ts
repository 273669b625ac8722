import { z } from 'zod';
import { serverId, serverKey } from '../lib/ids.ts';
import { serverAsks } from './server-asks.ts';
import { toolHints } from './tool.ts';

const plainAddress = z.url({ protocol: /^https?$/ });

/** A whole http or https address, or one that can become such when its variables are replaced. */
function isServerAddress(url: string): boolean {
  if (/\$\{[^{}]+\}/.test(url)) return /^(?:https?:\/\/\S+|\$\{[^{}]+\}\S*)$/i.test(url);
  return plainAddress.safeParse(url).success;
}

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
  /** May hold variables; what comes of them is checked when the server starts. */
  url: z
    .string()
    .max(8192)
    .refine(isServerAddress, 'An address begins with https:// or http:// and has a host.'),
  headers: z.record(z.string().min(1), noNul).default({}),
  /** A PEM file whose certificates are trusted for this server, beside those that are trusted anyway. */
  caFile: noNul.max(4096).optional(),
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

/** What a person is asked for once, under the id that `${input:id}` names (as VS Code declares it). */
export const serverInput = z.object({
  id: z.string().min(1).max(200),
  description: z.string().max(2_000).optional(),
  /** Masked while it is typed. */
  password: z.boolean().optional(),
  options: z.array(z.string().max(2_000)).max(200).optional(),
  default: z.string().max(65_536).optional(),
});
export type ServerInput = z.infer<typeof serverInput>;

/** What the form sends: a definition of the kinds a person may add, with its display name. */
export const serverDraft = z.object({
  name: z.string().trim().min(1, 'A name is needed.').max(80),
  definition: z.discriminatedUnion('type', [stdioDefinition, remoteDefinition]),
  /** How long the first connect may take, in ms. */
  startTimeoutMs: z.number().int().min(1_000).max(600_000).default(60_000),
});
export type ServerDraft = z.infer<typeof serverDraft>;

/** What a person may decide about one tool of a server, beside grants (which are in main/storage). Absent = as the server says. */
export const toolSettings = z.object({
  /** False: never offered to a model. Default true. */
  enabled: z.boolean().optional(),
  /** The person's word in place of the declared hints (UI-34). */
  hints: toolHints.optional(),
});
export type ToolSettings = z.infer<typeof toolSettings>;

/** Where a server is offered: in all sessions, or in those that work in one folder. */
export const serverScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user') }),
  z.object({ kind: z.literal('folder'), folder: z.string().min(1).max(4096) }),
]);
export type ServerScope = z.infer<typeof serverScope>;

/** How a person signs in to a server over HTTP (UI-39). The secret of a client is a secret, never stored here. */
export const signInSettings = z.object({
  redirect: z.enum(['protocol', 'loopback']).optional(),
  /** Label of the account in use; absent: the one without a label. */
  account: z.string().min(1).max(80).optional(),
  clientId: z.string().min(1).max(2048).optional(),
  scope: z.string().max(4096).optional(),
});
export type SignInSettings = z.infer<typeof signInSettings>;

/** The bundle that a server runs from, as its manifest says. */
export const bundleOrigin = z.object({
  name: z.string().max(200),
  version: z.string().max(200),
  /** Who signed it, where an authority of this system vouches for the name. */
  signer: z.string().max(1_000).optional(),
  /** Folders of the versions before, which are removed once this one has connected. */
  replaced: z.array(z.string().max(4096)).max(20).optional(),
});
export type BundleOrigin = z.infer<typeof bundleOrigin>;

/** Where a definition came from; shown, never trusted. */
export const serverSource = z.object({
  kind: z.enum(['form', 'paste', 'import', 'link', 'registry', 'bundle', 'folder']),
  /** Such as the app and file it was imported from. */
  detail: z.string().max(4096).optional(),
  bundle: bundleOrigin.optional(),
  /** Of a server that follows the file of a trusted folder: the digest of what the file says of it. */
  entry: z.string().max(64).optional(),
});
export type ServerSource = z.infer<typeof serverSource>;

export const serverAsk = z.enum(serverAsks);

/** Everything about a server that needs no new consent: it changes neither what runs nor where it connects. */
export const serverSettings = z.object({
  scope: serverScope.default({ kind: 'user' }),
  source: serverSource.optional(),
  /** One connection for all sessions, or one for each (browsers, shells with state). */
  sharing: z.enum(['shared', 'per-session']).default('shared'),
  /** The server's hints may remove a question (UI-35). Bound to the trusted definition: a changed one resets it. */
  trustHints: z.boolean().default(false),
  /** By bare name. */
  tools: z.record(z.string(), toolSettings).default({}),
  /** Silence after which a tool call is cancelled, in ms. Absent: 60 s. */
  toolTimeoutMs: z.number().int().min(1_000).max(3_600_000).optional(),
  signIn: signInSettings.default({}),
  /** What it may not ask, so that it is neither offered nor answered. Absent: it may ask everything. */
  refuses: z.array(serverAsk).max(3).optional(),
  /** What `${input:…}` of the definition asks for. */
  inputs: z.array(serverInput).max(100).optional(),
});
export type ServerSettings = z.infer<typeof serverSettings>;

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
  settings: serverSettings.prefault({}),
  /** Names of the tools that the person knows of; absent before the first connection. */
  knownTools: z.array(z.string()).optional(),
});
export type ServerRecord = z.infer<typeof serverRecord>;

/** Version of the stored file; a newer one is never rewritten. */
export const SERVERS_SCHEMA_VERSION = 1;
export const serversFile = z.object({
  schemaVersion: z.literal(SERVERS_SCHEMA_VERSION),
  servers: z.array(z.unknown()),
});
