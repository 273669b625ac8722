import { z } from 'zod';
import { serverId } from '../lib/ids.ts';

/** Why a sign-in failed; each code has its own sentence in the catalogue. */
export const signInFailureCode = z.enum([
  'client-id-needed',
  'registration-refused',
  'pkce-missing',
  'issuer-mismatch',
  'issuer-missing',
  'resource-mismatch',
  'unsafe-address',
  'metadata-invalid',
  'unreachable',
  'denied',
  'callback-invalid',
  'callback-unknown',
  'callback-replayed',
  'timeout',
  'cancelled',
  'token-refused',
  'too-many-authorizations',
  'client-mismatch',
  'store',
  'refused-by-host',
  'unknown',
]);
export type SignInFailureCode = z.infer<typeof signInFailureCode>;

export const signInRedirect = z.enum(['protocol', 'loopback']);
export type SignInRedirect = z.infer<typeof signInRedirect>;

/** Label of an account on a server; '' is the one without a label. */
export const accountLabel = z
  .string()
  .trim()
  .max(80)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'A label holds no invisible characters.');

export const signInAccount = z.object({
  label: z.string(),
  isSignedIn: z.boolean(),
  /** Where its sign-in was, as an origin. */
  issuer: z.string().optional(),
});
export type SignInAccount = z.infer<typeof signInAccount>;

/**
 * preparing: the way to the sign-in page is looked for · asking: main asks the person about the page · waiting: the page waits
 * for the person.
 */
export const signInProgress = z.discriminatedUnion('step', [
  z.object({ step: z.literal('preparing') }),
  z.object({ step: z.literal('asking') }),
  z.object({
    step: z.literal('waiting'),
    authUrl: z.string(),
    issuer: z.string(),
    redirect: signInRedirect,
    /** False when no browser could be opened. */
    isShown: z.boolean(),
    /** Epoch ms at which it is given up. */
    until: z.number(),
  }),
]);
export type SignInProgress = z.infer<typeof signInProgress>;

/** The sign-in of one server as the window may see it: no token, no secret. */
export const serverSignIn = z.object({
  serverId,
  /** Label of the account in use. */
  account: z.string(),
  accounts: z.array(signInAccount),
  isSignedIn: z.boolean(),
  /** sign-in: the server refuses without one; more-access: it refused a call for want of a scope. */
  needs: z.enum(['sign-in', 'more-access']).optional(),
  /** The scope that was missing. */
  scope: z.string().optional(),
  progress: signInProgress.optional(),
  failure: z
    .object({
      code: signInFailureCode,
      /** The whole sentence with names and addresses. */
      message: z.string(),
      issuer: z.string().optional(),
      at: z.number(),
    })
    .optional(),
  /** The person's choice; absent: as fits. */
  redirect: signInRedirect.optional(),
  client: z.object({
    id: z.string().optional(),
    secret: z.enum(['missing', 'stored', 'in-memory', 'locked']),
  }),
});
export type ServerSignIn = z.infer<typeof serverSignIn>;

/** What keeps the sign-ins of this profile. */
export const signInStorage = z.object({
  backend: z.enum(['keychain', 'file', 'memory']),
  /** Why it is not the keychain; a part of a sentence. */
  reason: z.string().optional(),
});
export type SignInStorage = z.infer<typeof signInStorage>;
