import type { ServerDefinition } from '../../../shared/mcp/server-config.ts';
import { templateParts, variableUses } from '../../../shared/mcp/variables.ts';
import type {
  VariablePlace,
  VariableReference,
  VariableUse,
} from '../../../shared/mcp/variables.ts';

/** Where the values of variables come from. Each gives undefined for what it does not know. */
export interface VariableSources {
  readonly env: (name: string) => string | undefined;
  readonly input: (id: string) => string | undefined;
  readonly secret: (name: string) => string | undefined;
}

/** A definition as it will be started, and the values in it that must not show up anywhere. */
export interface ResolvedDefinition {
  readonly definition: ServerDefinition;
  readonly secrets: readonly string[];
}

/** A variable of a definition has no value, or one that does not fit. The message names it and where it is needed. */
export class VariableError extends Error {
  override readonly name = 'VariableError';
  constructor(
    message: string,
    readonly missing: readonly VariableUse[] = [],
  ) {
    super(message);
  }
}

/** A place as it is called in a sentence. */
export function placeName(place: VariablePlace): string {
  switch (place.field) {
    case 'command':
      return 'the command';
    case 'args':
      return `argument ${String(place.position)}`;
    case 'env':
      return `the environment value ${place.name}`;
    case 'cwd':
      return 'the working folder';
    case 'url':
      return 'the address';
    case 'caFile':
      return 'the CA file';
    case 'headers':
      return `the header ${place.name}`;
  }
}

function sentence({ reference, place }: VariableUse): string {
  const where = placeName(place);
  const { name, text } = reference;
  switch (reference.kind) {
    case 'env':
      return `The variable ${name} is not set, and ${where} needs it. Set it before Parley starts, or give a default as in \${${name}:-value}.`;
    case 'input':
      return `The input “${name}” has no value, and ${where} needs it. Enter it once; it is kept in the keychain.`;
    case 'secret':
      return `The secret “${name}” has no value, and ${where} needs it. Enter it once; it is kept in the keychain.`;
    case 'unknown':
      return `${text} in ${where} is a variable that Parley does not know. Write the value itself, or $${text} to pass it as text.`;
  }
}

/** The value that stands for a variable; undefined: there is none. */
export function valueOf(
  reference: VariableReference,
  sources: VariableSources,
): string | undefined {
  switch (reference.kind) {
    case 'env': {
      const value = sources.env(reference.name);
      return value === undefined || value === '' ? (reference.fallback ?? value) : value;
    }
    case 'input':
      return sources.input(reference.name);
    case 'secret':
      return sources.secret(reference.name);
    case 'unknown':
      return undefined;
  }
}

/** The variables of a definition that have no value. */
export function missingVariables(
  definition: ServerDefinition,
  sources: VariableSources,
): readonly VariableUse[] {
  return variableUses(definition).filter(
    ({ reference }) => valueOf(reference, sources) === undefined,
  );
}

/**
 * A text as far as it is known without any secret: what comes from the environment is filled in, what is asked for or kept in
 * the keychain stays as it is written.
 */
export function expandEnvironment(text: string, sources: Pick<VariableSources, 'env'>): string {
  const shown: VariableSources = { ...sources, input: () => undefined, secret: () => undefined };
  return templateParts(text)
    .map((part) => (typeof part === 'string' ? part : (valueOf(part, shown) ?? part.text)))
    .join('');
}

function checkRemote(definition: Extract<ServerDefinition, { url: string }>): void {
  const url = URL.canParse(definition.url) ? new URL(definition.url) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new VariableError(
      'With its variables replaced, the address is none that begins with https:// or http://. Correct the values.',
    );
  }
  for (const [name, value] of Object.entries(definition.headers)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw new VariableError(
      `With its variables replaced, the header ${name} holds a line break or a letter that no header can carry. Enter its value again.`,
    );
  }
}

/**
 * The definition with every variable replaced. Throws a `VariableError` that names each missing one and where it is needed;
 * nothing has been started or sent then.
 */
export function resolveDefinition(
  definition: ServerDefinition,
  sources: VariableSources,
): ResolvedDefinition {
  const missing = missingVariables(definition, sources);
  if (missing.length > 0) throw new VariableError(missing.map(sentence).join(' '), missing);
  const secrets = new Set<string>();
  const fill = (text: string): string =>
    templateParts(text)
      .map((part) => {
        if (typeof part === 'string') return part;
        const value = valueOf(part, sources) ?? '';
        if (part.kind !== 'env') secrets.add(value);
        return value;
      })
      .join('');
  const fillAll = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
  const resolved = filled(definition, fill, fillAll);
  if (resolved.type === 'http' || resolved.type === 'sse') checkRemote(resolved);
  return { definition: resolved, secrets: [...secrets] };
}

function filled(
  definition: ServerDefinition,
  fill: (text: string) => string,
  fillAll: (values: Readonly<Record<string, string>>) => Record<string, string>,
): ServerDefinition {
  switch (definition.type) {
    case 'stdio': {
      const { command, args, env, cwd } = definition;
      return {
        ...definition,
        command: fill(command),
        args: args.map(fill),
        env: fillAll(env),
        ...(cwd === undefined ? {} : { cwd: fill(cwd) }),
      };
    }
    case 'http':
    case 'sse': {
      const { url, headers, caFile } = definition;
      return {
        ...definition,
        url: fill(url),
        headers: fillAll(headers),
        ...(caFile === undefined ? {} : { caFile: fill(caFile) }),
      };
    }
    case 'builtin':
      return definition;
  }
}
