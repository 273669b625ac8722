import type { ServerDefinition } from './server-config.ts';

/** The package that a command fetches and runs. */
export interface PackageArgument {
  readonly ecosystem: 'npm' | 'pypi';
  /** Position in the arguments, from 0. */
  readonly index: number;
  /** Without its version. */
  readonly name: string;
  readonly isPinned: boolean;
  /** The one version that is named; undefined unless it is pinned. */
  readonly version: string | undefined;
}

/** Commands that fetch a package and run it, with the word that must come first where one is needed. */
const runners: Readonly<
  Record<string, { readonly ecosystem: 'npm' | 'pypi'; readonly first?: string }>
> = {
  npx: { ecosystem: 'npm' },
  bunx: { ecosystem: 'npm' },
  pnpx: { ecosystem: 'npm' },
  pnpm: { ecosystem: 'npm', first: 'dlx' },
  yarn: { ecosystem: 'npm', first: 'dlx' },
  uvx: { ecosystem: 'pypi' },
  pipx: { ecosystem: 'pypi', first: 'run' },
};
const packageFlags: ReadonlySet<string> = new Set(['-p', '--package', '--from', '--spec']);
/** Flags of the runners for Python that take the next word. */
const valueFlags: ReadonlySet<string> = new Set([
  '--python',
  '--with',
  '--index-url',
  '--default-index',
  '--index',
]);
const exactNpm = /^(@?[^@]+)@(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/;
const exactPython = /^([^=@<>~!]+)(?:==|@)(\d[\w.+!-]*)$/;

function programName(command: string): string {
  return command
    .replace(/^.*[\\/]/, '')
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|ps1)$/, '');
}

function isElsewhere(specifier: string): boolean {
  return (
    specifier === '' ||
    /^(\.{0,2}[/\\]|file:|git\+|https?:|[a-z]:[/\\])/i.test(specifier) ||
    specifier.includes('${')
  );
}

function described(
  ecosystem: 'npm' | 'pypi',
  specifier: string,
  index: number,
): PackageArgument | undefined {
  if (isElsewhere(specifier)) return undefined;
  const exact = (ecosystem === 'npm' ? exactNpm : exactPython).exec(specifier);
  const bare =
    ecosystem === 'npm'
      ? specifier.replace(/(?<=.)@[^@/]*$/, '')
      : specifier.replace(/[=@<>~!].*$/, '');
  const isPinned = exact !== null;
  return { ecosystem, index, name: exact?.[1] ?? bare, isPinned, version: exact?.[2] };
}

/** The package that this command line would fetch, undefined when it fetches none by name. */
export function packageArgument(
  command: string,
  args: readonly string[],
): PackageArgument | undefined {
  const name = programName(command);
  const runner = Object.hasOwn(runners, name) ? runners[name] : undefined;
  if (!runner || (runner.first !== undefined && args[0] !== runner.first)) return undefined;
  for (let index = runner.first === undefined ? 0 : 1; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (packageFlags.has(argument)) {
      return described(runner.ecosystem, args[index + 1] ?? '', index + 1);
    }
    const inline = /^--(?:package|from|spec)=(.*)$/.exec(argument)?.[1];
    if (inline !== undefined) return described(runner.ecosystem, inline, index);
    if (runner.ecosystem === 'pypi' && valueFlags.has(argument)) index += 1;
    else if (!argument.startsWith('-')) return described(runner.ecosystem, argument, index);
  }
  return undefined;
}

/** The argument that names a package, with exactly this version. `written` is that argument as it stands. */
export function pinnedArgument(
  { ecosystem, name }: PackageArgument,
  written: string,
  version: string,
): string {
  const prefix = /^--(?:package|from|spec)=/.exec(written)?.[0] ?? '';
  return `${prefix}${name}${ecosystem === 'npm' ? '@' : '=='}${version}`;
}

/** The definition with its package at exactly this version. Unchanged when it fetches none. */
export function pinPackage<D extends ServerDefinition>(definition: D, version: string): D {
  if (definition.type !== 'stdio') return definition;
  const found = packageArgument(definition.command, definition.args);
  if (!found) return definition;
  const argument = pinnedArgument(found, definition.args[found.index] ?? '', version);
  return { ...definition, args: definition.args.with(found.index, argument) };
}

/** True for a text that names one version and nothing else. */
export function isExactVersion(version: string): boolean {
  return /^\d[\w.+!-]{0,99}$/.test(version);
}
