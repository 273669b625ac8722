import { z } from 'zod';
import { jsonObject } from '../lib/json-object.ts';

/** What a person, or a hook in place of one, said to a question of a server. */
export const elicitationAnswer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional(),
});
export type ElicitationAnswerFrame = z.infer<typeof elicitationAnswer>;

const question = z.object({
  server_name: z.string(),
  message: z.string(),
  mode: z.enum(['form', 'url']).default('form'),
  url: z.string().optional(),
  elicitation_id: z.string().optional(),
  requested_schema: jsonObject.optional(),
  title: z.string().optional(),
  display_name: z.string().optional(),
  description: z.string().optional(),
});

/** Runtime → host: a server of the runtime asks a person. */
export const elicitationRequest = question.extend({ subtype: z.literal('elicitation') });

/**
 * Host → runtime: a server of the host asks a person, and the hooks of the session see it. Without `answer` before the person
 * is asked (`Elicitation`), with it before the server hears the answer (`ElicitationResult`).
 */
export const elicitationHooksRequest = question.extend({
  subtype: z.literal('elicitation_hooks'),
  answer: elicitationAnswer.optional(),
});
export type ElicitationHooksRequest = z.infer<typeof elicitationHooksRequest>;

/** What the hooks said. Without an answer none of them had one. */
export const elicitationHooksResponse = z.object({ answer: elicitationAnswer.optional() });
