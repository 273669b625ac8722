import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { z } from 'zod';
import type { hookRegistration, initializeFrame } from '../../../shared/agent/frames.ts';
import { profilePaths } from '../../lib/profile-paths.ts';
import type { ParsedServerConfig } from './mcp-server-config.ts';
import type { ParsedOptions } from './option-schema.ts';
import { withoutKeys } from './provider-choice.ts';
import type { Environment, ProviderChoice } from './provider-choice.ts';
import { ownsToolTimeout } from './sdk-mcp-server.ts';

export interface InitializeParts {
  readonly options: ParsedOptions;
  readonly choice: ProviderChoice;
  readonly hooks: z.input<typeof hookRegistration>[];
  readonly environment: Environment;
}

/** The `initialize` request that options amount to. Holds no secret: values of `env` and `headers` of servers are left out. */
export function buildInitialize(parts: InitializeParts): z.input<typeof initializeFrame> {
  const { options, choice, hooks, environment } = parts;
  const servers = [...options.servers];
  return {
    subtype: 'initialize',
    ...sessionOf(options),
    ...placesOf(options, environment),
    env: withoutKeys(options.env, options.auth),
    model: choice.model,
    provider: choice.provider,
    permission_mode: options.permissionMode,
    ...(options.tools ? { tools: options.tools } : {}),
    allowed_tools: options.allowedTools,
    disallowed_tools: options.disallowedTools,
    additional_directories: options.additionalDirectories,
    ...(options.settingSources ? { setting_sources: options.settingSources } : {}),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    allow_skip_permissions: options.allowDangerouslySkipPermissions,
    sdk_servers: servers.flatMap(([name, config]) =>
      config.type === 'sdk' ? [sdkServer(name, config)] : [],
    ),
    servers: servers.flatMap(([name, config]) =>
      config.type === 'sdk' ? [] : [runtimeServer(name, config, options.allowedMcpServerNames)],
    ),
    strict_mcp_config: options.strictMcpConfig,
    ...(options.allowedMcpServerNames ? { allowed_servers: options.allowedMcpServerNames } : {}),
    hooks,
    has_can_use_tool: options.canUseTool !== undefined,
    has_elicitation:
      options.onElicitation !== undefined ||
      hooks.some(({ event, callback_ids: ids }) => event === 'Elicitation' && ids.length > 0),
    ...systemPromptOf(options),
    ...(options.outputFormat ? { output_schema: options.outputFormat.schema } : {}),
    skills: options.skills,
    ...(options.contextWindow === undefined ? {} : { context_window: options.contextWindow }),
    ...(options.maxBudgetUsd === undefined ? {} : { max_budget_usd: options.maxBudgetUsd }),
    include_partial_messages: options.includePartialMessages,
    persist_session: options.persistSession,
    agents: Object.fromEntries(
      Object.entries(options.agents).map(([name, one]) => [name, agentOf(one)]),
    ),
    enable_file_checkpointing: options.enableFileCheckpointing,
    ...(options.maxTurns === undefined ? {} : { max_turns: options.maxTurns }),
  };
}

type InitializeFields = z.input<typeof initializeFrame>;

function sessionOf(
  options: ParsedOptions,
): Pick<InitializeFields, 'session_id' | 'resume' | 'continue_latest' | 'fork_from'> {
  const { resume, forkSession } = options;
  const own = options.sessionId ?? randomUUID();
  if (forkSession) return { session_id: own, fork_from: resume ?? 'latest' };
  if (resume !== undefined) return { session_id: resume, resume: true };
  return {
    session_id: own,
    resume: false,
    ...(options.continue ? { continue_latest: true } : {}),
  };
}

/** A runtime elsewhere has folders of its own, which mean nothing to this machine and the other way round. */
function placesOf(
  { cwd, configRoot, spawnRuntime }: ParsedOptions,
  environment: Environment,
): Pick<InitializeFields, 'cwd' | 'config_root'> {
  if (spawnRuntime)
    return {
      ...(cwd === undefined ? {} : { cwd }),
      ...(configRoot === undefined ? {} : { config_root: configRoot }),
    };
  return {
    cwd: resolve(cwd ?? process.cwd()),
    config_root: configRoot ?? profilePaths(environment).root,
  };
}

function systemPromptOf(
  options: ParsedOptions,
): Pick<InitializeFields, 'system_prompt' | 'append_system_prompt'> {
  const { systemPrompt } = options;
  if (typeof systemPrompt === 'string') return { system_prompt: systemPrompt };
  return systemPrompt?.append === undefined ? {} : { append_system_prompt: systemPrompt.append };
}

function agentOf(
  agent: ParsedOptions['agents'][string],
): NonNullable<z.input<typeof initializeFrame>['agents']>[string] {
  const { description, prompt, tools, disallowedTools, model, maxTurns } = agent;
  return {
    description,
    prompt,
    ...(tools ? { tools } : {}),
    ...(disallowedTools ? { disallowed_tools: disallowedTools } : {}),
    ...(model === undefined ? {} : { model }),
    ...(maxTurns === undefined ? {} : { max_turns: maxTurns }),
  };
}

type SdkServer = NonNullable<z.input<typeof initializeFrame>['sdk_servers']>[number];
type RuntimeServer = NonNullable<z.input<typeof initializeFrame>['servers']>[number];

function sdkServer(name: string, config: ParsedServerConfig & { type: 'sdk' }): SdkServer {
  if (config.timeout !== undefined) return { name, timeout_ms: config.timeout };
  // Its own clock runs beside the handler; a second one in the runtime would only race it.
  return ownsToolTimeout(config.instance) ? { name, timeout_ms: 0 } : { name };
}

function runtimeServer(
  name: string,
  config: Exclude<ParsedServerConfig, { type: 'sdk' }>,
  allowed: readonly string[] | undefined,
): RuntimeServer {
  return {
    name,
    definition:
      config.type === 'stdio'
        ? { type: 'stdio', command: config.command, args: config.args ?? [] }
        : { type: config.type, url: config.url },
    disabled: allowed !== undefined && !allowed.includes(name),
    ...(config.timeout === undefined ? {} : { timeout_ms: config.timeout }),
  };
}
