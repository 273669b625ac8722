import type { AssistantBlock, ToolOutcome } from '../../../../shared/agent/content.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type {
  PermissionPrompt,
  QueuedMessage,
  SessionSnapshot,
  SessionSummary,
} from '../../../../shared/ipc/routes/sessions.ts';

/** Short ids for fixtures. */
export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const sessionId = id(1);
const identity = (n: number) => ({ uuid: id(n), session_id: sessionId });
const noParent = { parent_tool_use_id: null };

export function userSays(n: number, content: string): SDKMessage {
  return { type: 'user', ...identity(n), ...noParent, message: { role: 'user', content } };
}

export function agentSays(n: number, ...content: AssistantBlock[]): SDKMessage {
  return {
    type: 'assistant',
    ...identity(n),
    ...noParent,
    message: { role: 'assistant', model: 'm', content, stop_reason: 'end_turn', usage: {} },
  };
}

export function textDelta(n: number, message: number, text: string): SDKMessage {
  return {
    type: 'stream_event',
    ...identity(n),
    ...noParent,
    event: { type: 'text_delta', message_uuid: id(message), index: 0, text },
  };
}

export function toolUse(
  part: Partial<Extract<AssistantBlock, { type: 'tool_use' }>> & { id: string },
): AssistantBlock {
  return {
    type: 'tool_use',
    name: `mcp__notes__${part.id}`,
    tool_name: part.id,
    server_name: 'notes',
    input: {},
    ...part,
  };
}

export function toolResult(
  n: number,
  toolUseId: string,
  outcome: ToolOutcome,
  content: { type: string; [key: string]: unknown }[],
): SDKMessage {
  return {
    type: 'user',
    ...identity(n),
    ...noParent,
    message: {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: toolUseId,
          content,
          is_error: outcome === 'error',
          outcome,
          duration_ms: 1200,
        },
      ],
    },
  };
}

export function turnResult(
  n: number,
  part: Partial<Extract<SDKMessage, { type: 'result' }>> = {},
): SDKMessage {
  return {
    type: 'result',
    ...identity(n),
    subtype: 'success',
    is_error: false,
    errors: [],
    stop_reason: null,
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    usage: {},
    model_usage: {},
    total_cost_usd: null,
    permission_denials: [],
    ...part,
  };
}

export const summary: SessionSummary = {
  id: sessionId,
  title: 'Notes of today',
  folder: null,
  model: { provider_id: 'offline', id: 'offline' },
  state: 'idle',
  createdAt: 1,
  updatedAt: 1,
};

export function snapshotOf(
  messages: SDKMessage[],
  sequence = 0,
  prompts: PermissionPrompt[] = [],
  queued: QueuedMessage[] = [],
): SessionSnapshot {
  return { summary, messages, sequence, prompts, queued };
}

export function promptFor(n: number, part: Partial<PermissionPrompt> = {}): PermissionPrompt {
  return {
    promptId: id(n),
    sessionId,
    toolUseId: `tool${String(n)}`,
    toolName: 'mcp__notes__write_note',
    serverToolName: 'write_note',
    title: 'Write a note',
    serverName: 'Notes',
    annotations: { destructive: true, readOnly: false },
    input: { name: 'todo', text: 'milk' },
    argumentsHash: `hash${String(n)}`,
    createdAt: n,
    ...part,
  };
}
