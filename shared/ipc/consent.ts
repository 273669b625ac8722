import { z } from 'zod';
import { remoteProviderKind } from '../agent/provider.ts';

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

/** Where a definition came from, in words and as its path or name; absent where the person typed it. */
const origin = z.array(argument).max(2).optional();

export const consentRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('run-command'),
    requestId: z.uuid(),
    serverName: z.string(),
    /** new: first time; changed: the definition differs from the one that was trusted. */
    occasion: z.enum(['new', 'changed']),
    command: argument,
    /** What the variables of the command make of it, where it differs; secrets stay as they are written. */
    expandedCommand: argument.optional(),
    resolvedPath: z.string().nullable(),
    args: z.array(argument),
    folder: z.string(),
    environmentNames: z.array(z.string()),
    from: origin,
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
    /** Certificates that are trusted for it alone. */
    caFile: argument.optional(),
    from: origin,
    warnings: z.array(z.object({ code: warning })),
    previous: z
      .object({
        url: z.string(),
        headerNames: z.array(z.string()),
        caFile: z.string().optional(),
      })
      .optional(),
  }),
  z.object({
    kind: z.literal('add-servers'),
    requestId: z.uuid(),
    /** add: they are stored and stay off; edit: the file of servers is replaced by one that was edited. */
    occasion: z.enum(['add', 'edit']),
    /** Where they come from. */
    from: argument,
    servers: z.array(
      z.object({
        name: argument,
        change: z.enum(['added', 'changed', 'removed']),
        kind: z.enum(['command', 'url']),
        /** The command and its arguments, or the address. */
        lines: z.array(argument),
        /** Of environment or headers. */
        names: z.array(z.string()),
        folder: argument.optional(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('change-network'),
    requestId: z.uuid(),
    proxy: z.enum(['system', 'address', 'none']),
    proxyAddress: argument,
    bypass: argument,
    /** The file, and whom its certificates are of. */
    caFile: argument.optional(),
    authorities: z.array(argument),
    systemCertificates: z.boolean(),
  }),
  z.object({
    kind: z.literal('restore-backup'),
    requestId: z.uuid(),
    file: argument,
    /** Epoch ms. */
    createdAt: z.number(),
    appVersion: argument,
    sessions: z.number().int(),
    servers: z.array(argument),
    /** Where conversations would go, by provider. */
    addresses: z.array(argument),
  }),
  z.object({
    kind: z.literal('delete-data'),
    requestId: z.uuid(),
    what: z.enum(['trash', 'sessions', 'everything']),
    folder: argument,
    sessions: z.number().int(),
    trashed: z.number().int(),
    servers: z.number().int(),
    secrets: z.number().int(),
  }),
  z.object({
    kind: z.literal('use-provider'),
    requestId: z.uuid(),
    /** new: it is added; moved: its conversations go elsewhere from now on. */
    occasion: z.enum(['new', 'moved']),
    name: argument,
    protocol: remoteProviderKind,
    /** The whole address that requests are put behind. */
    url: argument,
    host: z.string(),
    /** Where they go until now. */
    previousUrl: argument.optional(),
    /** The key that is stored is for another origin and is deleted. */
    dropsKey: z.boolean(),
    warnings: z.array(z.object({ code: warning })),
  }),
  z.object({
    kind: z.literal('trust-folder'),
    requestId: z.uuid(),
    folder: argument,
    /** What it brings, by name. */
    files: z.array(argument),
    /** What could run because of it, one line each. */
    commands: z.array(argument),
  }),
  z.object({
    kind: z.literal('open-link'),
    requestId: z.uuid(),
    url: argument,
    host: z.string(),
    warnings: z.array(z.object({ code: warning })),
  }),
  z.object({
    kind: z.literal('load-image'),
    requestId: z.uuid(),
    url: argument,
    host: z.string(),
    warnings: z.array(z.object({ code: warning })),
  }),
  z.object({
    kind: z.literal('sign-in'),
    requestId: z.uuid(),
    serverName: z.string(),
    /** The whole address of the page. */
    url: argument,
    /** Host of the page. */
    host: z.string(),
    /** Who asks for the sign-in, as it names itself. */
    issuer: argument,
    /** How the answer comes back. */
    redirect: z.enum(['protocol', 'loopback']),
    warnings: z.array(z.object({ code: warning })),
  }),
  z.object({
    kind: z.literal('app-call'),
    requestId: z.uuid(),
    serverName: z.string(),
    /** The tool whose app asks. */
    app: argument,
    /** The tool that it wants called. */
    tool: argument,
    /** What is sent, one line for each field. */
    fields: z.array(z.object({ name: argument, value: argument })),
    isDestructive: z.boolean(),
  }),
  z.object({
    kind: z.literal('app-network'),
    requestId: z.uuid(),
    serverName: z.string(),
    app: argument,
    origins: z.array(argument),
  }),
  z.object({
    kind: z.literal('open-server-url'),
    requestId: z.uuid(),
    serverName: z.string(),
    /** What the server says about it. */
    message: argument,
    url: argument,
    /** The part of the host that somebody has registered, as it stands in the address. */
    domain: z.string(),
    /** Empty for the usual one. */
    port: z.string(),
    scheme: z.enum(['https', 'http']),
    /** Where the server itself is; null for one that runs on this computer. */
    serverHost: z.string().nullable(),
    serverDomain: z.string().nullable(),
    /** The domain in its own letters, where they are others than a to z. */
    spelled: argument.optional(),
    /** What people read, where letters imitate others. */
    readsAs: z.string().optional(),
    /** Two alphabets in one part of the domain. */
    isMixed: z.boolean(),
    lookalikes: z.array(
      z.object({
        position: z.number().int(),
        code: z.string(),
        alphabet: z.string(),
        looksLike: z.string(),
      }),
    ),
    warnings: z.array(z.object({ code: warning })),
  }),
]);
export type ConsentRequest = z.infer<typeof consentRequest>;
export type ConsentWarning = z.infer<typeof warning>;
export type ConsentArgument = z.infer<typeof argument>;

export const consentAnswer = z.strictObject({
  requestId: z.uuid(),
  /** dismiss: closed without an answer, where cancelling is one. */
  answer: z.enum(['accept', 'cancel', 'dismiss']),
});
export type ConsentAnswer = z.infer<typeof consentAnswer>;

/** What the consent preload exposes as `window.parleyConsent`. */
export interface ConsentBridge {
  onShow(listener: (request: unknown, theme: unknown) => void): void;
  answer(answer: ConsentAnswer): void;
}
