import { Client, SERVER_INFO_META_KEY } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { SpawnError } from '../../lib/subprocess.ts';
import { attemptLimit } from './attempt-limit.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import { makeChannel } from './channel.ts';
import type { Channel, ChannelDeps, ConnectionTarget } from './channel.ts';
import { MODERN_VERSION, knownVerdict } from './era.ts';
import type { Era, EraChoice, EraStore, EraVerdict } from './era.ts';
import { speaksForAnotherEra } from './era-doubt.ts';
import { HeldLines } from './held-lines.ts';
import { McpError, toMcpError } from './mcp-error.ts';
import { probe } from './negotiate.ts';
import type { ProbeOutcome } from './negotiate.ts';
import { PausableClock } from './pausable-clock.ts';
import { StrayMessage } from './rpc-fault.ts';
import { SalvageTransport } from './salvage-transport.ts';
import type { SalvageListener } from './server-messages.ts';
import { tapped, tell } from './tap.ts';
import type { MessageTap } from './tap.ts';

/** The package's own clock must never be the one that rings: ours tells timeout and abort apart and stands still in tests. */
export const NEVER_MS = 2 ** 31 - 1;

export interface LinkDeps extends ChannelDeps {
  readonly clientName: string;
  readonly clientVersion: string;
  /** What this client offers to servers. Default none. */
  readonly capabilities?: JsonObject | undefined;
  /** Default: auto for processes and Streamable HTTP, legacy for the rest. */
  readonly era?: EraChoice | undefined;
  /** Where verdicts about the era are kept, and under which key. */
  readonly eras?: { readonly store: EraStore; readonly key: string } | undefined;
  /** The answer to `initialize` of a session that is taken up again: nothing is negotiated then. */
  readonly resume?: JsonObject | undefined;
  /** Aborting it gives the attempt up. After the connection is made it has no effect. */
  readonly signal?: AbortSignal | undefined;
  /** Hears of failures that reach nobody else: of handlers, and of messages that belong to no request. */
  readonly onUncaught?: ((failure: unknown) => void) | undefined;
  /** Sees each message as it crosses the wire. */
  readonly onMessage?: MessageTap | undefined;
  /** How long starting and negotiating may take together, in ms; 0 = no limit. */
  readonly startTimeoutMs: number;
}

/** One negotiated channel to a server. A connection may use several, one after another. */
export interface Link {
  readonly client: Client;
  readonly salvage: SalvageTransport;
  readonly channel: Channel;
  readonly era: Era;
  /** The answer to `initialize`, or what discovery says in its shape. */
  readonly initializeResult: JsonObject;
  /** It was made by a stored verdict and no answer has confirmed that yet. */
  isUnproven: boolean;
}

interface Attempt {
  readonly target: ConnectionTarget;
  readonly deps: LinkDeps;
  readonly listener: SalvageListener;
  readonly limit: AttemptLimit;
  /** Of the limits of the attempt; it stands still while somebody signs in. */
  readonly clock: PausableClock;
  /** Everything that was opened; the last one is the one that counts. */
  readonly opened: Channel[];
}

interface Opening {
  readonly channel: Channel;
  readonly salvage: SalvageTransport;
  readonly output: HeldLines;
}

/** Of messages that belong to no request; what fails a request reaches whoever made it. */
function isStray(error: Error): boolean {
  return error instanceof StrayMessage || error instanceof SyntaxError || error.name === 'ZodError';
}

function open(attempt: Attempt, target: ConnectionTarget): Opening {
  const { deps, listener, opened, limit } = attempt;
  if (limit.signal.aborted) throw new McpError('aborted', 'The connection attempt is over.');
  const output = new HeldLines(deps.onStderr);
  const channel = makeChannel(target, { ...deps, onStderr: output.add });
  opened.push(channel);
  const { onMessage } = deps;
  const transport = onMessage ? tapped(channel, onMessage) : channel.transport;
  const salvage = new SalvageTransport(transport, listener);
  salvage.onerror = (error) => {
    deps.log('debug', 'connection notice', { message: error.message });
    if (target.type === undefined || isStray(error)) deps.onUncaught?.(error);
  };
  if (channel.exchange) {
    channel.exchange.onMessage = (message, tag) => {
      if (onMessage) tell(onMessage, 'in', message);
      salvage.receive(message, tag);
    };
    const { exchange } = channel;
    salvage.onGivenUp = (key) => exchange.drop(key);
    channel.exchange.onAnswered = (tag) => salvage.failUnanswered(tag);
    channel.exchange.onUnusable = (tag, failure) => salvage.failUnusable(tag, failure);
    channel.exchange.onSignIn = () => {
      const resumes = [attempt.clock.pause(), listener.pause?.()];
      return () => resumes.forEach((resume) => resume?.());
    };
    channel.exchange.onOdd = (data) =>
      salvage.onerror?.(
        new StrayMessage(`The server sent an event that is no message: ${data.slice(0, 200)}`),
      );
  }
  return { channel, salvage, output };
}

function makeClient({ deps }: Attempt): Client {
  return new Client(
    { name: deps.clientName, version: deps.clientVersion },
    { capabilities: deps.capabilities ?? {} },
  );
}

async function connectModern(
  attempt: Attempt,
  { channel, salvage, output }: Opening,
  discover: JsonObject,
  isUnproven: boolean,
): Promise<Link> {
  output.release();
  salvage.era = 'modern';
  const client = makeClient(attempt);
  const plain = {
    resultType: 'complete' as const,
    supportedVersions: [MODERN_VERSION],
    capabilities: {},
    ttlMs: 0,
    cacheScope: 'private' as const,
  };
  await client.connect(salvage, { prior: { kind: 'modern', discover: plain } });
  const meta = isJsonObject(discover['_meta']) ? discover['_meta'] : {};
  const { capabilities, instructions } = discover;
  const initializeResult = {
    protocolVersion: MODERN_VERSION,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    serverInfo: meta[SERVER_INFO_META_KEY] ?? discover['serverInfo'],
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
  return { client, salvage, channel, era: 'modern', initializeResult, isUnproven };
}

async function connectLegacy(
  attempt: Attempt,
  { channel, salvage, output }: Opening,
): Promise<Link> {
  output.release();
  salvage.resumedResult = attempt.deps.resume;
  const client = makeClient(attempt);
  await client.connect(salvage, { signal: attempt.limit.signal, timeout: NEVER_MS });
  // After a handshake the transport does so by itself.
  if (attempt.deps.resume) channel.openStream?.();
  const initializeResult = salvage.initializeResult ?? {};
  return { client, salvage, channel, era: 'legacy', initializeResult, isUnproven: false };
}

/** A refusal of `initialize` that an HTTP+SSE server of 2024-11-05 may give. */
function isOlderTransport(thrown: unknown): boolean {
  if (!(thrown instanceof McpError) || !['http', 'rpc', 'protocol'].includes(thrown.kind))
    return false;
  const status = thrown.details.status ?? 0;
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

/** A verdict that is known keeps its date, so that it is looked at again in time. */
async function connectLegacyOrOlder(
  attempt: Attempt,
  opening: Opening,
  known?: EraVerdict,
): Promise<Link> {
  const { target } = attempt;
  try {
    const link = await connectLegacy(attempt, opening);
    if (!known) await remember(attempt, { era: 'legacy', at: attempt.deps.clock.now() });
    return link;
  } catch (thrown) {
    if (target.type !== 'http' || attempt.deps.resume) throw thrown;
    const failure = toMcpError(thrown, opening.channel.startFailure());
    if (!isOlderTransport(failure)) throw failure;
    await opening.channel.transport.close().catch(() => undefined);
    const older = open(attempt, { ...target, type: 'sse' });
    let link: Link;
    try {
      link = await connectLegacy(attempt, older);
    } catch {
      throw failure;
    }
    await remember(attempt, { era: 'legacy', transport: 'sse', at: attempt.deps.clock.now() });
    return link;
  }
}

async function remember({ deps }: Attempt, verdict: EraVerdict): Promise<void> {
  if (deps.era === undefined || deps.era === 'auto')
    await deps.eras?.store.set(deps.eras.key, verdict);
}

/** A fresh channel in place of one that ended on the probe. */
function reopen(attempt: Attempt, first: Opening): Opening {
  const { target } = attempt;
  if (target.type === undefined) {
    const transport = target.restart?.();
    if (!transport) {
      throw (
        first.channel.endReason() ??
        new McpError('closed', 'The connection ended while it was being made.')
      );
    }
    first.output.drop();
    return open(attempt, { ...target, transport });
  }
  // Over HTTP only the one stream ended.
  if (target.type !== 'stdio') return first;
  first.output.drop();
  return open(attempt, target);
}

async function connectByOutcome(
  attempt: Attempt,
  opening: Opening,
  outcome: ProbeOutcome,
): Promise<Link> {
  if (outcome.era === 'modern') {
    const { discover } = outcome;
    const link = await connectModern(attempt, opening, discover, false);
    await remember(attempt, { era: 'modern', discover, at: attempt.deps.clock.now() });
    return link;
  }
  if (attempt.deps.era === 'modern')
    throw new McpError('protocol', `The server does not speak protocol version ${MODERN_VERSION}.`);
  if (outcome.era !== 'ended') return connectLegacyOrOlder(attempt, opening);
  return connectLegacyOrOlder(attempt, reopen(attempt, opening));
}

async function connectByProbe(attempt: Attempt): Promise<Link> {
  const { deps, target, limit } = attempt;
  const opening = open(attempt, target);
  try {
    await opening.salvage.start();
    const outcome = await probe(opening.salvage, {
      clock: attempt.clock,
      clientInfo: { name: deps.clientName, version: deps.clientVersion },
      capabilities: deps.capabilities ?? {},
      signal: limit.signal,
      onLate: (late) => {
        if (late.era !== 'modern') return;
        const verdict = { era: 'modern', discover: late.discover, at: deps.clock.now() } as const;
        void remember(attempt, verdict);
      },
    });
    return await connectByOutcome(attempt, opening, outcome);
  } catch (thrown) {
    opening.output.release();
    throw thrown;
  }
}

async function connect(attempt: Attempt): Promise<Link> {
  const { target, deps } = attempt;
  const choice =
    deps.era ?? (target.type === 'stdio' || target.type === 'http' ? 'auto' : 'legacy');
  if (deps.resume || choice === 'legacy' || target.type === 'sse')
    return connectLegacyOrOlder(attempt, open(attempt, target));
  const known = await knownVerdict(deps.eras?.store, deps.eras?.key ?? '', deps.clock.now());
  if (known?.era === 'modern')
    return connectModern(attempt, open(attempt, target), known.discover, true);
  if (!known || choice === 'modern') return connectByProbe(attempt);
  try {
    if (known.transport === 'sse' && target.type === 'http')
      return await connectLegacy(attempt, open(attempt, { ...target, type: 'sse' }));
    return await connectLegacyOrOlder(attempt, open(attempt, target), known);
  } catch (thrown) {
    await deps.eras?.store.delete(deps.eras.key);
    // It may be another server by now.
    const failure = toMcpError(thrown, attempt.opened.at(-1)?.startFailure());
    if (thrown instanceof SpawnError || !speaksForAnotherEra(failure)) throw thrown;
    return connectByProbe(attempt);
  }
}

/**
 * Connects and negotiates. Rejects with `SpawnError` when a process cannot be started, else with `McpError`; then
 * nothing of the attempt is left running. The caller closes the link.
 */
export async function openLink(
  target: ConnectionTarget,
  deps: LinkDeps,
  listener: SalvageListener,
): Promise<Link> {
  const clock = new PausableClock(deps.clock);
  const limit = attemptLimit({ ...deps, clock, timeoutMs: deps.startTimeoutMs });
  const opened: Channel[] = [];
  const connecting = connect({ target, deps, listener, limit, clock, opened });
  try {
    return await Promise.race([connecting, limit.over]);
  } catch (thrown) {
    connecting.catch(() => undefined);
    await Promise.all(opened.map((one) => one.transport.close().catch(() => undefined)));
    if (thrown instanceof SpawnError) throw thrown;
    throw toMcpError(thrown, opened.at(-1)?.startFailure());
  } finally {
    limit.end();
    // A trial run that ended by itself has let go of all it had.
    const isKept = opened.at(-1);
    for (const one of opened) if (one !== isKept) void one.transport.close().catch(() => undefined);
  }
}
