import { z } from 'zod';
import { ParleyError } from '../../../../shared/lib/errors.ts';
import { isExactVersion } from '../../../../shared/mcp/package-pin.ts';
import type { PackageArgument } from '../../../../shared/mcp/package-pin.ts';
import { askJson, registryFailure } from './ask-json.ts';
import type { AskDeps } from './ask-json.ts';

/** Where packages are published by default. */
export const PACKAGE_REGISTRIES = {
  npm: 'https://registry.npmjs.org',
  pypi: 'https://pypi.org',
} as const satisfies Readonly<Record<PackageArgument['ecosystem'], string>>;

export interface PackageVersionsDeps extends AskDeps {
  readonly registries: Readonly<Record<PackageArgument['ecosystem'], string>>;
}

const npmName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;
const pythonName = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i;
const npmAnswer = z.object({ version: z.string() });
const pythonAnswer = z.object({ info: z.object({ version: z.string() }) });

const failed = registryFailure(
  'the latest version',
  'Type a version that you know, or try again when you are online.',
);

/** Looks up the latest version of a package. Nothing is asked before a person asks, and nothing but the name goes out. */
export class PackageVersions {
  constructor(private readonly deps: PackageVersionsDeps) {}

  /** Which host a question would go to. */
  hostOf(ecosystem: PackageArgument['ecosystem']): string {
    return new URL(this.deps.registries[ecosystem]).host;
  }

  /** Rejects with `server.invalid` for what is no name of a package, and with `registry.failed` and the reason. */
  async latest(
    ecosystem: PackageArgument['ecosystem'],
    name: string,
    signal: AbortSignal,
  ): Promise<string> {
    const bare = ecosystem === 'pypi' ? name.replace(/\[[^\]]*\]$/, '') : name;
    if (bare.length > 214 || !(ecosystem === 'npm' ? npmName : pythonName).test(bare)) {
      const message = `“${name.slice(0, 100)}” is no name of a package, so nothing was asked.`;
      throw new ParleyError('server.invalid', message);
    }
    const base = `${this.deps.registries[ecosystem].replace(/\/+$/, '')}/`;
    const url =
      ecosystem === 'npm'
        ? new URL(`${bare.replace('/', '%2f')}/latest`, base)
        : new URL(`pypi/${bare}/json`, base);
    const answer = await askJson(url, this.deps, signal, failed);
    const version =
      ecosystem === 'npm'
        ? npmAnswer.safeParse(answer).data?.version
        : pythonAnswer.safeParse(answer).data?.info.version;
    if (version === undefined || !isExactVersion(version)) {
      throw failed(url, 'Its answer names no version.');
    }
    return version;
  }
}
