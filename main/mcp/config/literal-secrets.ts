import type { ServerDefinition } from '../../../shared/mcp/server-config.ts';
import { serverKeyFromName } from '../../../shared/lib/server-key.ts';
import { variablesIn } from '../../../shared/mcp/variables.ts';
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

const secretName =
  /(token|secret|passw(or)?d|passphrase|api[-_]?key|apikey|authorization|credential|cookie|private[-_]?key|access[-_]?key|(^|[-_])(pat|auth|key|dsn)$)/i;
/** Names that sound like one and are not. */
const plainName =
  /(max[-_]?tokens|token[-_]?(limit|count|budget)|(_|-)(file|path|url|uri|endpoint|id|name|dir)$)/i;
const secretValue =
  /^(?:bearer|basic|token)\s+\S{6,}$|^(?:sk|pk|rk)[-_][\w-]{12,}$|^gh[pousr]_\w{16,}$|^github_pat_\w{16,}$|^glpat-[\w-]{12,}$|^xox[abeprs]-[\w-]{8,}$|^AKIA[0-9A-Z]{12,}$|^AIza[\w-]{24,}$|^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*$|^[a-z]+:\/\/[^/\s:@]+:[^/\s@]+@/i;

function looksRandom(value: string): boolean {
  return /^[A-Za-z0-9+/=_-]{32,}$/.test(value) && /\d/.test(value) && /[A-Za-z]{2}/.test(value);
}

/** True when a value of the environment or of a header should not lie about in plain text. */
export function looksSecret(name: string, value: string): boolean {
  if (value.trim().length < 4 || variablesIn(value).length > 0) return false;
  if (secretValue.test(value)) return true;
  if (plainName.test(name)) return false;
  if (/^(true|false|yes|no|none|null|\d{1,5})$/i.test(value)) return false;
  return secretName.test(name) || looksRandom(value);
}

function secretArguments(args: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  args.forEach((argument, index) => {
    const inline = /^--?([\w-]+)=(.+)$/s.exec(argument);
    const flag = /^--?([\w-]+)$/.exec(args[index - 1] ?? '')?.[1];
    if (inline?.[1] !== undefined && looksSecret(inline[1], inline[2] ?? '')) {
      found.set(index, inline[1]);
    } else if (flag !== undefined && !argument.startsWith('-') && looksSecret(flag, argument)) {
      found.set(index, flag);
    } else if (secretValue.test(argument) && variablesIn(argument).length === 0) {
      found.set(index, `argument-${String(index + 1)}`);
    }
  });
  return found;
}

/**
 * The definition with the values that look like secrets replaced by `${secret:<server>-<name>}`, and these values.
 * Names that the definition uses already are not used again.
 */
export function moveSecrets<D extends ServerDefinition>(
  serverName: string,
  definition: D,
): MovedSecrets<D> {
  const moved: MovedSecret[] = [];
  const base = serverKeyFromName(serverName, new Set());
  const move = (value: string, name: string, place: VariablePlace): string => {
    const taken = new Set(moved.map(({ ref }) => ref.name));
    const secret = uniqueName(`${base}-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`, taken);
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
        looksSecret(name, value) ? move(value, name, { field, name }) : value,
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
