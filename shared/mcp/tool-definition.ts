import { z } from 'zod';
import { jsonObject } from '../lib/json-object.ts';

/** What a person approves of a tool: everything that says what it does (UI-42). */
export const toolDefinition = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObject,
  outputSchema: jsonObject.optional(),
  /** As declared, fields that are no known hints included. */
  annotations: jsonObject,
});
export type ToolDefinition = z.infer<typeof toolDefinition>;
