import { z } from 'zod';
import { uuid } from '../lib/ids.ts';
import { serverStatus } from '../mcp/server-state.ts';
import { assistantBlock, userBlock } from './content.ts';

/** SDK-18. */
export const permissionMode = z.enum([
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
]);
export type PermissionMode = z.infer<typeof permissionMode>;

/** Token counts as the provider reported them; a missing number is unknown, not zero. */
export const usage = z.object({
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
  cache_read_input_tokens: z.number().optional(),
  cache_creation_input_tokens: z.number().optional(),
});
export type Usage = z.infer<typeof usage>;

const identity = { uuid, session_id: uuid };
const parent = { parent_tool_use_id: z.string().nullable() };

/** SDK-53: a message from the host. `uuid` and `session_id` are optional on input and always present on output. */
export const inputUserMessage = z.object({
  type: z.literal('user'),
  message: z.object({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(userBlock)]),
  }),
  parent_tool_use_id: z.string().nullable().default(null),
  uuid: uuid.optional(),
  session_id: uuid.optional(),
});
export type SDKUserMessageInput = z.input<typeof inputUserMessage>;

export const userMessage = inputUserMessage.extend({
  ...identity,
  timestamp: z.string().optional(),
});
export type SDKUserMessage = z.infer<typeof userMessage>;

export const assistantMessage = z.object({
  type: z.literal('assistant'),
  ...identity,
  ...parent,
  message: z.object({
    role: z.literal('assistant'),
    model: z.string(),
    content: z.array(assistantBlock),
    stop_reason: z.enum([
      'end_turn',
      'tool_use',
      'max_tokens',
      'refusal',
      'interrupted',
      'error',
      'other',
    ]),
    usage,
  }),
  timestamp: z.string().optional(),
});
export type SDKAssistantMessage = z.infer<typeof assistantMessage>;

/** Growth of an assistant message that is still streaming; only with `includePartialMessages` (RT-23). */
export const streamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message_uuid: uuid, model: z.string() }),
  z.object({
    type: z.literal('text_delta'),
    message_uuid: uuid,
    index: z.number().int(),
    text: z.string(),
  }),
  z.object({
    type: z.literal('thinking_delta'),
    message_uuid: uuid,
    index: z.number().int(),
    text: z.string(),
  }),
  z.object({
    type: z.literal('tool_input_delta'),
    message_uuid: uuid,
    index: z.number().int(),
    tool_use_id: z.string(),
    name: z.string(),
    partial_json: z.string(),
  }),
  z.object({ type: z.literal('message_stop'), message_uuid: uuid }),
]);
export type StreamEvent = z.infer<typeof streamEvent>;
export const partialMessage = z.object({
  type: z.literal('stream_event'),
  ...identity,
  ...parent,
  event: streamEvent,
});

export const permissionDenial = z.object({
  tool_name: z.string(),
  tool_use_id: z.string(),
  tool_input: z.unknown(),
  reason: z.string(),
});
export type PermissionDenial = z.infer<typeof permissionDenial>;

/** The end of a turn (SDK-50, SDK-52). */
export const resultMessage = z.object({
  type: z.literal('result'),
  ...identity,
  subtype: z.enum([
    'success',
    'error_during_execution',
    'error_max_turns',
    'error_max_budget',
    'error_max_structured_output_retries',
    'interrupted',
  ]),
  is_error: z.boolean(),
  /** Final text; on other subtypes than success it may be absent. */
  result: z.string().optional(),
  errors: z.array(z.string()),
  stop_reason: z.string().nullable(),
  duration_ms: z.number(),
  duration_api_ms: z.number(),
  num_turns: z.number(),
  usage,
  /** What each model took; costs are by a dated table of prices and null where that has none. */
  model_usage: z.record(z.string(), usage.extend({ cost_usd: z.number().nullable().optional() })),
  total_cost_usd: z.number().nullable(),
  /** The answer as the schema of the output has it; only with one. */
  structured_output: z.unknown().optional(),
  permission_denials: z.array(permissionDenial),
  timestamp: z.string().optional(),
});
export type SDKResultMessage = z.infer<typeof resultMessage>;

const system = { type: z.literal('system'), ...identity };
/** `tool_use_id`: the call that began it. */
const task = { task_id: z.string(), tool_use_id: z.string() };
export const systemMessage = z.discriminatedUnion('subtype', [
  z.object({
    ...system,
    subtype: z.literal('init'),
    cwd: z.string(),
    model: z.string(),
    permission_mode: permissionMode,
    tools: z.array(z.string()),
    mcp_servers: z.array(
      z.object({ name: z.string(), status: serverStatus, error: z.string().optional() }),
    ),
    agents: z.array(z.string()),
    commands: z.array(z.string()),
    runtime_version: z.string(),
    protocol_version: z.string(),
  }),
  z.object({
    ...system,
    subtype: z.literal('status'),
    status: z.enum(['waiting_for_servers', 'requesting', 'compacting', 'idle']),
    detail: z.string().optional(),
  }),
  /** A tool call that was permitted and runs now; sent again with progress as the server reports it. */
  z.object({
    ...system,
    subtype: z.literal('tool_progress'),
    tool_use_id: z.string(),
    progress: z.number().optional(),
    total: z.number().optional(),
    message: z.string().optional(),
    elapsed_ms: z.number(),
    /** In the first of a call: what is sent, where it is not what the model asked for. */
    sent_input: z.unknown().optional(),
  }),
  z.object({
    ...system,
    subtype: z.literal('permission_denied'),
    tool_name: z.string(),
    tool_use_id: z.string(),
    reason: z.string(),
  }),
  /** A hook runs now. */
  z.object({
    ...system,
    subtype: z.literal('hook_started'),
    hook_id: z.string(),
    hook_event: z.string(),
    hook_name: z.string(),
    tool_use_id: z.string().optional(),
  }),
  /** How it ended. `failed`: it threw, answered nonsense or went over its time; `error` says which. */
  z.object({
    ...system,
    subtype: z.literal('hook_response'),
    hook_id: z.string(),
    hook_event: z.string(),
    hook_name: z.string(),
    tool_use_id: z.string().optional(),
    outcome: z.enum(['success', 'blocked', 'failed', 'cancelled']),
    error: z.string().optional(),
    /** What the hook wants the person to read. */
    system_message: z.string().optional(),
    duration_ms: z.number(),
  }),
  z.object({
    ...system,
    subtype: z.literal('api_retry'),
    attempt: z.number().int(),
    max_attempts: z.number().int(),
    delay_ms: z.number(),
    status: z.number().optional(),
    reason: z.string(),
  }),
  /** Tools changed or were left out after init; the sentence says which and why. */
  z.object({
    ...system,
    subtype: z.literal('tools_changed'),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    left_out: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
  /** Something was lost or repaired when the transcript was opened (RT-42). */
  z.object({
    ...system,
    subtype: z.literal('transcript_repaired'),
    what: z.string(),
    kept_in: z.string().optional(),
    lost_bytes: z.number(),
  }),
  /** Written by the host when a runtime died in the middle of a turn. */
  z.object({
    ...system,
    subtype: z.literal('runtime_exited'),
    /** The process never came up, so no turn was cut off. */
    at_start: z.boolean().optional(),
    /** A sentence. */
    reason: z.string(),
    stderr: z.array(z.string()),
  }),
  /** Work that goes on in the background: a command, or a sub-agent whose messages carry `tool_use_id` as their parent. */
  z.object({
    ...system,
    subtype: z.literal('task_started'),
    ...task,
    kind: z.enum(['command', 'agent']),
    description: z.string(),
  }),
  z.object({
    ...system,
    subtype: z.literal('task_progress'),
    ...task,
    message: z.string(),
    elapsed_ms: z.number(),
  }),
  z.object({
    ...system,
    subtype: z.literal('task_ended'),
    ...task,
    status: z.enum(['completed', 'failed', 'stopped']),
    /** A sentence. */
    summary: z.string(),
    /** Holds all that it put out. */
    output_file: z.string().optional(),
    duration_ms: z.number(),
  }),
  z.object({ ...system, subtype: z.literal('session_title'), title: z.string() }),
  z.object({
    ...system,
    subtype: z.literal('elicitation_complete'),
    mcp_server_name: z.string(),
    elicitation_id: z.string(),
  }),
  z.object({
    ...system,
    subtype: z.literal('compact_boundary'),
    before_tokens: z.number().optional(),
    after_tokens: z.number().optional(),
    /** Why: the next request would have passed the limit, the provider refused one that did, or the person wanted it. */
    trigger: z.enum(['auto', 'refused', 'manual']).optional(),
    /** What the model goes on with instead of the messages before `kept_from`; absent: nothing takes their place. */
    summary: z.string().optional(),
    /** The first message that is still sent; absent: none before this one. */
    kept_from: uuid.optional(),
  }),
]);
export type SDKSystemMessage = z.infer<typeof systemMessage>;

export const sdkMessage = z.discriminatedUnion('type', [
  userMessage,
  assistantMessage,
  partialMessage,
  resultMessage,
  systemMessage,
]);
export type SDKMessage = z.infer<typeof sdkMessage>;
export type SDKPartialMessage = z.infer<typeof partialMessage>;
