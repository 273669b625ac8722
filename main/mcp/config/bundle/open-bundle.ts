import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serverKeyFromName } from '../../../../shared/lib/server-key.ts';
import type { FoundServers } from '../reading/find-entries.ts';
import { readBundle, unpackBundle } from './bundle-archive.ts';
import { bundleDraft } from './bundle-draft.ts';
import { systemRoots } from './bundle-signature.ts';
import type { SignatureDeps } from './bundle-signature.ts';

/** A bundle that was looked at; nothing of it is unpacked before `unpack`. */
export interface OpenedBundle {
  readonly found: FoundServers;
  readonly unpack: () => Promise<void>;
}

/** Looks at a bundle. Its folder is named after its content, so that another one never takes its place. Rejects with `BundleError`. */
export async function openBundle(
  path: string,
  bundles: string,
  platform: NodeJS.Platform,
  deps: SignatureDeps = { roots: systemRoots, now: () => new Date() },
): Promise<OpenedBundle> {
  const { manifest, signature } = await readBundle(path, deps);
  const digest = await digestOf(path);
  const name = serverKeyFromName(basename(path).replace(/\.[^.]*$/, ''), new Set());
  const folder = join(bundles, `${name}-${digest.slice(0, 12)}`);
  const found = bundleDraft({ manifest, signature, folder, platform });
  const unpack = async (): Promise<void> => {
    if (await isThere(folder)) return;
    if ((await digestOf(path)) !== digest) throw new Error(`${path} was changed meanwhile.`);
    await unpackBundle(path, folder);
  };
  return { found, unpack };
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
