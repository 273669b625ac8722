import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from './era.ts';
import { McpError } from './mcp-error.ts';
import type { SalvageTransport } from './salvage-transport.ts';

/** Longest wait for the answer to the probe, in ms. A server that stays silent is asked for `initialize` on the same channel. */
export const PROBE_LIMIT_MS = 3_000;

const HEADER_MISMATCH = -32020;
const MISSING_CAPABILITY = -32021;
const UNSUPPORTED_VERSION = -32022;

export interface ProbeOptions {
  readonly clock: Clock;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: JsonObject;
  readonly signal: AbortSignal;
  /** Told of an answer that came after the wait was over. */
  readonly onLate: (outcome: ProbeOutcome) => void;
}

/** silent: no answer in time · ended: the channel closed on the question, as some servers do. */
export type ProbeOutcome =
  | { readonly era: 'modern'; readonly discover: JsonObject }
  | { readonly era: 'legacy' }
  | { readonly era: 'silent' }
  | { readonly era: 'ended' }
  | { readonly era: 'retry' };

function question(attempt: number, options: ProbeOptions) {
  return {
    jsonrpc: '2.0' as const,
    id: `discover:${attempt}`,
    method: 'server/discover',
    params: {
      _meta: {
        [PROTOCOL_VERSION_META_KEY]: MODERN_VERSION,
        [CLIENT_INFO_META_KEY]: options.clientInfo,
        [CLIENT_CAPABILITIES_META_KEY]: options.capabilities,
      },
    },
  };
}

function versionsIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).filter((one): one is string => typeof one === 'string');
}

function isLegacy(version: string): boolean {
  return LEGACY_VERSIONS.some((known) => known === version);
}

function noCommonVersion(supported: readonly string[]): McpError {
  const theirs = supported.length === 0 ? 'none' : supported.join(', ');
  return new McpError(
    'protocol',
    `The server speaks no protocol version that this client speaks. It offers: ${theirs}. This client speaks ${[MODERN_VERSION, ...LEGACY_VERSIONS].join(', ')}.`,
    { code: UNSUPPORTED_VERSION, data: { supported }, part: 'supportedVersions' },
  );
}

function readResult(result: unknown): ProbeOutcome {
  if (!isJsonObject(result) || !Array.isArray(result['supportedVersions']))
    return { era: 'legacy' };
  const supported = versionsIn(result['supportedVersions']);
  if (supported.includes(MODERN_VERSION)) return { era: 'modern', discover: result };
  if (supported.some(isLegacy)) return { era: 'legacy' };
  throw noCommonVersion(supported);
}

/** By the specification only errors of the modern era itself speak for it; every other one means a legacy server. */
function readError(code: unknown, data: unknown, failure: McpError): ProbeOutcome {
  if (code === HEADER_MISMATCH || code === MISSING_CAPABILITY) throw failure;
  if (code !== UNSUPPORTED_VERSION) return { era: 'legacy' };
  const supported = versionsIn(isJsonObject(data) ? data['supported'] : undefined);
  if (supported.includes(MODERN_VERSION)) return { era: 'retry' };
  if (supported.some(isLegacy)) return { era: 'legacy' };
  throw noCommonVersion(supported);
}

function readFailure(thrown: unknown): ProbeOutcome {
  if (!(thrown instanceof McpError)) throw thrown;
  const { kind, details } = thrown;
  if (kind === 'rpc') return readError(details.code, details.data, thrown);
  const isClientError = details.status !== undefined && details.status < 500;
  if (kind === 'http' && isClientError && details.status !== 403) return { era: 'legacy' };
  // An answer that is no MCP: `initialize` will tell what it is.
  if (kind === 'protocol') return { era: 'legacy' };
  if (kind === 'closed') return { era: 'ended' };
  throw thrown;
}

async function askOnce(
  attempt: number,
  salvage: SalvageTransport,
  options: ProbeOptions,
): Promise<ProbeOutcome> {
  let answer: JsonObject;
  try {
    answer = await salvage.ask(question(attempt, options));
  } catch (thrown) {
    return readFailure(thrown);
  }
  if (answer['closed'] === true) return { era: 'ended' };
  const { error } = answer;
  if (error === undefined) return readResult(answer['result']);
  const { code, message, data } = isJsonObject(error) ? error : {};
  const text = typeof message === 'string' ? message : 'The server refused server/discover.';
  return readError(
    code,
    data,
    new McpError('rpc', text, { code: typeof code === 'number' ? code : undefined, data }),
  );
}

/** Whatever the answer, it must come within the limit; a later one is told to `onLate`. */
async function limited(
  asking: Promise<ProbeOutcome>,
  options: ProbeOptions,
): Promise<ProbeOutcome> {
  let isOver = false;
  let cancel: () => void = () => undefined;
  const silence = new Promise<ProbeOutcome>((resolve) => {
    cancel = options.clock.after(PROBE_LIMIT_MS, () => {
      isOver = true;
      resolve({ era: 'silent' });
    });
  });
  asking.then(
    (outcome) => {
      if (isOver) options.onLate(outcome);
    },
    () => undefined,
  );
  try {
    return await Promise.race([asking, silence]);
  } finally {
    cancel();
  }
}

/**
 * Finds out which era a server speaks by asking `server/discover` on the started channel. Rejects with `McpError` where
 * no other era would help: a sign-in, HTTP 403 and 5xx, an unreachable host, no common version.
 */
export async function probe(
  salvage: SalvageTransport,
  options: ProbeOptions,
): Promise<Exclude<ProbeOutcome, { era: 'retry' }>> {
  const first = await limited(askOnce(1, salvage, options), options);
  if (first.era !== 'retry') return first;
  const second = await limited(askOnce(2, salvage, options), options);
  if (second.era !== 'retry') return second;
  throw noCommonVersion([]);
}
