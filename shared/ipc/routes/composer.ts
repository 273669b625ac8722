import { z } from 'zod';
import { MOST_ATTACHMENTS } from '../../agent/attachment-limit.ts';
import { serverId, sessionId } from '../../lib/ids.ts';
import { defineCalls } from '../contract.ts';
import { messageAttachment } from './sessions.ts';

/** Where a message is written: in a session, or in one that it begins, in a folder of `folders.choose` or in none. */
export const composerPlace = z.union([
  z.strictObject({ sessionId }),
  z.strictObject({ folder: z.string().min(1).max(4096).nullable() }),
]);
export type ComposerPlace = z.infer<typeof composerPlace>;

const named = { serverId, serverName: z.string(), name: z.string() };
/** What `@` offers. */
export const mention = z.discriminatedUnion('kind', [
  /** `path` from the folder of the session on, with slashes. */
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('server'), serverId, name: z.string() }),
  z.object({
    kind: z.literal('resource'),
    ...named,
    uri: z.string(),
    description: z.string().optional(),
  }),
  z.object({
    kind: z.literal('template'),
    ...named,
    uriTemplate: z.string(),
    description: z.string().optional(),
  }),
]);
export type Mention = z.infer<typeof mention>;

export const composerPrompt = z.object({
  serverId,
  serverName: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  arguments: z.array(
    z.object({ name: z.string(), description: z.string().optional(), required: z.boolean() }),
  ),
});
export type ComposerPrompt = z.infer<typeof composerPrompt>;

const attached = {
  attachments: z.array(messageAttachment),
  /** What was left out and why, as sentences. */
  notes: z.array(z.string()),
};

/** How a tool stands to the next request of a session. */
export const offeredTool = z.object({
  name: z.string(),
  title: z.string().optional(),
  /**
   * carried: it goes with the request; denied: so it does, and each call is denied; off: turned off; for-app: for the app of its
   * server alone; left-out: `reason` says why.
   */
  state: z.enum(['carried', 'denied', 'off', 'for-app', 'left-out']),
  reason: z.string().optional(),
  /** What its definition takes of the context, where a runtime has counted it. */
  tokens: z.number().optional(),
});
export type OfferedTool = z.infer<typeof offeredTool>;

/** A server with its tools; those of one that is not used are not known to the model. */
export const offeredServer = z.object({
  serverId,
  name: z.string(),
  state: z.enum([
    'used',
    'off',
    'not-trusted',
    'other-folder',
    'needs-auth',
    'failed',
    'connecting',
    'not-started',
  ]),
  /** Of `failed`: a sentence. */
  reason: z.string().optional(),
  tokens: z.number().optional(),
  tools: z.array(offeredTool),
});
export type OfferedServer = z.infer<typeof offeredServer>;

const spent = z.object({ tokens: z.number().nullable(), costUsd: z.number().nullable() });
export type SpentOf = z.infer<typeof spent>;

/** How full the context is. Counts are of tokens. */
export const contextUsage = z.object({
  total: z.number(),
  /** A part of it was not counted by the provider. */
  isEstimate: z.boolean(),
  system: z.number(),
  tools: z.number(),
  messages: z.number(),
  /** Null: not known of this model. */
  window: z.number().nullable(),
  /** From here on old messages are summed up. */
  compactAt: z.number().optional(),
  turn: spent.optional(),
  session: spent.optional(),
  /** Of when the prices are. */
  pricesOf: z.string().optional(),
});
export type ContextUsageOf = z.infer<typeof contextUsage>;

export const sessionContext = z.object({
  /** Null: no runtime has told yet. */
  usage: contextUsage.nullable(),
  /** A runtime tells it now; else it is what the last one told, and tools are as their servers list them. */
  isLive: z.boolean(),
  /** Why no runtime could be asked, as a sentence. */
  problem: z.string().optional(),
  /** The runtime's own tools. */
  own: z.array(offeredTool),
  servers: z.array(offeredServer),
});
export type SessionContextOf = z.infer<typeof sessionContext>;

/** A session's id, or `start` for the page that begins one. */
const draftKey = z.union([sessionId, z.literal('start')]);

/** What helps with writing a message. */
export const composerCalls = defineCalls({
  /** The best of what `@` offers for these words. */
  'composer.mentions': {
    input: z.strictObject({ place: composerPlace, query: z.string().max(300) }),
    output: z.object({ mentions: z.array(mention), notes: z.array(z.string()) }),
  },
  /** Reads a file of the folder or a resource of a server. Only right after a key press or click. Rejects with `composer.refused`. */
  'composer.attach': {
    input: z.strictObject({
      place: composerPlace,
      what: z.union([
        z.strictObject({ file: z.string().min(1).max(4096) }),
        z.strictObject({ serverId, uri: z.string().min(1).max(20_000) }),
      ]),
    }),
    output: z.object(attached),
  },
  /** What `/` offers besides the app's own: commands of the runtime, and prompts of servers. */
  'composer.commands': {
    input: z.strictObject({ place: composerPlace }),
    output: z.object({
      commands: z.array(z.object({ name: z.string(), description: z.string() })),
      prompts: z.array(composerPrompt),
    }),
  },
  /** What a prompt of a server becomes. Only right after a key press or click. Rejects with `composer.refused`. */
  'composer.prompt': {
    input: z.strictObject({
      place: composerPlace,
      serverId,
      name: z.string().min(1).max(1_000),
      arguments: z.record(z.string(), z.string().max(100_000)),
    }),
    output: z.object({ text: z.string(), ...attached }),
  },
  /** `wake` starts a runtime where none is there; only right after a key press or click. */
  'composer.context': {
    input: z.strictObject({ sessionId, wake: z.boolean() }),
    output: sessionContext,
  },
  /** Images and files of a message that is not sent yet. */
  'composer.draftFiles': {
    input: z.strictObject({ key: draftKey }),
    output: z.object({ attachments: z.array(messageAttachment) }),
  },
  /** Keeps them until the message is sent or the session deleted. On disk when it resolves. */
  'composer.keepDraftFiles': {
    input: z.strictObject({
      key: draftKey,
      attachments: z.array(messageAttachment).max(MOST_ATTACHMENTS),
    }),
    output: z.undefined(),
  },
});
