import { z } from 'zod';
import { sessionId } from '../../lib/ids.ts';
import { defineCalls } from '../contract.ts';
import { exportFormat } from './session-list.ts';

export const profilePart = z.enum([
  'sessions',
  'results',
  'checkpoints',
  'trash',
  'servers',
  'settings',
  'notes',
  'secrets',
  'index',
  'logs',
  'cache',
  'other',
]);
export type ProfilePart = z.infer<typeof profilePart>;

export const profileData = z.object({
  parts: z.array(
    z.object({
      part: profilePart,
      /** The first of its names that is there, whole. */
      path: z.string(),
      bytes: z.number(),
      files: z.number().int(),
    }),
  ),
  /** There are more files than were looked at. */
  isCut: z.boolean(),
  /** Secrets by name that are kept now. */
  secrets: z.number().int(),
  /** Entries of the system's keychain that belong to Parley, as it names them. */
  keychain: z.array(z.string()),
});
export type ProfileData = z.infer<typeof profileData>;

export const trashedSession = z.object({
  id: sessionId,
  title: z.string().optional(),
  deletedAt: z.number(),
});
export type TrashedSession = z.infer<typeof trashedSession>;

/** What can be deleted for good. */
export const deletion = z.enum(['trash', 'sessions', 'everything']);
export type Deletion = z.infer<typeof deletion>;

/** All that Parley keeps. What writes, restores or deletes is asked for right after a key press or click. */
export const dataCalls = defineCalls({
  'data.measure': { input: z.undefined(), output: profileData },
  /** Shows where a part is kept, in the file manager of the system. */
  'data.show': { input: z.strictObject({ part: profilePart }), output: z.undefined() },
  'data.trash': {
    input: z.undefined(),
    output: z.object({ sessions: z.array(trashedSession), keptDays: z.number() }),
  },
  /** Main asks where to. `bytes` is absent when the person chose nothing. */
  'data.backUp': { input: z.undefined(), output: z.object({ bytes: z.number().optional() }) },
  /** Main asks which file, then whether. The app starts anew when it is agreed to. */
  'data.restore': { input: z.undefined(), output: z.object({ restarts: z.boolean() }) },
  /** All sessions into one zip file; main asks where to. */
  'data.export': {
    input: z.strictObject({ format: exportFormat, redact: z.boolean() }),
    output: z.object({ sessions: z.number().int().optional() }),
  },
  /** Main asks. The app starts anew after everything was deleted. */
  'data.delete': {
    input: z.strictObject({ what: deletion }),
    output: z.object({ deleted: z.boolean() }),
  },
});
