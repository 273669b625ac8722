import { z } from 'zod';

/** A tool by its full name, and by server and bare name where it has them. */
const offeredTool = z.object({
  name: z.string(),
  server_name: z.string().optional(),
  tool_name: z.string(),
  title: z.string().optional(),
});

/** Tokens and dollars; null where a part of it is not known. */
const spent = z.object({ tokens: z.number().nullable(), cost_usd: z.number().nullable() });
export type Spent = z.infer<typeof spent>;

/** Answer to `get_context_usage`. Counts are of tokens; `estimated` marks those that no provider reported. */
export const contextUsageResponse = z.object({
  total_tokens: z.number(),
  estimated: z.boolean(),
  parts: z.array(
    z.object({
      name: z.enum(['system', 'tools', 'messages']),
      tokens: z.number(),
      characters: z.number(),
    }),
  ),
  model: z.string().optional(),
  /** Tokens that the model takes, as far as it is known. */
  context_window: z.number().optional(),
  /** False: nothing is known of the model, and `context_window` is what most have at least. */
  is_window_known: z.boolean().optional(),
  /** From how many tokens on old messages are summed up before the next request. */
  compact_at: z.number().optional(),
  /** The tools that the next request carries. */
  tools: z.array(offeredTool.extend({ tokens: z.number() })).optional(),
  /** Those that it does not carry although their server is connected, with the reason as a sentence. */
  left_out: z.array(offeredTool.extend({ reason: z.string() })).optional(),
  /** What the last turn and the whole session took so far. */
  spent: z.object({ turn: spent.optional(), session: spent }).optional(),
  /** Of when the prices are by which costs were counted. */
  prices_of: z.string().optional(),
});
export type ContextUsageResponse = z.infer<typeof contextUsageResponse>;

/** Answer to `suggest_title`. Absent: the model has none to give. */
export const suggestTitleResponse = z.object({ title: z.string().optional() });
