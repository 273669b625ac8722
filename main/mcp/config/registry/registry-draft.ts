import { remoteDefinition, stdioDefinition } from '../../../../shared/mcp/server-config.ts';
import type { ServerInput } from '../../../../shared/mcp/server-config.ts';
import { escapeVariables } from '../../../../shared/mcp/variables.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import type { FoundServers } from '../reading/find-entries.ts';
import type { DraftDefinition, FoundEntry } from '../reading/read-entry.ts';
import type {
  RegistryArgument,
  RegistryPackage,
  RegistryRemote,
  RegistryServer,
  RegistryValue,
} from './registry-entry.ts';

const words = serverSetupTexts.registry;

/** What stands in place of values that a person must give, gathered as the fields are read. */
class Asked {
  readonly inputs = new Map<string, ServerInput>();

  /** The value of a field, with what is asked for as a variable; undefined when nothing is wanted. */
  value(name: string, field: RegistryValue): string | undefined {
    if (field.value !== undefined) return this.#filled(field.value, field.variables ?? {});
    if (field.default !== undefined && field.isSecret !== true)
      return escapeVariables(field.default);
    return field.isRequired === true || field.isSecret === true
      ? this.#ask(name, field)
      : undefined;
  }

  /** `{name}` inside a value is one of its variables. */
  #filled(value: string, variables: Readonly<Record<string, RegistryValue>>): string {
    return escapeVariables(value).replace(/\{([\w.-]+)\}/g, (whole, name: string) => {
      const field = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (!field) return whole;
      return this.value(name, { isRequired: true, ...field }) ?? whole;
    });
  }

  #ask(name: string, field: RegistryValue): string {
    if (field.isSecret === true) return `\${secret:${name}}`;
    this.inputs.set(name, {
      id: name,
      ...(field.description === undefined
        ? {}
        : { description: field.description.slice(0, 2_000) }),
      ...(field.choices && field.choices.length > 0
        ? { options: field.choices.slice(0, 200) }
        : {}),
    });
    return `\${input:${name}}`;
  }
}

function argumentsOf(fields: readonly RegistryArgument[], asked: Asked): string[] {
  return fields.flatMap((field) => {
    const name = field.name ?? field.valueHint ?? 'argument';
    const value = asked.value(name.replace(/^-+/, ''), field);
    if (field.type === 'positional') return value === undefined ? [] : [value];
    if (field.name === undefined) return [];
    if (value !== undefined) return [field.name, value];
    // A switch without a value is there only when it must be.
    return field.isRequired === true ? [field.name] : [];
  });
}

function valuesOf(
  fields: readonly (RegistryValue & { readonly name: string })[],
  asked: Asked,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = asked.value(field.name, field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** The command that fetches exactly this version and runs it; undefined for kinds that none does. */
function launch(
  part: RegistryPackage,
  runtime: readonly string[],
  envNames: readonly string[],
): { readonly command: string; readonly args: readonly string[] } | undefined {
  const { identifier, version, runtimeHint } = part;
  switch (part.registryType) {
    case 'npm': {
      const rest = runtime.includes('-y') || runtimeHint === 'bunx' ? [] : ['-y'];
      const named = version === undefined ? identifier : `${identifier}@${version}`;
      return { command: runtimeHint ?? 'npx', args: [...rest, ...runtime, named] };
    }
    case 'pypi': {
      const named = version === undefined ? identifier : `${identifier}==${version}`;
      return { command: runtimeHint ?? 'uvx', args: [...runtime, named] };
    }
    case 'nuget': {
      const named = version === undefined ? identifier : `${identifier}@${version}`;
      return { command: runtimeHint ?? 'dnx', args: [...runtime, named, '--yes'] };
    }
    case 'oci': {
      const isNamed = /[:@][^/]+$/.test(identifier) || version === undefined;
      const image = isNamed ? identifier : `${identifier}:${version}`;
      const passed = envNames.flatMap((name) => ['-e', name]);
      const args = ['run', '-i', '--rm', ...passed, ...runtime, image];
      return { command: runtimeHint ?? 'docker', args };
    }
    default:
      return undefined;
  }
}

function ofPackage(name: string, part: RegistryPackage): FoundEntry {
  const asked = new Asked();
  const env = valuesOf(part.environmentVariables, asked);
  const isStdio = (part.transport?.type ?? 'stdio') === 'stdio';
  const runtime = argumentsOf(part.runtimeArguments, asked);
  const started = isStdio ? launch(part, runtime, Object.keys(env)) : undefined;
  if (!started) {
    const sentence = isStdio ? words.kind(part.registryType) : words.transport;
    return { name, excerpt: part.identifier, notes: [{ severity: 'error', sentence }] };
  }
  const args = [...started.args, ...argumentsOf(part.packageArguments, asked)];
  return checked(name, { type: 'stdio', command: started.command, args, env }, asked);
}

function ofRemote(name: string, { type, url, headers }: RegistryRemote): FoundEntry {
  const asked = new Asked();
  const remote = {
    type: type === 'sse' ? ('sse' as const) : ('http' as const),
    url,
    headers: valuesOf(headers, asked),
  };
  return checked(name, remote, asked);
}

function checked(name: string, definition: unknown, asked: Asked): FoundEntry {
  const schema =
    (definition as { type: string }).type === 'stdio' ? stdioDefinition : remoteDefinition;
  const parsed = schema.safeParse(definition);
  if (!parsed.success) {
    const sentence = parsed.error.issues[0]?.message ?? '';
    return { name, notes: [{ severity: 'error', sentence }] };
  }
  const usable: DraftDefinition = parsed.data;
  const inputs = [...asked.inputs.values()];
  return { name, definition: usable, notes: [], ...(inputs.length > 0 ? { inputs } : {}) };
}

/** The ways to run or reach a published server, each as an entry that can be reviewed. Values come from nowhere but the entry. */
export function registryDrafts(server: RegistryServer): FoundServers {
  const name = (server.title ?? server.name.split('/').at(-1) ?? server.name).slice(0, 80);
  const entries = [
    ...server.remotes.map((remote) => ofRemote(name, remote)),
    ...server.packages.map((part) => ofPackage(name, part)),
  ];
  const notes =
    entries.length === 0 ? [{ severity: 'error' as const, sentence: words.nothing }] : [];
  return { shape: 'registry', entries, notes };
}
