import type {
  SDKAssistantMessage,
  SDKResultMessage,
  SDKUserMessage,
} from '../../../shared/agent/messages.ts';

/** Messages as a runtime says them: for tests that play one, and for those that write what one leaves. */

type Uuid = SDKUserMessage['uuid'];

/** The person's words, or the results of tools. */
export function userMessage(
  sessionId: string,
  content: SDKUserMessage['message']['content'],
  uuid: Uuid = crypto.randomUUID(),
): SDKUserMessage {
  const head = { uuid, session_id: sessionId, parent_tool_use_id: null };
  return { type: 'user', ...head, message: { role: 'user', content } };
}

/** The model's words, or its thoughts and calls. */
export function assistantMessage(
  sessionId: string,
  said: string | SDKAssistantMessage['message']['content'],
): SDKAssistantMessage {
  const content = typeof said === 'string' ? [{ type: 'text' as const, text: said }] : said;
  return {
    type: 'assistant',
    uuid: crypto.randomUUID(),
    session_id: sessionId,
    parent_tool_use_id: null,
    message: { role: 'assistant', model: 'offline', content, stop_reason: 'end_turn', usage: {} },
  };
}

/** The end of a turn. */
export function resultMessage(
  sessionId: string,
  subtype: SDKResultMessage['subtype'] = 'success',
  result?: string,
): SDKResultMessage {
  return {
    type: 'result',
    subtype,
    uuid: crypto.randomUUID(),
    session_id: sessionId,
    is_error: subtype !== 'success',
    ...(result === undefined ? {} : { result }),
    errors: [],
    stop_reason: subtype === 'success' ? 'end_turn' : null,
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    usage: {},
    model_usage: {},
    total_cost_usd: null,
    permission_denials: [],
  };
}
