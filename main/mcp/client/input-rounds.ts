import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { McpError } from './mcp-error.ts';
import { RpcFault } from './rpc-fault.ts';

/** Rounds of one request at most. */
export const MAX_ROUNDS = 10;

const ROUND_METHODS = new Set(['tools/call', 'prompts/get', 'resources/read']);

export type AnswerInput = (method: string, params: JsonObject) => Promise<JsonObject>;

/** Whether a result of the modern era asks for more before the request goes on. */
export function needsInput(result: JsonObject): boolean {
  return result['resultType'] === 'input_required';
}

async function answerOne(key: string, asked: unknown, answer: AnswerInput): Promise<JsonObject> {
  const { method, params } = isJsonObject(asked) ? asked : {};
  if (typeof method !== 'string') {
    throw new McpError('protocol', `The server asked for input without saying what (${key}).`, {
      part: `result.inputRequests.${key}`,
    });
  }
  try {
    return await answer(method, isJsonObject(params) ? params : {});
  } catch (thrown) {
    if (!(thrown instanceof RpcFault)) throw thrown;
    throw new McpError(
      'protocol',
      `The server asked for ${method}, which could not be answered: ${thrown.message}`,
      { code: thrown.code, part: `result.inputRequests.${key}`, cause: thrown },
    );
  }
}

/**
 * Parameters of the next round: the original ones, the answers to what this round asked and its state, byte for byte.
 * Rejects with an `McpError` for what cannot be answered.
 */
export async function nextRound(
  method: string,
  params: JsonObject,
  result: JsonObject,
  answer: AnswerInput,
): Promise<JsonObject> {
  if (!ROUND_METHODS.has(method)) {
    throw new McpError('protocol', `The server asked for input to ${method}, which takes none.`, {
      part: 'result.resultType',
    });
  }
  const { inputRequests, requestState } = result;
  const asked = isJsonObject(inputRequests) ? inputRequests : undefined;
  if (!asked && typeof requestState !== 'string') {
    throw new McpError('protocol', `The server asked for input to ${method} without a question.`, {
      part: 'result.inputRequests',
    });
  }
  const answered = await Promise.all(
    Object.entries(asked ?? {}).map(async ([key, one]) => [key, await answerOne(key, one, answer)]),
  );
  return {
    ...params,
    ...(asked ? { inputResponses: Object.fromEntries(answered) as JsonObject } : {}),
    ...(typeof requestState === 'string' ? { requestState } : {}),
  };
}
