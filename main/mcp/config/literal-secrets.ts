import type { ServerDefinition } from '../../../shared/mcp/server-config.ts';
import { serverKeyFromName } from '../../../shared/lib/server-key.ts';
import { isSecretToken, looksLikeSecret } from '../../../shared/mcp/secret-values.ts';
import { variableUses, variablesIn } from '../../../shared/mcp/variables.ts';
import type { VariablePlace } from '../../../shared/mcp/variables.ts';
import type { SecretRef } from './server-secrets.ts';

/** A value that goes to the keychain, and where its reference stands then. */
export interface MovedSecret {
  readonly ref: SecretRef;
  readonly value: string;
  readonly place: VariablePlace;
}

export interface MovedSecrets<D extends ServerDefinition> {
  readonly definition: D;
  readonly moved: readonly MovedSecret[];
}

function secretArguments(args: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  args.forEach((argument, index) => {
    const inline = /^--?([\w-]+)=(.+)$/s.exec(argument);
    const flag = /^--?([\w-]+)$/.exec(args[index - 1] ?? '')?.[1];
    if (inline?.[1] !== undefined && looksLikeSecret(inline[1], inline[2] ?? '')) {
      found.set(index, inline[1]);
    } else if (flag !== undefined && !argument.startsWith('-') && looksLikeSecret(flag, argument)) {
      found.set(index, flag);
    } else if (isSecretToken(argument)) {
      found.set(index, `argument-${String(index + 1)}`);
    }
  });
  return found;
}

/** What a person decided about single values; where they said nothing, what looks like a secret is moved. */
export type KeychainChoice = Readonly<
  Partial<Record<'env' | 'headers', Readonly<Record<string, boolean>>>>
>;

/** The names of the secrets that a definition uses. */
function secretNames(definition: ServerDefinition): readonly string[] {
  return variableUses(definition).flatMap(({ reference: { kind, name } }) =>
    kind === 'secret' ? [name] : [],
  );
}

function isMoved(
  choice: KeychainChoice,
  field: 'env' | 'headers',
  name: string,
  value: string,
): boolean {
  const chosen = choice[field];
  if (!chosen || !Object.hasOwn(chosen, name)) return looksLikeSecret(name, value);
  // A text with variables is filled in at each start; the keychain would give it back unfilled.
  return chosen[name] === true && value !== '' && variablesIn(value).length === 0;
}

/**
 * The definition with the values that look like secrets, or were chosen, replaced by `${secret:<server>-<name>}`, and these values.
 * Names that the definition uses already, or that are `taken`, are not used again.
 */
export function moveSecrets<D extends ServerDefinition>(
  serverName: string,
  definition: D,
  choice: KeychainChoice = {},
  taken: readonly string[] = [],
): MovedSecrets<D> {
  const moved: MovedSecret[] = [];
  const used = [...taken, ...secretNames(definition)];
  const base = serverKeyFromName(serverName, new Set());
  const move = (value: string, name: string, place: VariablePlace): string => {
    const names = new Set([...used, ...moved.map(({ ref }) => ref.name)]);
    const secret = uniqueName(`${base}-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`, names);
    moved.push({ ref: { kind: 'secret', name: secret }, value, place });
    return `\${secret:${secret}}`;
  };
  const moveValues = (
    field: 'env' | 'headers',
    values: Readonly<Record<string, string>>,
  ): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isMoved(choice, field, name, value) ? move(value, name, { field, name }) : value,
      ]),
    );
  if (definition.type === 'stdio') {
    const inArguments = secretArguments(definition.args);
    const env = moveValues('env', definition.env);
    const args = definition.args.map((argument, index) => {
      const name = inArguments.get(index);
      if (name === undefined) return argument;
      const prefix = /^--?[\w-]+=/.exec(argument)?.[0] ?? '';
      const place = { field: 'args' as const, position: index + 1 };
      return `${prefix}${move(argument.slice(prefix.length), name, place)}`;
    });
    return { definition: { ...definition, args, env }, moved };
  }
  if (definition.type === 'builtin') return { definition, moved };
  return {
    definition: { ...definition, headers: moveValues('headers', definition.headers) },
    moved,
  };
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count += 1) {
    const next = `${name}-${String(count)}`;
    if (!taken.has(next)) return next;
  }
}
