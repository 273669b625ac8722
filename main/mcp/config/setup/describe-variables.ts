import type { ServerVariable } from '../../../../shared/ipc/routes/server-setup.ts';
import { serverSettings } from '../../../../shared/mcp/server-config.ts';
import type { ServerRecord, ServerScope } from '../../../../shared/mcp/server-config.ts';
import { variableUses, variablesIn } from '../../../../shared/mcp/variables.ts';
import type { VariablePlace, VariableReference } from '../../../../shared/mcp/variables.ts';
import { placeName, valueOf } from '../resolve-definition.ts';
import { sourcesFor } from '../server-secrets.ts';

/** Which variables are meant: those of a stored server, or those of texts that are being typed. */
export interface VariablesRequest {
  readonly serverId?: string | undefined;
  /** Texts with variables; absent: those of the stored definition. */
  readonly references?: readonly string[] | undefined;
  /** Where a new server is offered. */
  readonly scope?: ServerScope | undefined;
}

interface Use {
  readonly reference: VariableReference;
  readonly place?: VariablePlace;
}

/** What a new server knows: the environment and its folder, and nothing of the keychain. */
function newServer(
  scope: ServerScope | undefined,
): Pick<ServerRecord, 'id' | 'definition' | 'settings'> {
  return {
    id: '',
    definition: { type: 'stdio', command: '', args: [], env: {} },
    settings: serverSettings.parse(scope === undefined ? {} : { scope }),
  };
}

/** The variables, each once, and whether they have a value. Never the values. */
export function describeVariables(
  { references, scope }: VariablesRequest,
  stored: ServerRecord | undefined,
  parts: Parameters<typeof sourcesFor>[1],
): readonly ServerVariable[] {
  const record = stored ?? newServer(scope);
  const sources = sourcesFor(record, parts);
  const uses: readonly Use[] = references
    ? references.flatMap((text) => variablesIn(text).map((reference) => ({ reference })))
    : variableUses(record.definition);
  const groups = new Map<string, Use[]>();
  for (const use of uses) {
    const key = `${use.reference.kind} ${use.reference.name}`;
    groups.set(key, [...(groups.get(key) ?? []), use]);
  }
  return [...groups.values()].flatMap((group): ServerVariable[] => {
    const [first] = group;
    if (!first) return [];
    const { kind, name } = first.reference;
    const input =
      kind === 'input' ? record.settings.inputs?.find(({ id }) => id === name) : undefined;
    const rows = group.flatMap(({ place }) => (place && 'name' in place ? [place] : []));
    return [
      {
        kind,
        name,
        places: group.flatMap(({ place }) => (place ? placeName(place) : [])),
        ...(rows.length > 0 ? { rows } : {}),
        isSet: group.every(({ reference }) => valueOf(reference, sources) !== undefined),
        ...(input?.description === undefined ? {} : { description: input.description }),
        ...(kind === 'secret' || input?.password ? { password: true } : {}),
        ...(input?.options ? { options: input.options } : {}),
      },
    ];
  });
}
