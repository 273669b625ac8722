import { elicitationHooksResponse } from '../../shared/agent/elicitation-frames.ts';
import type { McpServerConfig } from '../agent/sdk/mcp-server-config.ts';
import type { ElicitationResult } from '../agent/sdk/callbacks.ts';
import type { Options } from '../agent/sdk/options.ts';
import { modelKeyVariables } from '../agent/sdk/provider-choice.ts';
import { startQuery } from '../agent/sdk/query.ts';
import type { Transport } from '../agent/sdk/transport.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import type { AskPerson, SessionStart, StartSessionQuery } from './session-query.ts';

type ElicitationContent = NonNullable<ElicitationResult['content']>;

export interface SdkSessionQueryParts {
  /** A new, not yet started way to a runtime. */
  readonly createTransport: () => Transport;
  readonly configRoot: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly askPerson: AskPerson;
  /** Variables for tools. Keys of model services come from the provider records only, so they are left out here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Tools of the runtime itself, in a folder that is trusted. Reading in it needs no question; what changes something asks. */
const OWN_TOOLS = [
  'Read',
  'Write',
  'Edit',
  'Glob',
  'Grep',
  'Bash',
  'BashOutput',
  'KillBash',
  'TodoWrite',
  'AskUser',
  'Agent',
  'WebFetch',
  'Skill',
];

/** Starts sessions over the SDK's `query()`: the desktop is a host like any other. */
export function sdkSessionQuery(parts: SdkSessionQueryParts): StartSessionQuery {
  return (start) => {
    const query = startQuery(
      { prompt: start.input, options: optionsFor(start, parts) },
      { clock: parts.clock, environment: withoutModelKeys(parts.environment) },
    );
    return {
      [Symbol.asyncIterator]: () => query,
      interrupt: () => query.interrupt(),
      setPermissionMode: (mode) => query.setPermissionMode(mode),
      questionHooks: async (request, signal) =>
        elicitationHooksResponse.parse(await query.questionHooks(request, signal)).answer,
      contextUsage: () => query.getContextUsage(),
      commands: () => query.supportedCommands(),
      suggestTitle: () => query.suggestTitle(),
      close: () => query.close(),
    };
  };
}

function optionsFor(start: SessionStart, parts: SdkSessionQueryParts): Options {
  return {
    ...(start.resume ? { resume: start.sessionId } : { sessionId: start.sessionId }),
    cwd: start.cwd,
    configRoot: parts.configRoot,
    model: start.model.id,
    permissionMode: start.mode,
    provider: {
      kind: start.provider.kind,
      id: start.provider.id,
      label: start.provider.label,
      baseUrl: start.provider.base_url,
      modelSettings: start.provider.model_settings,
    },
    ...(start.instructions === '' ? {} : { systemPrompt: withInstructions(start.instructions) }),
    ...(start.apiKey === undefined ? {} : { auth: { apiKey: start.apiKey } }),
    mcpServers: serversFor(start),
    // The hub has read them already.
    strictMcpConfig: true,
    tools: [
      ...[...start.servers].map(([key]) => `mcp__${key}`),
      ...(start.hasOwnTools ? OWN_TOOLS : []),
    ],
    ...(start.hasOwnTools ? { onElicitation: formsFor(start.sessionId, parts.askPerson) } : {}),
    canUseTool: (toolName, input, context) => {
      // Nothing to allow: it is a question by itself, and comes as a form.
      if (toolName === 'AskUser') return { behavior: 'allow' };
      return start.askPermission({
        toolName,
        toolUseId: context.toolUseId,
        input,
        serverKey: context.serverName,
        serverToolName: context.serverToolName,
        title: context.title,
        annotations: context.annotations ?? {},
        signal: context.signal,
      });
    },
    // So that what its tools change can be seen and brought back.
    enableFileCheckpointing: start.hasOwnTools,
    includePartialMessages: true,
    transport: parts.createTransport(),
    stderr: (line) => {
      parts.log('info', 'Runtime diagnostics.', { session: start.sessionId, line });
    },
  };
}

function withInstructions(text: string): NonNullable<Options['systemPrompt']> {
  const append = `Instructions of the person for this session:\n${text}`;
  return { type: 'preset', preset: 'default', append };
}

/** Servers ask by way of the hub; what comes from the runtime are questions of the model. */
function formsFor(sessionId: string, askPerson: AskPerson): NonNullable<Options['onElicitation']> {
  return async ({ message, mode, requestedSchema }, { signal }) => {
    if (mode !== 'form' || !requestedSchema) return { action: 'cancel' };
    const { action, content } = await askPerson({ message, requestedSchema }, sessionId, signal);
    return { action, ...(content ? { content: content as ElicitationContent } : {}) };
  };
}

/** The hub owns the clock of tool calls, since it pauses it while a person is asked: no limit here. */
function serversFor(start: SessionStart): Record<string, McpServerConfig> {
  const servers: Record<string, McpServerConfig> = {};
  for (const [key, instance] of start.servers) {
    servers[key] = { type: 'sdk', name: key, instance, timeout: 0 };
  }
  return servers;
}

function withoutModelKeys(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !modelKeyVariables.has(name)),
  );
}
