import { z } from 'zod';

/**
 * Contract of main's consent view (architecture decision 12). It has its own page, origin and preload;
 * the app window has no part in it.
 */
const argument = z.object({
  text: z.string(),
  /** Parts of `text` in order; `hidden` parts are shown as a code such as U+200B. */
  parts: z.array(z.object({ text: z.string(), hidden: z.boolean() })),
});
const warning = z.enum([
  'hidden-characters',
  'shell-text',
  'unpinned-package',
  'plain-http',
  'private-address',
  'userinfo',
  'variable-address',
]);

export const consentRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('run-command'),
    requestId: z.uuid(),
    serverName: z.string(),
    /** new: first time; changed: the definition differs from the one that was trusted. */
    occasion: z.enum(['new', 'changed']),
    command: argument,
    resolvedPath: z.string().nullable(),
    args: z.array(argument),
    folder: z.string(),
    environmentNames: z.array(z.string()),
    warnings: z.array(z.object({ code: warning, argument: z.number().int().optional() })),
    /** For `changed`: the old definition, line by line as it was shown. */
    previous: z
      .object({
        command: z.string(),
        args: z.array(z.string()),
        folder: z.string(),
        environmentNames: z.array(z.string()),
      })
      .optional(),
  }),
  z.object({
    kind: z.literal('connect-url'),
    requestId: z.uuid(),
    serverName: z.string(),
    occasion: z.enum(['new', 'changed']),
    url: argument,
    host: z.string(),
    headerNames: z.array(z.string()),
    warnings: z.array(z.object({ code: warning })),
    previous: z.object({ url: z.string(), headerNames: z.array(z.string()) }).optional(),
  }),
  z.object({
    kind: z.literal('open-link'),
    requestId: z.uuid(),
    url: argument,
    host: z.string(),
    warnings: z.array(z.object({ code: warning })),
  }),
]);
export type ConsentRequest = z.infer<typeof consentRequest>;
export type ConsentWarning = z.infer<typeof warning>;
export type ConsentArgument = z.infer<typeof argument>;

export const consentAnswer = z.strictObject({
  requestId: z.uuid(),
  answer: z.enum(['accept', 'cancel']),
});
export type ConsentAnswer = z.infer<typeof consentAnswer>;

/** What the consent preload exposes as `window.parleyConsent`. */
export interface ConsentBridge {
  onShow(listener: (request: unknown, theme: unknown) => void): void;
  answer(answer: ConsentAnswer): void;
}
