import { z } from 'zod';
import { defineCalls } from '../contract.ts';

export const folderChoice = z.object({
  /** By its real path. */
  folder: z.string(),
  /** What it brings is used. */
  trusted: z.boolean(),
});
export type FolderChoice = z.infer<typeof folderChoice>;

export const folderCalls = defineCalls({
  /**
   * Main opens the system's dialog and, where the folder brings something and is not trusted, asks in its own view whether that
   * may be used. Null: nothing was chosen. Only what was chosen so, or by `folders.useTrusted`, can be given to
   * `sessions.create`. Only right after a key press or click.
   */
  'folders.choose': { input: z.undefined(), output: folderChoice.nullable() },
  /** A folder that the person trusts already. Only right after a key press or click. Rejects with `session.not-found` for another. */
  'folders.useTrusted': {
    input: z.strictObject({ folder: z.string().min(1).max(4096) }),
    output: folderChoice,
  },
  'folders.trusted': { input: z.undefined(), output: z.object({ folders: z.array(z.string()) }) },
  /** Resolves to what is left. */
  'folders.revoke': {
    input: z.strictObject({ folder: z.string().min(1).max(4096) }),
    output: z.object({ folders: z.array(z.string()) }),
  },
});
