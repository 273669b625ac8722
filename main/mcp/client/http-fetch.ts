import type { FetchLike } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import { McpError } from './mcp-error.ts';

/** How much of an error body is kept, in characters. */
const BODY_CAP = 2_000;

async function bodyStart(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < BODY_CAP) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What arrived before the cut is all there is to show.
  }
  await reader.cancel().catch(() => undefined);
  return text.slice(0, BODY_CAP).trim();
}

/** The error of an HTTP answer that is no success. */
async function refusal(response: Response): Promise<McpError> {
  const challenge = response.headers.get('www-authenticate') ?? undefined;
  const status = `HTTP ${response.status}${response.statusText === '' ? '' : ` ${response.statusText}`}`;
  const details = { status: response.status, challenge };
  if (response.status === 401 || (response.status === 403 && challenge !== undefined)) {
    await response.body?.cancel().catch(() => undefined);
    return new McpError('needs-auth', `The server asks for a sign-in (${status}).`, details);
  }
  const body = await bodyStart(response);
  const said = body === '' ? 'and said nothing more' : `and said: ${body}`;
  return new McpError('http', `The server answered ${status} ${said}`, details);
}

function unreachable(url: string | URL, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown.name === 'AbortError') return thrown;
  const cause = isJsonObject(thrown.cause) ? thrown.cause : {};
  const why = [cause['code'], cause['message'] ?? thrown.message]
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(': ');
  return new McpError('unreachable', `${new URL(url).host} could not be reached (${why}).`, {
    cause: thrown,
  });
}

/**
 * A fetch that turns every failure of a POST into an `McpError` with what the server said. Answers to other methods are
 * left to the transport, which takes a refused GET as "no stream".
 */
export function explainingFetch(
  fetchLike: FetchLike,
  onFailure: (failure: McpError) => void,
): FetchLike {
  return async (url, init) => {
    let response: Response;
    try {
      response = await fetchLike(url, init);
    } catch (thrown) {
      const failure = unreachable(url, thrown);
      if (failure instanceof McpError) onFailure(failure);
      throw failure;
    }
    const redirected = response.status >= 300 && response.status < 400;
    if (response.ok || redirected) return response;
    if (init?.method !== 'POST') {
      if (response.status !== 405) onFailure(await refusal(response.clone()));
      return response;
    }
    const failure = await refusal(response);
    onFailure(failure);
    throw failure;
  };
}
