import { z } from 'zod';
import { serverId, serverKey } from '../lib/ids.ts';
import { serverSettings } from './server-config.ts';
import { setAsideTool, toolInfo } from './tool.ts';

/** SDK-31. pending = registered, not started; connecting = handshake running. */
export const serverStatus = z.enum([
  'pending',
  'connecting',
  'connected',
  'failed',
  'needs-auth',
  'disabled',
]);
export type ServerStatus = z.infer<typeof serverStatus>;

/** Why a server is not connected; each code has its own sentence in the catalogue. */
export const serverFailureCode = z.enum([
  'command-not-found',
  'not-executable',
  'working-folder-missing',
  'exited-early',
  'no-answer',
  'protocol-error',
  'http-error',
  'unreachable',
  'certificate-refused',
  'needs-auth',
  'connection-lost',
  'crash-loop',
  'not-trusted',
  'variable-missing',
  'unknown',
]);
export type ServerFailureCode = z.infer<typeof serverFailureCode>;

/** All that is known about a failure (UI-36). Texts are redacted and bounded. */
export const serverFailure = z.object({
  code: serverFailureCode,
  /** A whole sentence: what happened and why. */
  message: z.string(),
  command: z.string().optional(),
  resolvedPath: z.string().optional(),
  pathSearched: z.array(z.string()).optional(),
  cwd: z.string().optional(),
  exitCode: z.number().nullable().optional(),
  signal: z.string().nullable().optional(),
  /** Last lines of stderr, at most 40. */
  stderr: z.array(z.string()).optional(),
  /** Lines on stdout that were no protocol messages, at most 10. */
  junk: z.array(z.string()).optional(),
  at: z.number(),
});
export type ServerFailure = z.infer<typeof serverFailure>;

/** The definition as the window may see it: names of environment values and headers, never the values. */
export const publicDefinition = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    envNames: z.array(z.string()),
    cwd: z.string().optional(),
  }),
  z.object({
    type: z.enum(['http', 'sse']),
    url: z.string(),
    headerNames: z.array(z.string()),
    caFile: z.string().optional(),
  }),
  z.object({ type: z.literal('builtin'), module: z.string() }),
]);
export type PublicDefinition = z.infer<typeof publicDefinition>;

/** One server as it is now. Times are epoch ms. */
export const serverState = z.object({
  id: serverId,
  key: serverKey,
  name: z.string(),
  origin: z.enum(['builtin', 'user']),
  definition: publicDefinition,
  enabled: z.boolean(),
  trusted: z.boolean(),
  startTimeoutMs: z.number(),
  status: serverStatus,
  failure: serverFailure.optional(),
  era: z.enum(['legacy', 'modern']).optional(),
  protocolVersion: z.string().optional(),
  serverInfo: z
    .object({ name: z.string(), version: z.string(), title: z.string().optional() })
    .optional(),
  instructions: z.string().optional(),
  settings: serverSettings,
  /** As the server declares them, those that are turned off included (`settings.tools`). */
  tools: z.array(toolInfo),
  setAside: z.array(setAsideTool),
  /** Names of tools that were not there when the person last looked; never of a first connection. */
  newTools: z.array(z.string()).optional(),
  /** Present when the server offers such things and was asked for them; how many it lists. */
  resources: z.object({ count: z.number().int(), templates: z.number().int() }).optional(),
  prompts: z.object({ count: z.number().int() }).optional(),
  /** What the server declares, such as `resources.subscribe`. */
  capabilities: z.array(z.string()).optional(),
  /** Connected, but the last exchange failed on its way; gone with the next one that succeeds (RE-22). */
  degraded: z.object({ reason: z.string(), at: z.number() }).optional(),
  connectingSince: z.number().optional(),
  connectedAt: z.number().optional(),
  /** The last real exchange with the server (a green dot means this). */
  lastExchange: z.object({ at: z.number(), method: z.string(), durationMs: z.number() }).optional(),
});
export type ServerState = z.infer<typeof serverState>;
