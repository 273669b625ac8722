import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';

/** Files that an app may offer at once. */
const MOST_FILES = 10;

/** A file that an app offers to save: with its bytes, or with the address of a resource of its own server. */
export type OfferedFile =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly uri: string };

/** Reads `contents` of `ui/download-file`; undefined when that is no list of resources and links to resources. */
export function offeredFiles(contents: unknown): readonly OfferedFile[] | undefined {
  if (!Array.isArray(contents) || contents.length === 0 || contents.length > MOST_FILES) {
    return undefined;
  }
  const files = contents.map(fileOf);
  return files.every((file) => file !== undefined) ? files : undefined;
}

function fileOf(block: unknown): OfferedFile | undefined {
  if (!isJsonObject(block)) return undefined;
  if (block['type'] === 'resource_link') return linked(block);
  const { resource } = block;
  if (block['type'] !== 'resource' || !isJsonObject(resource)) return undefined;
  const bytes = bytesOf(resource);
  return bytes && { name: nameOf(resource), bytes };
}

function linked(block: JsonObject): OfferedFile | undefined {
  const { uri, name } = block;
  if (typeof uri !== 'string') return undefined;
  return { uri, name: typeof name === 'string' && name !== '' ? name : nameOf(block) };
}

/** What a resource holds, as it was read or handed over; undefined when it holds nothing. */
export function bytesOf({ text, blob }: JsonObject): Uint8Array | undefined {
  if (typeof text === 'string') return Buffer.from(text);
  return typeof blob === 'string' ? Buffer.from(blob, 'base64') : undefined;
}

/** The last part of an address. It is only a suggestion, made fit where it is used. */
function nameOf({ uri }: JsonObject): string {
  if (typeof uri !== 'string') return '';
  const last =
    uri
      .replace(/[?#].*$/, '')
      .split(/[/\\:]/)
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
