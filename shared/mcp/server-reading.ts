import { z } from 'zod';
import { serverId } from '../lib/ids.ts';
import { publicDefinition } from './server-state.ts';

/** A place in a text; both count from 1. */
export const textPosition = z.object({ line: z.number().int(), column: z.number().int() });
export type TextPosition = z.infer<typeof textPosition>;

/** Replaces a part of the text that was read. */
export const textEdit = z.object({
  offset: z.number().int().min(0),
  length: z.number().int().min(0),
  text: z.string(),
});
export type TextEdit = z.infer<typeof textEdit>;

/** Something to know about a text or an entry of it. `error`: it cannot be used as it is. */
export const readingNote = z.object({
  severity: z.enum(['error', 'warning', 'info', 'secret']),
  sentence: z.string(),
  position: textPosition.optional(),
  /** What would make it right: a sentence, and the changes of the text. */
  fix: z.object({ sentence: z.string(), edits: z.array(textEdit) }).optional(),
});
export type ReadingNote = z.infer<typeof readingNote>;

/** How an entry stands to the servers that are stored. */
export const entryComparison = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  z.object({ kind: z.literal('same') }),
  /** A stored server has its name and differs: `name` is the one it would get, `difference` a sentence. */
  z.object({ kind: z.literal('renamed'), name: z.string(), difference: z.string() }),
  /** Another version of the bundle that a stored server runs from: it takes its place. `changes` are sentences. */
  z.object({
    kind: z.literal('update'),
    serverId,
    name: z.string(),
    /** Absent where the stored one does not tell. */
    from: z.string().optional(),
    to: z.string(),
    isOlder: z.boolean(),
    changes: z.array(z.string()),
  }),
]);
export type EntryComparison = z.infer<typeof entryComparison>;

/** A package that would be fetched at its newest version at each start (SE-35). */
export const unpinnedPackage = z.object({
  ecosystem: z.enum(['npm', 'pypi']),
  name: z.string(),
});

/** One server that was found in a text or file, without any value that may be a secret. */
export const readingEntry = z.object({
  entryId: z.string(),
  name: z.string(),
  /** Absent when it cannot be used. */
  definition: publicDefinition.optional(),
  /** The part that is wrong, when there is no definition. */
  excerpt: z.string().optional(),
  position: textPosition.optional(),
  notes: z.array(readingNote),
  comparison: entryComparison,
  unpinned: unpinnedPackage.optional(),
  /** Values that will be asked for when it is first started. */
  asksFor: z.array(z.string()),
  /** How many values look like secrets and go to the keychain. */
  secrets: z.number().int(),
  /** The working folder it belongs to, in a file that tells several apart. */
  folder: z.string().optional(),
});
export type ReadingEntry = z.infer<typeof readingEntry>;

/** What was understood of a text or a file. */
export const serverReading = z.object({
  readingId: z.string(),
  /** What it was understood as, in words. */
  understoodAs: z.string(),
  entries: z.array(readingEntry),
  /** About the whole text. */
  notes: z.array(readingNote),
});
export type ServerReading = z.infer<typeof serverReading>;
