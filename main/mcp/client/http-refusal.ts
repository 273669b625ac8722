import { messageOf } from '../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import { findCertificateProblem } from '../../lib/network/certificate-problem.ts';
import { isTransient, OAuthFailure } from '../oauth/oauth-failure.ts';
import { McpError } from './mcp-error.ts';

/** How much of an error body is kept, in characters. */
const BODY_CAP = 2_000;
/** How much of it is read to find a JSON-RPC error in it. */
const READ_CAP = 64 * 1024;
/** How long the rest of it is waited for, in ms. */
const READ_LIMIT_MS = 2_000;

/** The start of a body: what comes in time, and no more than is needed. */
async function bodyStart(response: Response, clock: Clock): Promise<string> {
  if (!response.body) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const cancelLimit = clock.after(READ_LIMIT_MS, () => void reader.cancel().catch(() => undefined));
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < READ_CAP) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What arrived before the cut is all there is to show.
  }
  cancelLimit();
  await reader.cancel().catch(() => undefined);
  return text.slice(0, READ_CAP).trim();
}

function rpcErrorIn(text: string): { code: number; message: string; data: unknown } | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    const error = isJsonObject(body) && body['jsonrpc'] === '2.0' ? body['error'] : undefined;
    if (!isJsonObject(error) || !Number.isInteger(error['code'])) return undefined;
    const { code, message, data } = error;
    return { code: code as number, message: typeof message === 'string' ? message : '', data };
  } catch {
    return undefined;
  }
}

/** The error of an HTTP answer that is no success. */
export async function refusal(response: Response, url: string, clock: Clock): Promise<McpError> {
  const challenge = response.headers.get('www-authenticate') ?? undefined;
  const status = `HTTP ${response.status}${response.statusText === '' ? '' : ` ${response.statusText}`}`;
  const text = await bodyStart(response, clock);
  const body = text.slice(0, BODY_CAP);
  const details = { status: response.status, challenge, url, body };
  if (response.status === 401 || (response.status === 403 && challenge !== undefined)) {
    return new McpError('needs-auth', `The server asks for a sign-in (${status}).`, details);
  }
  const rpc = rpcErrorIn(text);
  const said = body === '' ? 'and said nothing more' : `and said: ${body}`;
  if (rpc && response.status < 500 && response.status !== 403) {
    const { code, data } = rpc;
    return new McpError('rpc', rpc.message === '' ? `${status}: error ${code}` : rpc.message, {
      ...details,
      code,
      data,
    });
  }
  return new McpError('http', `The server answered ${status} ${said}`, {
    ...details,
    ...(rpc ? { code: rpc.code, data: rpc.data } : {}),
  });
}

/** What a fetch threw, as an error that names the host. Aborts pass. */
export function unreachable(url: string | URL, thrown: unknown): unknown {
  if (thrown instanceof McpError || !(thrown instanceof Error) || thrown.name === 'AbortError')
    return thrown;
  const certificate = findCertificateProblem(thrown);
  if (certificate)
    return new McpError('unreachable', certificate.message, { url: String(url), cause: thrown });
  const cause = isJsonObject(thrown.cause) ? thrown.cause : {};
  const why = [cause['code'], cause['message'] ?? thrown.message]
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(': ');
  return new McpError('unreachable', `${new URL(url).host} could not be reached (${why}).`, {
    url: String(url),
    cause: thrown,
  });
}

/**
 * What went wrong in a sign-in is no fault of the connection: it is told as it was, as the cause. An authorization server
 * that does not answer does not mean that anybody must sign in. Aborts pass.
 */
export function signInFailure(thrown: unknown): unknown {
  if (thrown instanceof McpError || (thrown instanceof Error && thrown.name === 'AbortError'))
    return thrown;
  const details = { cause: thrown };
  if (thrown instanceof OAuthFailure) {
    const kind = isTransient(thrown) ? 'unreachable' : 'needs-auth';
    return new McpError(kind, thrown.message, details);
  }
  return new McpError('needs-auth', `The sign-in failed: ${messageOf(thrown)}`, details);
}
