import { z } from 'zod';
import { serverId, sessionId, uuid } from '../../lib/ids.ts';
import { jsonObject } from '../../lib/json-object.ts';
import { toolDefinition } from '../../mcp/tool-definition.ts';
import { defineCalls, defineEvents } from '../contract.ts';

const toolName = z.string().min(1).max(1024);

/** Where a grant was made. */
export const grantOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), sessionId, sessionTitle: z.string() }),
  z.object({ kind: z.literal('tools-table') }),
]);
export type GrantOrigin = z.infer<typeof grantOrigin>;

/**
 * active: it decides calls; changed: the tool is another one than was approved; untrusted: the server's definition is another
 * one than was trusted; removed: the server is gone. Of these only denials still decide.
 */
export const grantState = z.enum(['active', 'changed', 'untrusted', 'removed']);
export type GrantState = z.infer<typeof grantState>;

/** One line of the ledger (UI-42). Times are epoch ms. */
export const ledgerEntry = z.object({
  id: uuid,
  behavior: z.enum(['allow', 'deny']),
  scope: z.enum(['session', 'always']),
  /** The tool, the tool with exactly `arguments`, or every tool of the server that was listed then. */
  covers: z.enum(['tool', 'arguments', 'server']),
  serverId: z.string(),
  serverName: z.string(),
  /** Bare name; absent for a whole server. */
  tool: z.string().optional(),
  toolTitle: z.string().optional(),
  /** JSON text, bounded. */
  arguments: z.string().optional(),
  origin: grantOrigin,
  /** The session in which it holds, for the scope of a session. */
  sessionId: sessionId.optional(),
  createdAt: z.number(),
  lastUsedAt: z.number().optional(),
  uses: z.number().int(),
  state: grantState,
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const permissionsState = z.object({
  /** Newest first. */
  grants: z.array(ledgerEntry),
  /** Tools whose definition is another one than was approved. */
  changed: z.array(z.object({ serverId: z.string(), tool: z.string() })),
});
export type PermissionsState = z.infer<typeof permissionsState>;

/** What was approved of a tool and what it says now. `after` is absent when it is not listed. */
export const toolReview = z.object({
  before: toolDefinition,
  after: toolDefinition.optional(),
  /** Of `after`; comes back with the approval. */
  definitionHash: z.string().optional(),
  approvedAt: z.number(),
  /** How many permanent grants come into force again with the approval. */
  grants: z.number().int(),
});
export type ToolReview = z.infer<typeof toolReview>;

const tool = z.strictObject({ serverId, tool: toolName });
const hintOverride = z.strictObject({
  readOnly: z.boolean().nullable().optional(),
  destructive: z.boolean().nullable().optional(),
  openWorld: z.boolean().nullable().optional(),
});

/** What makes calls easier counts only soon after a key press or click of the person, as main saw it (SE-5). */
export const permissionCalls = defineCalls({
  'permissions.list': { input: z.undefined(), output: permissionsState },
  'permissions.set': {
    input: tool.extend({ permission: z.enum(['ask', 'allow', 'deny']) }),
    output: z.undefined(),
  },
  /** `hints`: the person's word, null for the declared one; what is absent stays. */
  'permissions.setTool': {
    input: tool.extend({ enabled: z.boolean().optional(), hints: hintOverride.optional() }),
    output: z.undefined(),
  },
  'permissions.trustHints': {
    input: z.strictObject({ serverId, trust: z.boolean() }),
    output: z.undefined(),
  },
  'permissions.revoke': { input: z.strictObject({ grantId: uuid }), output: z.undefined() },
  'permissions.review': { input: tool, output: toolReview },
  'permissions.approve': {
    input: tool.extend({ definitionHash: z.string().max(128) }),
    output: z.undefined(),
  },
  /** Other arguments for an open prompt. They are checked, and shown by a prompt with a new hash; nothing runs by this. */
  'permissions.editArguments': {
    input: z.strictObject({
      promptId: uuid,
      argumentsHash: z.string().max(128),
      input: jsonObject,
    }),
    output: z.undefined(),
  },
});

export const permissionEvents = defineEvents({ 'permissions.changed': permissionsState });
