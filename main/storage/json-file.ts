import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { messageOf } from '../../shared/lib/errors.ts';
import { isJsonObject } from '../../shared/lib/json.ts';
import { systemClock } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { replaceWholeFile } from '../lib/whole-file.ts';

/** What a settings file held. */
export type JsonFileContent<T> =
  | { readonly state: 'value'; readonly value: T }
  | { readonly state: 'missing' }
  /** The file could not be used: it was moved to `keptAs`, and `reason` says why as a sentence. */
  | { readonly state: 'corrupt'; readonly keptAs: string; readonly reason: string }
  /** Written by a newer program: read nothing from it and never write it. */
  | { readonly state: 'newer'; readonly schemaVersion: number };

export interface JsonFileFormat<S extends z.ZodType> {
  readonly schema: S;
  /** The version that `schema` describes: the number in the field `schemaVersion`. */
  readonly schemaVersion: number;
}

/** Reads a settings file. A corrupt one is moved aside, never deleted. Rejects only when the file system refuses. */
export async function readJsonFile<S extends z.ZodType>(
  path: string,
  format: JsonFileFormat<S>,
  clock: Clock = systemClock,
): Promise<JsonFileContent<z.output<S>>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'missing' };
    throw failure;
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (failure) {
    return setAside(path, `The file is no JSON: ${messageOf(failure)}.`, clock);
  }
  const version = isJsonObject(json) ? json['schemaVersion'] : undefined;
  if (typeof version === 'number' && version > format.schemaVersion) {
    return { state: 'newer', schemaVersion: version };
  }
  const parsed = format.schema.safeParse(json);
  if (parsed.success) return { state: 'value', value: parsed.data };
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || 'the whole file';
  return setAside(
    path,
    `The file has an unknown shape at ${field}: ${issue?.message ?? ''}.`,
    clock,
  );
}

async function setAside(
  path: string,
  reason: string,
  clock: Clock,
): Promise<{ state: 'corrupt'; keptAs: string; reason: string }> {
  const time = new Date(clock.now()).toISOString().replaceAll(':', '-');
  const keptAs = `${path}.corrupt-${time}-${randomUUID().slice(0, 8)}`;
  await rename(path, keptAs);
  return { state: 'corrupt', keptAs, reason };
}

/**
 * Replaces a settings file as a whole (mode 0600): after a crash at any moment the file is the old or the new one.
 * Makes missing folders (mode 0700). Writes to one file must not overlap: the caller puts them in a row.
 */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceWholeFile(path, text);
}
