import { z } from 'zod';

/** The MCP app of a tool, as the window knows it; its page is a view of main. */
export const toolApp = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** Not an app's address, another kind of content, too large, nothing, or no person who agreed to what it wants to reach. */
  z.object({
    state: z.literal('refused'),
    reason: z.enum(['address', 'kind', 'size', 'empty']),
  }),
  z.object({
    state: z.literal('open'),
    id: z.string(),
    prefersBorder: z.boolean(),
    /** What it can reach. */
    domains: z.array(z.string()),
    /** What it declares beside that, and cannot reach. */
    unreachable: z.array(z.string()),
  }),
]);
export type ToolApp = z.infer<typeof toolApp>;

/**
 * Why an app is not as it should be: it does not answer, sends too much, ended, said that it is done, or too many others were
 * opened after it.
 */
export const appTrouble = z.enum(['silent', 'flood', 'ended', 'done', 'replaced']);
export type AppTrouble = z.infer<typeof appTrouble>;

/** In its place, or over the whole window below its top bar. */
export const appMode = z.enum(['inline', 'fullscreen']);
export type AppMode = z.infer<typeof appMode>;
