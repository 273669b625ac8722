import { z } from 'zod';
import { jsonObject } from '../lib/json-object.ts';
import { toolHints } from '../mcp/tool.ts';
import { remoteDefinition, stdioDefinition } from '../mcp/server-config.ts';
import { serverStatus } from '../mcp/server-state.ts';
import { elicitationHooksRequest, elicitationRequest } from './elicitation-frames.ts';
import { inputUserMessage, permissionMode, sdkMessage } from './messages.ts';
import { permissionUpdate } from './permission-update.ts';
import { modelRef, providerConfig } from './provider.ts';

/** The protocol of SDK and runtime. A different major is refused by both (RT-3). */
export const PROTOCOL_VERSION = { major: 1, minor: 0 } as const;
export const protocolVersionText = `${String(PROTOCOL_VERSION.major)}.${String(PROTOCOL_VERSION.minor)}`;

/** Largest frame in bytes of UTF-8 JSON (RT-2). */
export const FRAME_CAP_BYTES = 32 * 1024 * 1024;

export const requestId = z.string().min(1).max(128);

/** First frame of a runtime. */
export const readyFrame = z.object({
  type: z.literal('ready'),
  protocol_version: z.string().regex(/^\d+\.\d+$/),
  runtime_version: z.string(),
  capabilities: z.array(z.string()),
});

export const hookEvent = z.enum([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'PermissionRequest',
  'PermissionDenied',
  'Notification',
  'Elicitation',
  'ElicitationResult',
  'CwdChanged',
  'FileChanged',
]);
export type HookEvent = z.infer<typeof hookEvent>;

export const hookRegistration = z.object({
  event: hookEvent,
  matcher: z.string().optional(),
  callback_ids: z.array(z.string()),
  timeout_ms: z.number().positive().optional(),
});

/** A process-type server that the runtime connects by itself. Values of `env` and `headers` come with the credentials (RT-5). */
export const runtimeServer = z.object({
  name: z.string(),
  definition: z.discriminatedUnion('type', [stdioDefinition, remoteDefinition]),
  timeout_ms: z.number().nonnegative().optional(),
  disabled: z.boolean().default(false),
});

/** A server that lives in the host and is reached by `mcp_message`. `timeout_ms` 0: the host owns the clock. */
export const sdkServer = z.object({
  name: z.string(),
  timeout_ms: z.number().nonnegative().optional(),
});

/** A kind of sub-agent that the host defines. Without `tools` it has those of the session. */
export const agentDefinition = z.object({
  description: z.string(),
  prompt: z.string(),
  tools: z.array(z.string()).optional(),
  disallowed_tools: z.array(z.string()).optional(),
  model: z.string().optional(),
  max_turns: z.number().int().positive().optional(),
});

export const initializeRequest = z.object({
  subtype: z.literal('initialize'),
  session_id: z.uuid(),
  /** Go on with the transcript of `session_id`. */
  resume: z.boolean().default(false),
  /** Go on with the newest session of `cwd`, whose id the answer tells; where there is none, `session_id` is begun. */
  continue_latest: z.boolean().default(false),
  /** Begin `session_id` as a copy of this session, or of the newest one of `cwd` (RT-44). */
  fork_from: z.union([z.uuid(), z.literal('latest')]).optional(),
  cwd: z.string(),
  config_root: z.string(),
  env: z.record(z.string(), z.string()).default({}),
  model: modelRef,
  provider: providerConfig,
  permission_mode: permissionMode.default('default'),
  /** Absent: everything; empty: no tools (SDK-13). */
  tools: z.array(z.string()).optional(),
  allowed_tools: z.array(z.string()).default([]),
  disallowed_tools: z.array(z.string()).default([]),
  ask_tools: z.array(z.string()).default([]),
  /** Folders besides `cwd` that built-in tools may work in. */
  additional_directories: z.array(z.string()).default([]),
  /** Which settings files are read. Absent: the person's, and those of the folder when it is trusted (SE-32). */
  setting_sources: z.array(z.enum(['user', 'project', 'local'])).optional(),
  /** Further settings, or the path of a file with them; over those of the sources. */
  settings: z.union([z.string(), jsonObject]).optional(),
  /** An answer may set the mode `bypassPermissions`. */
  allow_skip_permissions: z.boolean().default(false),
  sdk_servers: z.array(sdkServer).default([]),
  servers: z.array(runtimeServer).default([]),
  /** True: no servers of settings, of the folder or of the person are added (SDK-12). */
  strict_mcp_config: z.boolean().default(false),
  /** Which of the added servers may start; absent: all (SDK-11). */
  allowed_servers: z.array(z.string()).optional(),
  hooks: z.array(hookRegistration).default([]),
  /** The host answers `can_use_tool`. Without it, what no rule allows is denied. */
  has_can_use_tool: z.boolean().default(false),
  has_elicitation: z.boolean().default(false),
  system_prompt: z.string().optional(),
  /** Comes after the system prompt, whichever it is. */
  append_system_prompt: z.string().optional(),
  /** Tokens that the model takes; absent: what is known of the model. */
  context_window: z.number().int().positive().optional(),
  /** The final answer is JSON of this schema. */
  output_schema: jsonObject.optional(),
  /** Skills that the model is offered. */
  skills: z.union([z.array(z.string()), z.literal('all')]).default('all'),
  max_budget_usd: z.number().positive().optional(),
  include_partial_messages: z.boolean().default(false),
  persist_session: z.boolean().default(true),
  /** Sub-agents by name. */
  agents: z.record(z.string(), agentDefinition).default({}),
  /** Keep what files held before tools change them, for `rewind_files`. */
  enable_file_checkpointing: z.boolean().default(false),
  max_turns: z.number().int().positive().optional(),
  /** How long the first model request waits for servers, in ms (RT-10). */
  server_wait_ms: z.number().nonnegative().default(30_000),
});
export type InitializeRequest = z.infer<typeof initializeRequest>;

/**
 * As it is sent: a host on another machine knows no folders of this one. Then `cwd` is where the runtime was started, and
 * `config_root` the profile of whoever it runs as.
 */
export const initializeFrame = initializeRequest.partial({ cwd: true, config_root: true });

export const modelInfo = z.object({
  id: z.string(),
  label: z.string(),
  /** Tokens that it takes, as far as it is known. */
  context_window: z.number().optional(),
  takes_images: z.boolean().optional(),
  takes_pdf: z.boolean().optional(),
  /** Who says that there is such a model: its provider when it was asked, else this version's own table or the session's options. */
  source: z.enum(['provider', 'table']).default('table'),
});

export const initializeResponse = z.object({
  session_id: z.uuid(),
  transcript_path: z.string().nullable(),
  capabilities: z.array(z.string()),
  commands: z.array(z.object({ name: z.string(), description: z.string() })),
  models: z.array(modelInfo),
  agents: z.array(z.object({ name: z.string(), description: z.string() })),
  /** Things worth knowing that are no errors, as sentences. */
  notices: z.array(z.string()).default([]),
});
export type InitializeResponse = z.infer<typeof initializeResponse>;

const jsonRpcMessage = z.looseObject({ jsonrpc: z.literal('2.0') });

/** Carries ONE JSON-RPC message of an in-process server, in either direction; the answer only says that it was delivered. */
const mcpMessageRequest = z.object({
  subtype: z.literal('mcp_message'),
  server_name: z.string(),
  message: jsonRpcMessage,
});

/** RT-7, host → runtime. */
export const hostRequest = z.discriminatedUnion('subtype', [
  initializeFrame,
  z.object({ subtype: z.literal('interrupt') }),
  z.object({ subtype: z.literal('mcp_status') }),
  z.object({ subtype: z.literal('set_permission_mode'), mode: permissionMode }),
  /** `credential_file`: the renewal to read (and unlink) before the change, where the side channel is a file. Absent: no new key, or it came by message. */
  z.object({
    subtype: z.literal('set_model'),
    model: modelRef,
    provider: providerConfig,
    credential_file: z.string().optional(),
  }),
  z.object({ subtype: z.literal('get_context_usage') }),
  /** Asks the provider which models it has; never longer than a few seconds. */
  z.object({ subtype: z.literal('list_models') }),
  /** Asks the model for a short title of what was said; the offline model gives none. */
  z.object({ subtype: z.literal('suggest_title') }),
  /** Brings files back to how they were before a message of the person; `dry_run` only tells. */
  z.object({
    subtype: z.literal('rewind_files'),
    user_message_id: z.string(),
    dry_run: z.boolean().default(false),
  }),
  /** Begins to sign in to a server, before the first message. */
  z.object({
    subtype: z.literal('mcp_authenticate'),
    server_name: z.string(),
    redirect_uri: z.string().optional(),
  }),
  /** The whole address that a sign-in page came back to. */
  z.object({
    subtype: z.literal('mcp_oauth_callback'),
    server_name: z.string(),
    callback_url: z.string(),
  }),
  /** Ends a background task. */
  z.object({ subtype: z.literal('stop_task'), task_id: z.string() }),
  z.object({ subtype: z.literal('end_session') }),
  elicitationHooksRequest,
  mcpMessageRequest,
]);
export type HostRequest = z.infer<typeof hostRequest>;

export const canUseToolRequest = z.object({
  subtype: z.literal('can_use_tool'),
  tool_name: z.string(),
  tool_use_id: z.string(),
  input: z.unknown(),
  server_name: z.string().optional(),
  /** Bare name of the tool on its server. */
  server_tool_name: z.string().optional(),
  title: z.string().optional(),
  annotations: toolHints.optional(),
  reason: z.string(),
  suggestions: z.array(permissionUpdate).default([]),
  blocked_path: z.string().optional(),
});

/** RT-7, runtime → host. */
export const runtimeRequest = z.discriminatedUnion('subtype', [
  canUseToolRequest,
  z.object({
    subtype: z.literal('hook_callback'),
    callback_id: z.string(),
    input: jsonObject,
    tool_use_id: z.string().optional(),
  }),
  mcpMessageRequest,
  elicitationRequest,
  /** Asks for a fresh credential; it comes by the side channel, never in the answer (RT-5): `{ credential_file? }` names the file, if it is one. */
  z.object({ subtype: z.literal('get_credential'), name: z.string() }),
]);
export type RuntimeRequest = z.infer<typeof runtimeRequest>;

export const permissionResult = z.discriminatedUnion('behavior', [
  z.object({
    behavior: z.literal('allow'),
    updatedInput: jsonObject.optional(),
    updatedPermissions: z.array(permissionUpdate).optional(),
  }),
  z.object({ behavior: z.literal('deny'), message: z.string(), interrupt: z.boolean().optional() }),
]);
export type PermissionResult = z.infer<typeof permissionResult>;

export const mcpStatusResponse = z.object({
  servers: z.array(
    z.object({
      name: z.string(),
      status: serverStatus,
      error: z.string().optional(),
      serverInfo: z.object({ name: z.string(), version: z.string() }).optional(),
      tools: z
        .array(
          z.object({
            name: z.string(),
            title: z.string().optional(),
            description: z.string().optional(),
            annotations: toolHints.optional(),
          }),
        )
        .optional(),
      instructions: z.string().optional(),
      era: z.enum(['legacy', 'modern']).optional(),
      /** What the server was told that people can be asked. */
      elicitation: z.enum(['form', 'form-and-url']).optional(),
      config: jsonObject,
    }),
  ),
});

/** Answer to `list_models`. `problem` is why the provider did not tell, as a sentence. */
export const listModelsResponse = z.object({
  models: z.array(modelInfo),
  problem: z.string().optional(),
});
export type ListModelsResponse = z.infer<typeof listModelsResponse>;

/** Answer to `mcp_authenticate`; without an address the server is connected. */
export const mcpAuthenticateResponse = z.object({
  auth_url: z.string().optional(),
  requires_user_action: z.boolean(),
});

/** Answer to `rewind_files`. */
export const rewindFilesResponse = z.object({
  restored: z.array(
    z.object({
      path: z.string(),
      /** `delete`: the file was made since. */
      action: z.enum(['restore', 'delete']),
    }),
  ),
  /** Files that stay as they are, with the reason as a sentence. */
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** Commands that ran since: what they changed in files is not undone. */
  not_covered: z.array(z.string()),
});

export const controlRequestFrame = z.object({
  type: z.literal('control_request'),
  request_id: requestId,
  /** Parsed with `hostRequest` or `runtimeRequest` by the receiver, so that an unknown subtype gets an error answer. */
  request: z.looseObject({ subtype: z.string() }),
});
export const controlError = z.object({ code: z.string(), message: z.string() });
export const controlResponseFrame = z.object({
  type: z.literal('control_response'),
  response: z.discriminatedUnion('subtype', [
    z.object({ subtype: z.literal('success'), request_id: requestId, response: z.unknown() }),
    z.object({ subtype: z.literal('error'), request_id: requestId, error: controlError }),
  ]),
});
export const controlCancelFrame = z.object({
  type: z.literal('control_cancel_request'),
  request_id: requestId,
});

/** What the host may write. */
export const hostFrame = z.discriminatedUnion('type', [
  inputUserMessage,
  controlRequestFrame,
  controlResponseFrame,
  controlCancelFrame,
]);
export type HostFrame = z.infer<typeof hostFrame>;
/** What the runtime may write. */
export const runtimeFrame = z.discriminatedUnion('type', [
  readyFrame,
  sdkMessage,
  controlRequestFrame,
  controlResponseFrame,
  controlCancelFrame,
]);
export type RuntimeFrame = z.infer<typeof runtimeFrame>;

/**
 * The one-shot payload beside the frames (RT-5). `modelKey` for the provider in `initialize`;
 * `servers` holds the values of environment and headers by server name.
 */
export const credentialPayload = z.object({
  modelKey: z.string().optional(),
  servers: z
    .record(
      z.string(),
      z.object({
        env: z.record(z.string(), z.string()).optional(),
        headers: z.record(z.string(), z.string()).optional(),
      }),
    )
    .default({}),
});
export type CredentialPayload = z.infer<typeof credentialPayload>;

/** Name of the environment variable that tells a spawned runtime where its credential file is. The path is no secret; the file is removed on read. */
export const CREDENTIAL_FILE_VARIABLE = 'PARLEY_CREDENTIAL_FILE';
