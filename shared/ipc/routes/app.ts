import { z } from 'zod';
import { defineCalls, defineEvents } from '../contract.ts';

/** Something that happened at start or outside any session and that the person should know, until dismissed. */
export const appNotice = z.object({
  id: z.string(),
  /** Catalogue key of the sentence; `details` is the real text behind it (paths, reasons), redacted. */
  kind: z.enum([
    'settings-corrupt',
    'servers-corrupt',
    'providers-corrupt',
    'secrets-corrupt',
    'permissions-corrupt',
    'bench-corrupt',
    'data-newer',
    'data-unmigrated',
    'main-error',
    'keychain-unavailable',
    'server-entry-invalid',
    'link-ignored',
  ]),
  details: z.string(),
  at: z.number(),
});
export type AppNotice = z.infer<typeof appNotice>;

export const appInfo = z.object({
  version: z.string(),
  platform: z.enum(['darwin', 'linux', 'win32']),
  profileFolder: z.string(),
  /** `keychain`: kept encrypted by the system; `memory`: no keychain, keys are gone at quit. */
  secretStorage: z.enum(['keychain', 'memory']),
  notices: z.array(appNotice),
});
export type AppInfo = z.infer<typeof appInfo>;

export const appCalls = defineCalls({
  'app.info': { input: z.undefined(), output: appInfo },
  'app.dismissNotice': { input: z.strictObject({ id: z.string() }), output: z.undefined() },
  /** Asks main to open an address; main shows it in its consent view first (SE-5, SE-10). */
  'app.openLink': {
    input: z.strictObject({ url: z.string().max(8192) }),
    output: z.object({ opened: z.boolean() }),
  },
  /** An error of the window, for main's log. */
  'app.reportError': {
    input: z.strictObject({
      message: z.string().max(10_000),
      stack: z.string().max(50_000).optional(),
    }),
    output: z.undefined(),
  },
});

export const appEvents = defineEvents({ 'app.notices': z.object({ notices: z.array(appNotice) }) });
