import { z } from 'zod';
import { jsonObject } from '../lib/json-object.ts';
import { toolHints } from '../mcp/tool.ts';

/** A block of a tool result as MCP sends it. Unknown kinds pass through unchanged (SDK-5). */
export const resultBlock = z.looseObject({ type: z.string() });
export type ResultBlock = z.infer<typeof resultBlock>;

export const textBlock = z.object({
  type: z.literal('text'),
  text: z.string(),
  /** What the provider attached, kept as it came and sent back (RT-45). */
  provider_metadata: jsonObject.optional(),
});
export const thinkingBlock = z.object({
  type: z.literal('thinking'),
  thinking: z.string(),
  provider_metadata: jsonObject.optional(),
});

/** A tool call of the model. `name` is the full name; the rest is what the runtime knew of the tool when it was called. */
export const toolUseBlock = z.object({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  /** Key of the server, absent for the runtime's own tools. */
  server_name: z.string().optional(),
  tool_name: z.string().optional(),
  title: z.string().optional(),
  annotations: toolHints.optional(),
  provider_metadata: jsonObject.optional(),
});
export type ToolUseBlock = z.infer<typeof toolUseBlock>;

/** How a call ended: `ok`; `error` the tool failed; `denied` by rule or person; `interrupted` the turn was stopped. */
export const toolOutcome = z.enum(['ok', 'error', 'denied', 'interrupted']);
export type ToolOutcome = z.infer<typeof toolOutcome>;

export const toolResultBlock = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.array(resultBlock),
  structured_content: z.unknown().optional(),
  is_error: z.boolean().default(false),
  outcome: toolOutcome,
  duration_ms: z.number().optional(),
  /** What was sent, where it is not what the model asked for: the person or a hook changed it. */
  sent_input: z.unknown().optional(),
});
export type ToolResultBlock = z.infer<typeof toolResultBlock>;

export const assistantBlock = z.discriminatedUnion('type', [
  textBlock,
  thinkingBlock,
  toolUseBlock,
]);
export type AssistantBlock = z.infer<typeof assistantBlock>;

/** Kinds of images that every provider with eyes takes. */
export const imageMediaType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** An image of the person. `data` is base64. */
export const imageBlock = z.object({
  type: z.literal('image'),
  media_type: imageMediaType,
  data: z.base64().min(1),
  name: z.string().optional(),
});
export type ImageBlock = z.infer<typeof imageBlock>;

/** A file of the person: a PDF as base64 in `data`, or anything that is text in `text`. */
export const fileBlock = z
  .object({
    type: z.literal('file'),
    media_type: z.string().min(1),
    data: z.base64().min(1).optional(),
    text: z.string().optional(),
    name: z.string().optional(),
  })
  .refine((file) => (file.data === undefined) !== (file.text === undefined), {
    error: 'A file has either text, or base64 in data',
  })
  .refine((file) => file.data === undefined || file.media_type === 'application/pdf', {
    error: 'Only PDF files are sent as data; send the text of others',
    path: ['media_type'],
  });
export type FileBlock = z.infer<typeof fileBlock>;

export const userBlock = z.discriminatedUnion('type', [
  textBlock,
  imageBlock,
  fileBlock,
  toolResultBlock,
]);
export type UserBlock = z.infer<typeof userBlock>;
