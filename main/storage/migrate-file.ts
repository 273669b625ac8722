import { constants } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { messageOf } from '../../shared/lib/errors.ts';
import { isJsonObject } from '../../shared/lib/json.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import { withSharedFile } from './file-lock.ts';
import { writeJsonFile } from './json-file.ts';

/** Makes of the content of one version that of the next; without its `schemaVersion`. Throws where it cannot. */
export type Migration = (content: JsonObject) => JsonObject;

export interface MigratedFormat {
  /** The version of now. */
  readonly schemaVersion: number;
  /** By the version that each begins with. */
  readonly migrations: Readonly<Record<number, Migration>>;
}

/** A file of an earlier version that could not be brought up to now: it is as it was. */
export interface Unmigrated {
  readonly schemaVersion: number;
  /** Why, as a sentence. */
  readonly reason: string;
}

/**
 * Brings a settings file of an earlier version up to the one of now. The earlier file is copied to `<path>.v<version>` first and
 * stays there; the new one takes its place whole, so that a kill at any moment leaves the earlier or the new one. A file that is
 * missing, broken, of now, newer, or of a version that no step begins with is left to its reader.
 */
export async function migrateFile(
  path: string,
  format: MigratedFormat,
): Promise<Unmigrated | undefined> {
  if ((await earlierContent(path, format)) === undefined) return undefined;
  // Another program of this profile may be about to do the same.
  return withSharedFile(path, async () => {
    const earlier = await earlierContent(path, format);
    return earlier && bringUp(path, earlier, format);
  });
}

interface Earlier {
  readonly version: number;
  readonly content: JsonObject;
}

async function earlierContent(
  path: string,
  { schemaVersion, migrations }: MigratedFormat,
): Promise<Earlier | undefined> {
  try {
    const json: unknown = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
    if (!isJsonObject(json)) return undefined;
    const { schemaVersion: version, ...content } = json;
    if (typeof version !== 'number' || version >= schemaVersion) return undefined;
    return migrations[version] === undefined ? undefined : { version, content };
  } catch {
    return undefined;
  }
}

async function bringUp(
  path: string,
  { version, content }: Earlier,
  { schemaVersion, migrations }: MigratedFormat,
): Promise<Unmigrated | undefined> {
  let next = content;
  try {
    for (let at = version; at < schemaVersion; at += 1) {
      const step = migrations[at];
      if (!step) throw new Error(`there is no way from version ${String(at)} to the next`);
      next = step(next);
    }
  } catch (failure) {
    const way = `from version ${String(version)} to ${String(schemaVersion)}`;
    return {
      schemaVersion: version,
      reason: `It could not be brought ${way}: ${messageOf(failure)}`,
    };
  }
  await keepCopy(path, `${path}.v${String(version)}`);
  await writeJsonFile(path, { schemaVersion, ...next });
  return undefined;
}

/** No copy is written over: after a step back to an earlier app there may be another file of the same version. */
async function keepCopy(path: string, copy: string): Promise<void> {
  try {
    await copyFile(path, copy, constants.COPYFILE_EXCL);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    const isSame = (await readFile(copy)).equals(await readFile(path));
    if (!isSame) await copyFile(path, `${copy}.${new Date().toISOString().replaceAll(':', '-')}`);
  }
}
