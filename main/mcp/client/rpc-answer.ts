import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { BadAnswer, McpError } from './mcp-error.ts';
import { shownJson } from './shown-json.ts';

export const INTERNAL_ERROR = -32603;
/** How much of something that should have been a message is shown, in characters. */
const SAID_CAP = 2_000;

/** The error in an answer. Those who think of the first JSON-RPC send null for none beside a result. */
export function errorIn({ error, result }: JsonObject): unknown {
  return error === null && result !== undefined ? undefined : error;
}

/** The result in a whole answer, or its failure thrown. */
export function resultIn(answer: JsonObject): unknown {
  const error = errorIn(answer);
  if (answer['closed'] === true) {
    if (error === undefined)
      throw new McpError('closed', 'The server ended the stream without an answer.');
    throw new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed');
  }
  if (error === undefined) return answer['result'];
  const { code, message, data } = plainError(error);
  if (data instanceof BadAnswer) throw data.failure;
  throw new McpError('rpc', message, { code, data });
}

/** An error in the shape that JSON-RPC wants, whatever was sent as one. */
export function plainError(error: unknown): { code: number; message: string; data?: unknown } {
  if (!isJsonObject(error)) return { code: INTERNAL_ERROR, message: shownJson(error, SAID_CAP) };
  const { code, message, data } = error;
  return {
    code: Number.isInteger(code) ? (code as number) : INTERNAL_ERROR,
    message:
      typeof message === 'string' ? message : shownJson(message ?? 'Unknown error', SAID_CAP),
    ...(data === undefined ? {} : { data }),
  };
}
