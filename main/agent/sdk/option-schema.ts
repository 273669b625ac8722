import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { hookEvent } from '../../../shared/agent/frames.ts';
import { permissionMode } from '../../../shared/agent/messages.ts';
import { permissionRuleText } from '../../../shared/agent/permission-update.ts';
import { modelSettings } from '../../../shared/agent/model-settings.ts';
import { providerKind } from '../../../shared/agent/provider.ts';
import { uuid } from '../../../shared/lib/ids.ts';
import { jsonObject } from '../../../shared/lib/json-object.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { CanUseTool, HookCallback, OnElicitation } from './callbacks.ts';
import { InvalidOptionsError, issuesOf } from './errors.ts';
import type { OptionIssue } from './errors.ts';
import { parseServerConfigs } from './mcp-server-config.ts';
import type { ParsedServerConfig } from './mcp-server-config.ts';
import type { SpawnRuntime } from './spawned-runtime.ts';
import type { Transport } from './transport.ts';

function callback<T>(): z.ZodType<T> {
  return z.custom<T>((value) => typeof value === 'function', 'Expected a function');
}

const duration = z.number().nonnegative();
const names = z.array(z.string().min(1));
/** Names of tools, with content in brackets for built-in ones. */
const rules = z.array(permissionRuleText);
const baseUrl = z.url({ protocol: /^https?$/, error: 'This is no http or https address' });

export const providerOption = z.union([
  providerKind,
  z.strictObject({
    kind: providerKind,
    id: z.string().min(1).max(64).optional(),
    label: z.string().optional(),
    baseUrl: baseUrl.optional(),
    modelSettings: z.record(z.string().min(1).max(200), modelSettings).optional(),
  }),
]);
export const authOption = z.union([
  z.strictObject({ apiKey: z.string().min(1) }),
  z.strictObject({ environmentVariable: z.string().min(1) }),
]);

const transport = z.custom<Transport>(
  (value) => isJsonObject(value) && 'start' in value && 'send' in value && 'close' in value,
  'Expected a transport',
);

const hookMatcher = z.strictObject({
  matcher: z.string().refine(isMatcher, 'This is no regular expression').optional(),
  hooks: z.array(callback<HookCallback>()),
  timeout: z.number().positive().optional(),
});

const agentDefinition = z.strictObject({
  description: z.string().min(1),
  prompt: z.string().min(1),
  tools: names.optional(),
  disallowedTools: rules.optional(),
  model: z.string().min(1).max(200).optional(),
  maxTurns: z.int().positive().optional(),
});

const optionsSchema = z.strictObject({
  mcpServers: z.unknown().optional(),
  allowedMcpServerNames: names.optional(),
  strictMcpConfig: z.boolean().default(false),
  tools: names.optional(),
  allowedTools: rules.default([]),
  disallowedTools: rules.default([]),
  additionalDirectories: z.array(z.string().min(1)).default([]),
  settingSources: z.array(z.enum(['user', 'project', 'local'])).optional(),
  settings: z.union([z.string().min(1), jsonObject]).optional(),
  permissionMode: permissionMode.default('default'),
  allowDangerouslySkipPermissions: z.boolean().default(false),
  canUseTool: callback<CanUseTool>().optional(),
  hooks: z.partialRecord(hookEvent, z.array(hookMatcher).optional()).default({}),
  onElicitation: callback<OnElicitation>().optional(),
  provider: providerOption.optional(),
  auth: authOption.optional(),
  model: z.string().min(1).max(200).optional(),
  cwd: z.string().min(1).optional(),
  env: z.record(z.string(), z.string().optional()).default({}),
  systemPrompt: z
    .union([
      z.string(),
      z.strictObject({
        type: z.literal('preset'),
        preset: z.literal('default'),
        append: z.string().optional(),
      }),
    ])
    .optional(),
  maxTurns: z.int().positive().optional(),
  agents: z.record(z.string().min(1).max(64), agentDefinition).default({}),
  enableFileCheckpointing: z.boolean().default(false),
  maxBudgetUsd: z.number().positive().optional(),
  outputFormat: z.strictObject({ type: z.literal('json_schema'), schema: jsonObject }).optional(),
  skills: z.union([names, z.literal('all')]).default('all'),
  contextWindow: z.int().positive().optional(),
  resume: uuid.optional(),
  continue: z.boolean().default(false),
  forkSession: z.boolean().default(false),
  sessionId: uuid.optional(),
  persistSession: z.boolean().default(true),
  includePartialMessages: z.boolean().default(false),
  abortController: z.instanceof(AbortController).optional(),
  stderr: callback<(line: string) => void>().optional(),
  transport: transport.optional(),
  pathToRuntime: z.string().min(1).optional(),
  spawnRuntime: callback<SpawnRuntime>().optional(),
  closeGraceMs: duration.default(2_000),
  controlRequestTimeoutMs: duration.default(60_000),
  initializeTimeoutMs: duration.default(60_000),
  configRoot: z
    .string()
    .refine((path) => isAbsolute(path), 'Expected an absolute path')
    .optional(),
});

export type ParsedOptions = z.infer<typeof optionsSchema> & {
  readonly servers: ReadonlyMap<string, ParsedServerConfig>;
};

/** Checks the options of `query()` (SDK-21). Throws `InvalidOptionsError` with every finding. */
export function parseOptions(given: unknown): ParsedOptions {
  const parsed = optionsSchema.safeParse(given ?? {});
  const raw = isJsonObject(given) ? given['mcpServers'] : undefined;
  const { servers, issues: serverIssues } = parseServerConfigs(raw ?? {});
  const issues: OptionIssue[] = [
    ...(parsed.success ? [] : issuesOf(parsed.error)),
    ...serverIssues,
    ...(parsed.success ? contradictions(parsed.data) : []),
  ];
  if (!parsed.success || issues.length > 0) throw new InvalidOptionsError(issues);
  return { ...parsed.data, servers };
}

function sessionContradictions(options: z.infer<typeof optionsSchema>): OptionIssue[] {
  const { resume, sessionId, forkSession, persistSession } = options;
  const issues: OptionIssue[] = [];
  const add = (path: string, message: string): void => void issues.push({ path, message });
  if (resume !== undefined && options.continue)
    add(
      'continue',
      'Either one session is resumed or the newest is continued. Leave one of them out.',
    );
  if (forkSession && resume === undefined && !options.continue)
    add('forkSession', 'There is nothing to copy. Say which session with `resume` or `continue`.');
  if (resume !== undefined && sessionId !== undefined && resume !== sessionId && !forkSession)
    add('sessionId', 'A resumed session keeps its id. Leave out `sessionId` or `resume`.');
  if (forkSession && resume !== undefined && resume === sessionId)
    add('sessionId', 'A copy needs an id of its own. Leave out `sessionId` or choose another.');
  if (options.enableFileCheckpointing && !persistSession)
    issues.push({
      path: 'enableFileCheckpointing',
      message:
        'A session that is not stored keeps no checkpoints. Leave out `persistSession: false`.',
    });
  if (!persistSession)
    for (const path of ['resume', 'continue', 'forkSession'] as const)
      if (options[path] !== undefined && options[path] !== false)
        add(
          path,
          'A session without a transcript cannot be gone on with. Leave out `persistSession: false`.',
        );
  return issues;
}

function contradictions(options: z.infer<typeof optionsSchema>): OptionIssue[] {
  const issues: OptionIssue[] = [];
  if (options.permissionMode === 'bypassPermissions' && !options.allowDangerouslySkipPermissions)
    issues.push({
      path: 'permissionMode',
      message:
        'The mode "bypassPermissions" runs every tool unasked. Set `allowDangerouslySkipPermissions: true` to say that this is meant.',
    });
  issues.push(...sessionContradictions(options));
  if (options.transport && (options.spawnRuntime || options.pathToRuntime))
    issues.push({
      path: 'transport',
      message: 'A transport starts its own runtime. Leave out `pathToRuntime` and `spawnRuntime`.',
    });
  return issues;
}

function isMatcher(text: string): boolean {
  if (text === '*') return true;
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
