import type {
  ServerDefinition,
  ServerRecord,
  ServerSettings,
} from '../../../shared/mcp/server-config.ts';
import { variableUses } from '../../../shared/mcp/variables.ts';
import type { SecretState, SecretStore } from '../../storage/secret-store.ts';
import { addressScope } from './plain-address.ts';
import type { VariableSources } from './resolve-definition.ts';

/** What a person is asked for once and what is kept in the keychain. */
export type SecretKind = 'input' | 'secret';

export interface SecretRef {
  readonly kind: SecretKind;
  readonly name: string;
}

/** What a value was entered for: it never goes to another origin. Empty for servers that run here. */
function audience(definition: ServerDefinition): string {
  if (definition.type !== 'http' && definition.type !== 'sse') return '';
  return addressScope(definition.url);
}

/** The inputs and secrets that a definition names, each once. */
export function secretRefs(definition: ServerDefinition): readonly SecretRef[] {
  const refs = new Map<string, SecretRef>();
  for (const { reference } of variableUses(definition)) {
    const { kind, name } = reference;
    if (kind === 'input' || kind === 'secret') refs.set(`${kind} ${name}`, { kind, name });
  }
  return [...refs.values()];
}

/**
 * The values of `${input:…}` and `${secret:…}`, in the secret store of the profile. They belong to one server, so that no other
 * definition can name them, and to the origin they were entered for.
 */
export class ServerSecrets {
  constructor(private readonly store: SecretStore) {}

  /** Keeps a value. Rejects with `secrets.unavailable` when the keychain refuses. */
  async set(
    record: Pick<ServerRecord, 'id' | 'definition'>,
    ref: SecretRef,
    value: string,
  ): Promise<void> {
    await this.store.set(
      keyOf(record.id, ref),
      JSON.stringify({ for: audience(record.definition), value }),
    );
  }

  get(record: Pick<ServerRecord, 'id' | 'definition'>, ref: SecretRef): string | undefined {
    const kept = this.store.get(keyOf(record.id, ref));
    if (kept === undefined) return undefined;
    const { for: meant, value } = JSON.parse(kept) as { for: string; value: string };
    return meant === audience(record.definition) ? value : undefined;
  }

  state(record: Pick<ServerRecord, 'id' | 'definition'>, ref: SecretRef): SecretState {
    const state = this.store.state(keyOf(record.id, ref));
    if (state === 'missing' || state === 'locked') return state;
    return this.get(record, ref) === undefined ? 'missing' : state;
  }

  /** Forgets every value that the definition names. */
  async forget(record: Pick<ServerRecord, 'id' | 'definition'>): Promise<void> {
    for (const ref of secretRefs(record.definition)) {
      await this.store.delete(keyOf(record.id, ref));
    }
  }

  /** Forgets the values of these names, of both kinds. */
  async forgetNames({ id }: Pick<ServerRecord, 'id'>, names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.store.delete(keyOf(id, { kind: 'input', name }));
      await this.store.delete(keyOf(id, { kind: 'secret', name }));
    }
  }
}

function keyOf(serverId: string, { kind, name }: SecretRef): string {
  return `servers/${serverId}/${kind}/${name}`;
}

/** The environment as a server with these settings sees it, with the folders that the app knows. */
export function environmentFor(
  settings: Pick<ServerSettings, 'scope'> | undefined,
  parts: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly home: string;
  },
): Pick<VariableSources, 'env'> {
  return {
    env: (name) => {
      if (name === 'userHome') return parts.home;
      if (name === 'workspaceFolder') {
        return settings?.scope.kind === 'folder' ? settings.scope.folder : undefined;
      }
      return Object.hasOwn(parts.environment, name) ? parts.environment[name] : undefined;
    },
  };
}

/** Where the variables of one record find their values. */
export function sourcesFor(
  record: Pick<ServerRecord, 'id' | 'definition' | 'settings'>,
  parts: {
    readonly secrets: Pick<ServerSecrets, 'get'>;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly home: string;
  },
): VariableSources {
  const { inputs } = record.settings;
  return {
    ...environmentFor(record.settings, parts),
    input: (name) =>
      parts.secrets.get(record, { kind: 'input', name }) ??
      inputs?.find((input) => input.id === name)?.default,
    secret: (name) => parts.secrets.get(record, { kind: 'secret', name }),
  };
}
