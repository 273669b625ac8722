import { z } from 'zod';
import { serverId } from '../../lib/ids.ts';
import { serverAsk, serverDraft, serverScope } from '../../mcp/server-config.ts';
import { serverState } from '../../mcp/server-state.ts';
import { defineCalls, defineEvents } from '../contract.ts';

/** What became of a definition that main showed in its consent view. */
export const reviewOutcome = z.object({
  outcome: z.enum(['started', 'cancelled']),
  serverId: serverId.optional(),
});
export type ReviewOutcome = z.infer<typeof reviewOutcome>;

/** By the name of a value: true for the keychain, false for the file. Where nothing is said, what looks like a secret is moved. */
const keychainChoice = z.strictObject({
  env: z.record(z.string(), z.boolean()).optional(),
  headers: z.record(z.string(), z.boolean()).optional(),
});

const target = z.strictObject({ serverId });

/** What is set beside the definition. What is absent stays; null: as it is by default. */
export const serverChange = z.strictObject({
  scope: serverScope.optional(),
  sharing: z.enum(['shared', 'per-session']).optional(),
  startTimeoutMs: serverDraft.shape.startTimeoutMs.unwrap().optional(),
  toolTimeoutMs: z.number().int().min(1_000).max(3_600_000).nullable().optional(),
  refuses: z.array(serverAsk).max(3).optional(),
});
export type ServerChange = z.infer<typeof serverChange>;

/** Where a command would be found. */
export const commandLookup = z.object({
  path: z.string().nullable(),
  searched: z.array(z.string()),
});
export type CommandLookup = z.infer<typeof commandLookup>;

/** A stored definition for the form: values of environment and headers are left out and kept when the draft leaves them null. */
export const serverCalls = defineCalls({
  'servers.list': {
    input: z.undefined(),
    output: z.object({ servers: z.array(serverState), sequence: z.number().int() }),
  },
  /** Shows the definition in main's consent view; resolves when the person answered. */
  'servers.add': {
    input: serverDraft.extend({
      scope: serverScope.optional(),
      keychain: keychainChoice.optional(),
    }),
    output: reviewOutcome,
  },
  /** The same for a changed definition. `keepEnv` and `keepHeaders` name values that stay as they are stored. */
  'servers.update': {
    input: z.strictObject({
      serverId,
      draft: serverDraft,
      keepEnv: z.array(z.string()).default([]),
      keepHeaders: z.array(z.string()).default([]),
      keychain: keychainChoice.optional(),
    }),
    output: reviewOutcome,
  },
  /** Asks in main's consent view only where another scope makes another command of the definition. */
  'servers.configure': {
    input: z.strictObject({ serverId, change: serverChange }),
    output: reviewOutcome,
  },
  'servers.remove': { input: target, output: z.undefined() },
  /** Turning on a server whose definition is not trusted asks first. */
  'servers.setEnabled': {
    input: z.strictObject({ serverId, enabled: z.boolean() }),
    output: reviewOutcome,
  },
  'servers.restart': { input: target, output: z.undefined() },
  'servers.logs': {
    input: target,
    output: z.object({
      lines: z.array(
        z.object({
          at: z.number(),
          stream: z.enum(['stderr', 'stdout-junk', 'client']),
          text: z.string(),
        }),
      ),
    }),
  },
  'servers.findCommand': {
    input: z.strictObject({ command: z.string().max(4096) }),
    output: commandLookup,
  },
});

export const serverEvents = defineEvents({
  'servers.changed': z.object({ servers: z.array(serverState), sequence: z.number().int() }),
});
