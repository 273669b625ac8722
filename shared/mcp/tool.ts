import { z } from 'zod';
import { jsonObject } from '../lib/json-object.ts';

/** Wire form of `ToolHints`. */
export const toolHints = z.object({
  readOnly: z.boolean().optional(),
  destructive: z.boolean().optional(),
  openWorld: z.boolean().optional(),
});

/** A tool as the hub, the runtime and the window see it. `name` is the bare name. */
export const toolInfo = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObject,
  outputSchema: jsonObject.optional(),
  annotations: toolHints,
  /** Its results are shown by an MCP app. */
  hasApp: z.boolean().optional(),
});
export type ToolInfo = z.infer<typeof toolInfo>;

/** A tool that a server listed and that cannot be used, with the reason as a sentence. */
export const setAsideTool = z.object({ name: z.string(), reason: z.string() });
export type SetAsideTool = z.infer<typeof setAsideTool>;
