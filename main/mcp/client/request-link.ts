import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Link } from './link.ts';
import { NEVER_MS } from './link.ts';
import { McpError } from './mcp-error.ts';
import type { RequestWatch } from './request-watch.ts';
import type { ResultTicket } from './salvage-transport.ts';
import { shownJson } from './shown-json.ts';

/** Takes every value as it is. */
const anyResult = {
  '~standard': {
    version: 1,
    vendor: 'parley',
    validate: (value: unknown): { value: ResultTicket } => ({ value: value as ResultTicket }),
  },
} as const;

export interface LinkRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly logLevel?: string | undefined;
  readonly server: string;
}

/** Sends one request over a link and gives its result as it was sent, without what belongs to the envelope. Rejects with anything. */
export async function requestOverLink(
  link: Link,
  watch: RequestWatch,
  request: LinkRequest,
): Promise<JsonObject> {
  const { client, salvage } = link;
  const progress = salvage.watchProgress((step) => watch.progressed(step));
  const { method, params, headers, logLevel, server } = request;
  const given = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const level =
    // The revision that deprecates it is the one that asks for it.
    // oxlint-disable-next-line typescript/no-deprecated
    link.era === 'modern' && logLevel !== undefined ? { [LOG_LEVEL_META_KEY]: logLevel } : {};
  try {
    watch.throwIfOver();
    const whole = { ...params, _meta: { ...level, ...given, progressToken: progress.token } };
    const result =
      link.era === 'legacy'
        ? await salvage.request(method, whole, watch, headers)
        : salvage.take(await ask(client, { method, params: whole }, watch, headers));
    if (isJsonObject(result)) return result;
    throw new McpError(
      'protocol',
      `The server “${server}” answered ${method} without an object as its result (it sent ${shownJson(result, 200)}).`,
      { server, part: 'result' },
    );
  } finally {
    progress.end();
  }
}

/** In the modern era the package adds what that era wants around a request. */
function ask(
  client: Link['client'],
  request: { readonly method: string; readonly params: JsonObject },
  watch: RequestWatch,
  headers: LinkRequest['headers'],
): Promise<unknown> {
  return client.request(request, anyResult, {
    signal: watch.signal,
    timeout: NEVER_MS,
    ...(headers ? { headers } : {}),
  });
}

/** Checks and removes what the modern era puts around a result. Without a `resultType` it is a complete one. */
export function completeResult(method: string, result: JsonObject, server: string): JsonObject {
  const { resultType, ...rest } = result;
  if (resultType === undefined || resultType === 'complete') return rest;
  throw new McpError(
    'protocol',
    `The server “${server}” answered ${method} with the result type ${shownJson(resultType, 200)}, which this client did not ask for.`,
    { server, part: 'result.resultType' },
  );
}
