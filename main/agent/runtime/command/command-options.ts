import { resolve } from 'node:path';
import { z } from 'zod';
import { permissionMode } from '../../../../shared/agent/messages.ts';
import { providerKind } from '../../../../shared/agent/provider.ts';
import { UsageError } from './command-errors.ts';
import { flag, list, parseArguments, text } from './parse-arguments.ts';

const outputFormat = z.enum(['text', 'json', 'stream-json']);
export type OutputFormat = z.infer<typeof outputFormat>;

export interface PromptOptions {
  readonly action: 'prompt';
  /** `-`: read it from standard input. */
  readonly prompt: string;
  readonly provider: z.infer<typeof providerKind> | undefined;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly outputFormat: OutputFormat;
  readonly mcpConfig: string | undefined;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  readonly permissionMode: z.infer<typeof permissionMode>;
  readonly maxTurns: number | undefined;
  /** An id, or the beginning of one. */
  readonly resume: string | undefined;
  readonly cwd: string | undefined;
  /** Use what the folder brings, for this run. */
  readonly trust: boolean;
  readonly strictMcpConfig: boolean;
}
export type CommandOptions = PromptOptions | { readonly action: 'help' | 'version' };

const turns = z.coerce
  .number('Expected a whole number above 0')
  .int()
  .positive('Expected a whole number above 0');
const sessionStart = z
  .string()
  .toLowerCase()
  .regex(
    /^[\da-f-]{4,36}$/,
    'Expected the id of a session, or its beginning, as parley sessions list shows it',
  );

const definitions = {
  print: { ...text, short: 'p' },
  provider: text,
  model: text,
  'base-url': text,
  'output-format': text,
  'mcp-config': text,
  'allowed-tools': list,
  'disallowed-tools': list,
  'permission-mode': text,
  'allow-dangerously-skip-permissions': flag,
  'max-turns': text,
  resume: text,
  cwd: text,
  trust: flag,
  'strict-mcp-config': flag,
  help: { ...flag, short: 'h' },
  version: { ...flag, short: 'v' },
} as const;

/** Throws `UsageError` with a sentence that names the option. Relative paths are taken from `folder`. */
export function parseCommand(args: readonly string[], folder: string): CommandOptions {
  const { values, words } = parseArguments(args, definitions, 'parley');
  if (values.help === true) return { action: 'help' };
  if (values.version === true) return { action: 'version' };
  if (words[0] !== undefined)
    throw new UsageError(
      `${JSON.stringify(words[0])} is one word too many; a prompt goes behind -p, in quotes. See parley --help.`,
    );
  if (values.print === undefined)
    throw new UsageError('A prompt is needed: parley -p "prompt". See parley --help.');
  if (values.print.trim() === '') throw new UsageError('The prompt is empty.');
  return {
    action: 'prompt',
    prompt: values.print,
    provider: choice('--provider', providerKind, values.provider),
    model: values.model,
    baseUrl: choice('--base-url', z.url({ protocol: /^https?$/ }), values['base-url']),
    outputFormat: choice('--output-format', outputFormat, values['output-format']) ?? 'text',
    mcpConfig:
      values['mcp-config'] === undefined ? undefined : resolve(folder, values['mcp-config']),
    allowedTools: names(values['allowed-tools']),
    disallowedTools: names(values['disallowed-tools']),
    permissionMode: mode(
      values['permission-mode'],
      values['allow-dangerously-skip-permissions'] === true,
    ),
    maxTurns: choice('--max-turns', turns, values['max-turns']),
    resume: choice('--resume', sessionStart, values.resume),
    cwd: values.cwd === undefined ? undefined : resolve(folder, values.cwd),
    trust: values.trust === true,
    strictMcpConfig: values['strict-mcp-config'] === true,
  };
}

function choice<T>(option: string, schema: z.ZodType<T>, value: string | undefined): T | undefined {
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `${option} cannot be ${JSON.stringify(value)}: ${parsed.error.issues[0]?.message ?? 'it is not usable'}.`,
  );
}

function names(values: readonly string[] | undefined): string[] {
  return (values ?? [])
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function mode(
  value: string | undefined,
  isDangerAccepted: boolean,
): z.infer<typeof permissionMode> {
  const chosen = choice('--permission-mode', permissionMode, value) ?? 'default';
  if (chosen === 'bypassPermissions' && !isDangerAccepted)
    throw new UsageError(
      '--permission-mode bypassPermissions runs every tool unasked and needs --allow-dangerously-skip-permissions as well.',
    );
  return chosen;
}
