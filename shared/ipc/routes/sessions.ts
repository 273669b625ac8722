import { z } from 'zod';
import { MOST_ATTACHMENTS } from '../../agent/attachment-limit.ts';
import { fileBlock, imageBlock } from '../../agent/content.ts';
import { modelRef } from '../../agent/provider.ts';
import { sdkMessage } from '../../agent/messages.ts';
import { sessionId, uuid } from '../../lib/ids.ts';
import { jsonObject } from '../../lib/json-object.ts';
import { toolDefinition } from '../../mcp/tool-definition.ts';
import { toolHints } from '../../mcp/tool.ts';
import { defineCalls, defineEvents } from '../contract.ts';

/**
 * idle; running: a turn is under way; waiting: it waits for the person; failed: the last turn failed;
 * interrupted: the last turn was stopped or its runtime died.
 */
export const sessionRunState = z.enum(['idle', 'running', 'waiting', 'failed', 'interrupted']);
export type SessionRunState = z.infer<typeof sessionRunState>;

/** Modes that a person chooses for a session: each call by its permission; edits allowed; nothing written. */
export const sessionMode = z.enum(['default', 'acceptEdits', 'plan']);
export type SessionMode = z.infer<typeof sessionMode>;

export const sessionSummary = z.object({
  id: sessionId,
  /** Empty until the first message; the window shows a text of its own then. */
  title: z.string(),
  /** Working folder, null for a session without one. */
  folder: z.string().nullable(),
  model: modelRef,
  /** Absent: `default`. */
  mode: sessionMode.optional(),
  state: sessionRunState,
  turnStartedAt: z.number().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** A turn ended while the person looked elsewhere. */
  unread: z.boolean().optional(),
  /** Another process holds the transcript (RT-43). */
  readOnly: z.object({ holder: z.string() }).optional(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

/** A tool call that waits for the person. `input` is exactly what will be sent. */
export const permissionPrompt = z.object({
  promptId: uuid,
  sessionId,
  toolUseId: z.string(),
  /** Full name towards the model. */
  toolName: z.string(),
  /** Bare name, title and server as the person knows them. */
  serverToolName: z.string(),
  title: z.string().optional(),
  serverId: z.string().optional(),
  serverName: z.string().optional(),
  /** The tool whose app asks for this call, where it is not the model. */
  app: z.string().optional(),
  /** The hints that count: the person's word where it is given, else what the server declares. */
  annotations: toolHints,
  input: z.unknown(),
  /** The person changed the arguments of the model. */
  isEdited: z.boolean().optional(),
  inputSchema: jsonObject.optional(),
  /** How long an approval may hold. Absent: once or for the session. */
  scopes: z.array(z.enum(['once', 'session', 'always'])).optional(),
  /** Why it is asked although something is allowed. */
  reason: z.enum(['changed', 'destructive', 'contradiction']).optional(),
  /** What was approved of the tool and what it is now, where it changed (UI-42). */
  change: z.object({ before: toolDefinition, after: toolDefinition }).optional(),
  /** SHA-256 of the canonical JSON of prompt id, tool, its definition and input; comes back with the answer (SE-5, SE-41). */
  argumentsHash: z.string(),
  createdAt: z.number(),
});
export type PermissionPrompt = z.infer<typeof permissionPrompt>;

/** An image or a file of a message. */
export const messageAttachment = z.discriminatedUnion('type', [imageBlock, fileBlock]);
export type MessageAttachment = z.infer<typeof messageAttachment>;

/** A message that was accepted and is not in the transcript yet. */
export const queuedMessage = z.object({
  uuid,
  text: z.string(),
  /** How many images and files go with it. */
  attached: z.number().int().optional(),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

export const sessionSnapshot = z.object({
  summary: sessionSummary,
  /** The newest messages, unfinished text included as stream events. */
  messages: z.array(sdkMessage),
  /** Where `sessions.page` finds what comes before them; absent when nothing does. */
  earlier: z.number().int().optional(),
  /** Number of the last message that is contained here (counted since the session was opened in main). */
  sequence: z.number().int(),
  prompts: z.array(permissionPrompt),
  /** Oldest first. */
  queued: z.array(queuedMessage),
});
export type SessionSnapshot = z.infer<typeof sessionSnapshot>;

/** Finished messages of a session, from before those of its snapshot. Tool calls and their results are in the same page. */
export const sessionPage = z.object({
  messages: z.array(sdkMessage),
  /** Cursors of the pages beside it; absent where nothing is. */
  earlier: z.number().int().optional(),
  later: z.number().int().optional(),
});
export type SessionPage = z.infer<typeof sessionPage>;

/** An item of a conversation. */
export const placeInSession = z.object({
  itemId: z.string(),
  /** Where `sessions.page` finds it; absent when it is part of the snapshot. */
  cursor: z.number().int().optional(),
});
export type PlaceInSession = z.infer<typeof placeInSession>;

/** Items of a conversation that hold words. */
export const foundInSession = z.object({
  /** In the order of the conversation. */
  hits: z.array(placeInSession),
  /** There are more of them than these. */
  isCut: z.boolean(),
});
export type FoundInSession = z.infer<typeof foundInSession>;

/** A place in the list of sessions, which is sorted by time of change and then by id. */
export const listPlace = z.strictObject({ updatedAt: z.number(), id: sessionId });
export type ListPlace = z.infer<typeof listPlace>;

const target = z.strictObject({ sessionId });
const cursor = z.number().int().nonnegative();

export const sessionCalls = defineCalls({
  'sessions.list': {
    input: z.undefined(),
    /** The newest sessions, where `sessionList.page` goes on, and the open prompts of all sessions, oldest first. */
    output: z.object({
      sessions: z.array(sessionSummary),
      next: listPlace.optional(),
      prompts: z.array(permissionPrompt),
    }),
  },
  'sessions.create': {
    /** `folder`: one that `folders.choose` gave. `mode` is taken only right after a key press or click. */
    input: z.strictObject({
      model: modelRef.optional(),
      mode: sessionMode.optional(),
      folder: z.string().min(1).max(4096).optional(),
    }),
    output: sessionSummary,
  },
  'sessions.open': { input: target, output: sessionSnapshot },
  /** The page that ends at a cursor, begins there, or holds it. */
  'sessions.page': {
    input: z.strictObject({
      sessionId,
      at: z.union([
        z.strictObject({ before: cursor }),
        z.strictObject({ after: cursor }),
        z.strictObject({ around: cursor }),
      ]),
    }),
    output: sessionPage,
  },
  /** Searches the whole conversation, letter case apart. */
  'sessions.find': {
    input: z.strictObject({ sessionId, words: z.string().min(1).max(1_000) }),
    output: foundInSession,
  },
  /** Where a message is that was found; null when it is not there any more. */
  'sessions.locate': {
    input: z.strictObject({ sessionId, messageUuid: uuid }),
    output: placeInSession.nullable(),
  },
  /** Queues when a turn runs; the message is durable before the model is asked. */
  'sessions.send': {
    input: z
      .strictObject({
        sessionId,
        text: z.string().trim().max(1_000_000),
        attachments: z.array(messageAttachment).max(MOST_ATTACHMENTS).optional(),
      })
      .refine(({ text, attachments = [] }) => text !== '' || attachments.length > 0, {
        error: 'A message has words, an image or a file',
      }),
    output: z.object({ messageUuid: uuid }),
  },
  'sessions.interrupt': { input: target, output: z.undefined() },
  'sessions.setModel': {
    input: z.strictObject({ sessionId, model: modelRef }),
    output: sessionSummary,
  },
  'sessions.answerPermission': {
    input: z.strictObject({
      promptId: uuid,
      argumentsHash: z.string().max(128),
      answer: z.discriminatedUnion('behavior', [
        z.strictObject({
          behavior: z.literal('allow'),
          scope: z.enum(['once', 'session', 'always']),
          /** Default `tool`. `arguments`: only with exactly these; `server`: all its tools, for the session alone. */
          covers: z.enum(['tool', 'arguments', 'server']).optional(),
        }),
        z.strictObject({
          behavior: z.literal('deny'),
          /** `always`: this tool is denied from now on. Default `once`. */
          scope: z.enum(['once', 'always']).optional(),
        }),
      ]),
    }),
    output: z.undefined(),
  },
});

export const sessionEvents = defineEvents({
  /** What is new or different in the list, and what is not there any more, at most every 100 ms. */
  'sessions.changed': z.object({
    sessions: z.array(sessionSummary),
    removed: z.array(sessionId),
  }),
  /**
   * New messages of sessions, batched. `sequence` is the number of the batch's LAST message (messages are numbered from 1 per
   * session), so a batch continues what one has when `sequence - messages.length` is the last number known; else there is a gap.
   */
  'sessions.messages': z.object({
    batches: z.array(
      z.object({ sessionId, sequence: z.number().int(), messages: z.array(sdkMessage) }),
    ),
  }),
  /** All open prompts of all sessions, oldest first. */
  'sessions.prompts': z.object({ prompts: z.array(permissionPrompt) }),
});
