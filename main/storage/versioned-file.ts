import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { assertNever } from '../../shared/lib/assert-never.ts';
import { isJsonObject } from '../../shared/lib/json.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import type { Clock } from '../lib/clock.ts';
import { withSharedFile } from './file-lock.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { migrateFile } from './migrate-file.ts';
import type { MigratedFormat } from './migrate-file.ts';

/** What was wrong with a file when it was opened. */
export type FileTrouble =
  | {
      readonly kind: 'corrupt';
      readonly path: string;
      readonly keptAs: string;
      readonly reason: string;
    }
  /** A newer app wrote it: it is neither used nor rewritten (RE-5). */
  | { readonly kind: 'newer'; readonly path: string; readonly version: number }
  /** An earlier app wrote it, and it could not be brought up to now: it is neither used nor rewritten. */
  | { readonly kind: 'unmigrated'; readonly path: string; readonly reason: string };

export interface VersionedFileOptions<T> {
  readonly path: string;
  /** The content without its `schemaVersion`. */
  readonly schema: z.ZodType<T>;
  readonly version: number;
  /** What makes of earlier versions this one, by the version that each begins with. */
  readonly migrations?: MigratedFormat['migrations'] | undefined;
  /** What counts when there is no usable file. */
  readonly initial: T;
  /** Fields that others keep in the same file: not read here, and carried over at each write. */
  readonly foreign?: readonly string[] | undefined;
  readonly clock: Clock;
  readonly onTrouble: (trouble: FileTrouble) => void;
}

/**
 * One JSON object on disk with a `schemaVersion`. A corrupt file is kept aside as `<name>.corrupt-<time>` and the initial
 * content is used. Changes are made one after another; each is on disk when its promise resolves.
 */
export class VersionedFile<T extends object> {
  readonly #options: VersionedFileOptions<T>;
  readonly #isWritable: boolean;
  #value: T;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(options: VersionedFileOptions<T>, value: T, isWritable: boolean) {
    this.#options = options;
    this.#value = value;
    this.#isWritable = isWritable;
  }

  /** Rejects only when the file system refuses. */
  static async open<T extends object>(options: VersionedFileOptions<T>): Promise<VersionedFile<T>> {
    const { path, schema, version, clock, foreign = [] } = options;
    const kept = await foreignFields(path, foreign);
    if (kept?.isAll === true) return new VersionedFile(options, options.initial, true);
    const { migrations = {} } = options;
    const unmigrated = await migrateFile(path, { schemaVersion: version, migrations });
    if (unmigrated) {
      options.onTrouble({ kind: 'unmigrated', path, reason: unmigrated.reason });
      return new VersionedFile(options, options.initial, false);
    }
    const versioned = z
      .looseObject({ schemaVersion: z.literal(version) })
      .transform(({ schemaVersion: _, ...rest }): unknown => rest)
      .pipe(schema);
    const content = await readJsonFile(path, { schema: versioned, schemaVersion: version }, clock);
    switch (content.state) {
      case 'value':
        return new VersionedFile(options, content.value, true);
      case 'missing':
        return new VersionedFile(options, options.initial, true);
      case 'corrupt':
        options.onTrouble({
          kind: 'corrupt',
          path,
          keptAs: content.keptAs,
          reason: content.reason,
        });
        return new VersionedFile(options, options.initial, true);
      case 'newer':
        options.onTrouble({ kind: 'newer', path, version: content.schemaVersion });
        return new VersionedFile(options, options.initial, false);
      default:
        return assertNever(content);
    }
  }

  get value(): T {
    return this.#value;
  }

  /** False when a newer app owns the file: changes then last until the app ends. */
  get isWritable(): boolean {
    return this.#isWritable;
  }

  /**
   * Replaces the content by what `change` makes of it. Rejects, with the old content in force, when it cannot be written.
   */
  update(change: (value: T) => T): Promise<T> {
    const next = this.#queue.then(async () => {
      const value = change(this.#value);
      if (this.#isWritable) {
        const { path, version, foreign = [] } = this.#options;
        const write = async (): Promise<void> => {
          const kept = await foreignFields(path, foreign);
          await writeJsonFile(path, { schemaVersion: version, ...value, ...kept?.fields });
        };
        // Where others write too, nobody may come in between.
        await (foreign.length === 0 ? write() : withSharedFile(path, write));
      }
      this.#value = value;
      return value;
    });
    this.#queue = next.catch(() => undefined);
    return next;
  }
}

/** The fields of others as they are on disk now. `isAll`: the file holds nothing else. */
async function foreignFields(
  path: string,
  names: readonly string[],
): Promise<{ readonly fields: JsonObject; readonly isAll: boolean } | undefined> {
  if (names.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Missing or broken: whoever reads the file itself says so.
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  const own = entries.filter(([name]) => names.includes(name));
  return {
    fields: Object.fromEntries(own),
    isAll: own.length > 0 && own.length === entries.length,
  };
}
