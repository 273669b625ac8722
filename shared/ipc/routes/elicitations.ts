import { z } from 'zod';
import { serverId, sessionId, uuid } from '../../lib/ids.ts';
import { jsonObject } from '../../lib/json-object.ts';
import { defineCalls, defineEvents } from '../contract.ts';

const asked = {
  questionId: uuid,
  serverId,
  serverName: z.string(),
  /** The sessions whose calls may have caused it: one where that is known, none when nobody called. */
  sessionIds: z.array(sessionId),
  /** Name of the tool whose call caused it, where that is known. */
  toolName: z.string().optional(),
  createdAt: z.number(),
};

/** Why an address of a server is not opened; the same words as for links. */
export const addressRefusal = z.enum([
  'no-address',
  'too-long',
  'hidden-characters',
  'scheme',
  'plain-http',
  'user-info',
]);
export type AddressRefusal = z.infer<typeof addressRefusal>;

/** Something that a server asks a person. Texts are the server's own, as they were sent. */
export const openQuestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('form'),
    ...asked,
    message: z.string(),
    requestedSchema: jsonObject,
  }),
  z.object({
    kind: z.literal('url'),
    ...asked,
    message: z.string(),
    /** As it would be opened; as it was sent where it is refused. */
    url: z.string(),
    refusal: addressRefusal.optional(),
    /** opened: the person agreed and the browser has it. */
    phase: z.enum(['asked', 'opened']),
    /** The server is called again when the person is done; else it was told at once and goes on by itself. */
    isRetried: z.boolean(),
  }),
  z.object({
    kind: z.literal('sampling'),
    ...asked,
    /** Id of the model that would answer. */
    model: z.string(),
    providerId: z.string(),
    systemPrompt: z.string(),
    messages: z.array(
      z.object({
        role: z.enum(['user', 'assistant']),
        text: z.string(),
        /** Kinds of the pictures that go with it. */
        pictures: z.array(z.string()),
      }),
    ),
    maxTokens: z.number(),
  }),
]);
export type OpenQuestion = z.infer<typeof openQuestion>;
export type QuestionOf<K extends OpenQuestion['kind']> = Extract<OpenQuestion, { kind: K }>;

const answer = z.discriminatedUnion('action', [
  /** Of a form: values by field name. Fields left out take their default; null leaves one out for good. */
  z.strictObject({ action: z.literal('accept'), content: jsonObject }),
  /** Of sampling: what goes to the model, a text for each message. */
  z.strictObject({
    action: z.literal('allow'),
    systemPrompt: z.string().max(2_000_000),
    texts: z.array(z.string().max(8_000_000)).max(1_000),
  }),
  /** Of an address that was opened. */
  z.strictObject({ action: z.literal('done') }),
  z.strictObject({ action: z.literal('decline') }),
  z.strictObject({ action: z.literal('cancel') }),
]);
export type QuestionAnswer = z.infer<typeof answer>;

const questions = z.object({ questions: z.array(openQuestion) });

export const elicitationCalls = defineCalls({
  /** The open questions of all servers and sessions, oldest first. */
  'elicitations.list': { input: z.undefined(), output: questions },
  'elicitations.answer': {
    input: z.strictObject({ questionId: uuid, answer }),
    output: z.undefined(),
  },
  /** Shows the address in main's consent view and opens it only from there. dismissed: nothing was answered. */
  'elicitations.openUrl': {
    input: z.strictObject({ questionId: uuid }),
    output: z.object({ outcome: z.enum(['opened', 'declined', 'dismissed']) }),
  },
});

export const elicitationEvents = defineEvents({ 'elicitations.changed': questions });
