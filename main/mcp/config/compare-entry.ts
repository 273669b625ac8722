import { canonicalJson } from '../../../shared/lib/json.ts';
import { serverKeyFromName } from '../../../shared/lib/server-key.ts';
import type { ServerDefinition, ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { EntryComparison } from '../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../shared/texts/en/server-setup.ts';

const words = serverSetupTexts.reading.differs;

const fields = {
  stdio: ['command', 'args', 'env', 'cwd'],
  http: ['url', 'headers', 'caFile'],
  sse: ['url', 'headers', 'caFile'],
  builtin: [],
} as const;

function field(definition: ServerDefinition, name: keyof typeof words): string {
  const value: unknown = (definition as unknown as Record<string, unknown>)[name] ?? null;
  return canonicalJson(value);
}

/** The first thing in which two definitions differ, undefined when they are the same. */
function difference(left: ServerDefinition, right: ServerDefinition): string | undefined {
  if (left.type !== right.type) return words.type;
  const other = fields[left.type].find((name) => field(left, name) !== field(right, name));
  return other === undefined ? undefined : words[other];
}

/**
 * How a definition that was read stands to the stored servers. Only one of the same name can be the same server: two with one
 * address may belong to two accounts, and stay two. `resolved` gives a stored definition with its secrets, to compare values.
 */
export function compareEntry(
  name: string,
  definition: ServerDefinition,
  records: readonly ServerRecord[],
  resolved: (record: ServerRecord) => ServerDefinition,
): EntryComparison {
  const key = serverKeyFromName(name, new Set());
  const twins = records.filter(
    (record) => record.name.toLowerCase() === name.toLowerCase() || record.key === key,
  );
  const [first] = twins;
  if (!first) return { kind: 'new' };
  const differences = twins.map((twin) => difference(definition, resolved(twin)));
  // What was added under a number before, since another had its name, is not added once more.
  const numbered = records.filter(
    (record) => isNumbered(record.name, name) && !twins.includes(record),
  );
  const isThere = numbered.some((one) => difference(definition, resolved(one)) === undefined);
  if (isThere || differences.includes(undefined)) return { kind: 'same' };
  return {
    kind: 'renamed',
    name: freeName(name, records),
    difference: differences[0] ?? words.type,
  };
}

function isNumbered(name: string, base: string): boolean {
  const [start, rest] = [name.slice(0, base.length), name.slice(base.length)];
  return start.toLowerCase() === base.toLowerCase() && /^-\d+$/.test(rest);
}

function freeName(name: string, records: readonly ServerRecord[]): string {
  const taken = new Set(records.flatMap((record) => [record.name.toLowerCase(), record.key]));
  for (let count = 2; ; count += 1) {
    const next = `${name}-${String(count)}`;
    if (!taken.has(next.toLowerCase())) return next;
  }
}
