import type { ServerVariable } from '../../../../shared/ipc/routes/server-setup.ts';
import { packageArgument } from '../../../../shared/mcp/package-pin.ts';
import type { PackageArgument } from '../../../../shared/mcp/package-pin.ts';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import { moveSecrets } from '../literal-secrets.ts';
import { placeName } from '../resolve-definition.ts';
import { describeVariables } from './describe-variables.ts';

/** What is to be known about a stored definition, without any value. */
export interface InspectedServer {
  readonly variables: readonly ServerVariable[];
  /** Where values that look like secrets stand in the file, in words. */
  readonly plainSecrets: readonly string[];
  readonly hasKeychain: boolean;
  readonly unpinned?: Pick<PackageArgument, 'ecosystem' | 'name'>;
  /** The package that is fetched at exactly one version. */
  readonly pinned?: Pick<PackageArgument, 'ecosystem' | 'name'> & { readonly version: string };
}

/** Looks a stored definition through: variables without a value, secrets in the file, a package without a version. */
export function inspectServer(
  record: ServerRecord,
  parts: Parameters<typeof describeVariables>[2] & { readonly hasKeychain: () => boolean },
): InspectedServer {
  const { name, definition } = record;
  const found =
    definition.type === 'stdio' ? packageArgument(definition.command, definition.args) : undefined;
  return {
    variables: describeVariables({}, record, parts),
    plainSecrets: moveSecrets(name, definition).moved.map(({ place }) => placeName(place)),
    hasKeychain: parts.hasKeychain(),
    ...(found && !found.isPinned
      ? { unpinned: { ecosystem: found.ecosystem, name: found.name } }
      : {}),
    ...(found?.version === undefined
      ? {}
      : { pinned: { ecosystem: found.ecosystem, name: found.name, version: found.version } }),
  };
}
