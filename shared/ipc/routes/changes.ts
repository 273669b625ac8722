import { z } from 'zod';
import { sessionId, uuid } from '../../lib/ids.ts';
import { defineCalls, defineEvents } from '../contract.ts';

const path = z.string().min(1).max(4096);

/** A file that is not as it was before the session first changed it. */
export const changedFile = z.object({
  path: z.string(),
  kind: z.enum(['created', 'changed', 'deleted']),
  /** Something else changed it after the session did, so it cannot be brought back. */
  isForeign: z.boolean(),
});
export type ChangedFile = z.infer<typeof changedFile>;

/** What a file holds at one time. `none`: there is no file; `binary` and `too-large` are not shown. */
export const fileText = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.enum(['none', 'binary', 'too-large']) }),
]);
export type FileText = z.infer<typeof fileText>;

export const fileComparison = z.object({ before: fileText, now: fileText });
export type FileComparison = z.infer<typeof fileComparison>;

/** What bringing files back does, or did. */
export const rewindPlan = z.object({
  restored: z.array(
    z.object({
      path: z.string(),
      /** `delete`: the file was made since. */
      action: z.enum(['restore', 'delete']),
    }),
  ),
  /** Files that stay as they are, with the reason as a sentence. */
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** Commands that ran since; what they changed in files is not undone. */
  commands: z.array(z.string()),
  /** Takes it back; absent where nothing was done. */
  undoId: uuid.optional(),
});
export type RewindPlan = z.infer<typeof rewindPlan>;

/** What the folder of a session is at: a branch, or one commit of none. */
export const gitHead = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('branch'), name: z.string() }),
  z.object({ kind: z.literal('detached'), commit: z.string() }),
]);
export type GitHead = z.infer<typeof gitHead>;

const target = z.strictObject({ sessionId });
const message = target.extend({ messageUuid: uuid });

/** Files that a session changed (UI-64), and how they are brought back (UI-14). */
export const changeCalls = defineCalls({
  /** Null where its folder is in no repository. */
  'changes.branch': { input: target, output: gitHead.nullable() },
  'changes.list': { input: target, output: z.object({ files: z.array(changedFile) }) },
  /** A file as it was before a message, or before the session changed it, beside what it holds now. */
  'changes.compare': {
    input: target.extend({ path, since: uuid.optional() }),
    output: fileComparison,
  },
  /** What `changes.rewind` would do. Rejects with `session.no-checkpoint`. */
  'changes.preview': { input: message, output: rewindPlan },
  /** Brings files back to how they were before a message. Only right after a key press or click, and while no turn runs. */
  'changes.rewind': { input: message, output: rewindPlan },
  /** Brings one file back to how it was before the session. As `changes.rewind`. */
  'changes.revert': { input: target.extend({ path }), output: rewindPlan },
  /** Takes a rewind back. As `changes.rewind`. */
  'changes.undo': { input: target.extend({ undoId: uuid }), output: rewindPlan },
  /** Shows a changed file in the folder it lies in. Only right after a key press or click. */
  'changes.reveal': { input: target.extend({ path }), output: z.undefined() },
  /** Opens it in the program that the system has for it. One that the system would run is shown in its folder instead. */
  'changes.open': {
    input: target.extend({ path }),
    output: z.object({ opened: z.enum(['file', 'folder']) }),
  },
});

export const changeEvents = defineEvents({
  /** Files of these sessions may be different now. */
  'changes.changed': z.object({ sessionIds: z.array(sessionId) }),
});
