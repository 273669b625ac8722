import { z } from 'zod';
import { serverId } from '../../lib/ids.ts';
import { accountLabel, serverSignIn, signInRedirect, signInStorage } from '../../mcp/sign-in.ts';
import { defineCalls, defineEvents } from '../contract.ts';

const target = z.strictObject({ serverId });

/** All sign-ins; `storage` is absent until it was needed for the first time. */
const signInList = z.object({
  signIns: z.array(serverSignIn),
  storage: signInStorage.optional(),
  sequence: z.number().int(),
});

/** Nothing of these gives out a token or a secret. */
export const signInCalls = defineCalls({
  'signIns.list': { input: z.undefined(), output: signInList },
  /**
   * Looks for the sign-in page, shows it in main's consent view and opens it in the browser. Resolves when it waits there; the
   * rest comes as changes. `cancelled`: the person refused the page.
   */
  'signIns.start': {
    input: z.strictObject({ serverId, redirect: signInRedirect.optional() }),
    output: z.object({ outcome: z.enum(['waiting', 'signed-in', 'cancelled', 'failed']) }),
  },
  'signIns.cancel': { input: target, output: z.undefined() },
  /** Opens the page that waits once more. Counts only right after a real key press or click. */
  'signIns.openAgain': { input: target, output: z.object({ opened: z.boolean() }) },
  'signIns.signOut': { input: target, output: z.undefined() },
  /** Null: as fits. */
  'signIns.chooseRedirect': {
    input: z.strictObject({ serverId, redirect: signInRedirect.nullable() }),
    output: z.undefined(),
  },
  /** Uses another account from now on, known or new; a new one is signed in by `signIns.start`. */
  'signIns.chooseAccount': {
    input: z.strictObject({ serverId, account: accountLabel }),
    output: z.undefined(),
  },
  /** Signs an account out and forgets it. */
  'signIns.removeAccount': {
    input: z.strictObject({ serverId, account: accountLabel }),
    output: z.undefined(),
  },
  /** The client that a person registered by hand; null: none. A secret that is left out stays as it is stored. */
  'signIns.setClient': {
    input: z.strictObject({
      serverId,
      clientId: z.string().trim().min(1).max(2048).nullable(),
      clientSecret: z.string().max(8192).optional(),
    }),
    output: z.undefined(),
  },
  /** Keeps sign-ins in a file that only the person can read, where there is no keychain. */
  'signIns.keepInFile': { input: z.undefined(), output: signInStorage },
});

export const signInEvents = defineEvents({ 'signIns.changed': signInList });
