import { isJsonObject } from '../../../shared/lib/json.ts';
import { delay } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { JsonLineError, JsonlReader, encodeJsonLine } from '../../lib/jsonl.ts';
import type {
  ManagedProcess,
  ProcessExit,
  SpawnManaged,
  SpawnOptions,
} from '../../lib/subprocess.ts';
import type { RpcMessage, RpcTransport } from '../../lib/rpc-message.ts';
import { MESSAGE_CAP_BYTES } from './capped-body.ts';
import { LineSplitter } from './line-splitter.ts';
import { McpError } from './mcp-error.ts';
import { shownJson } from './shown-json.ts';

/** How long a server may live on after it closed its output, in ms, before that counts as an end of its own. */
const OUTPUT_END_GRACE_MS = 500;
const EXCERPT = 200;

export interface StdioTransportOptions extends SpawnOptions {
  readonly spawn: SpawnManaged;
  readonly clock: Clock;
  readonly onStarted?:
    ((process: { readonly pid: number; readonly path: string }) => void) | undefined;
  readonly onStderr?: ((line: string) => void) | undefined;
  /** A line on stdout that is no message. */
  readonly onJunk?: ((line: string) => void) | undefined;
}

interface Room {
  readonly promise: Promise<void>;
  readonly settle: (failure?: Error) => void;
}

/** A transport that knows why it ended. */
export interface ExplainedTransport extends RpcTransport {
  /** Set before `onclose` is called when the other side ended it. */
  readonly endReason?: McpError | undefined;
}

/** Messages to a server process, one a line (MCP stdio transport). Closing it ends the process and all that it started. */
export class StdioTransport implements ExplainedTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: RpcMessage) => void) | undefined;
  endReason: McpError | undefined;
  #process: ManagedProcess | undefined;
  #starting: Promise<void> | undefined;
  #closing = false;
  #closed = false;
  #gathered = '';
  #room: Room | undefined;

  constructor(private readonly options: StdioTransportOptions) {}

  /** Starts the process. Rejects with `SpawnError`. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const started = await this.options.spawn(this.options);
    this.#process = started;
    if (this.#closing) {
      started.kill();
      await started.exited;
      throw new McpError('closed', 'The connection was closed while the server started.');
    }
    this.options.onStarted?.({ pid: started.pid, path: started.path });
    this.#readErrors(started);
    this.#readMessages(started);
    void started.exited.then((exit) => this.#ended(exitReason(exit)));
  }

  #readErrors(started: ManagedProcess): void {
    const lines = new LineSplitter((line) => this.options.onStderr?.(line));
    started.stderr.on('data', (chunk: Buffer) => lines.push(chunk));
    started.stderr.on('close', () => lines.end());
  }

  #readMessages(started: ManagedProcess): void {
    const reader = new JsonlReader({
      capBytes: MESSAGE_CAP_BYTES,
      onValue: (value) => this.#take(value),
      onError: (failure) => {
        if (failure instanceof JsonLineError) this.options.onJunk?.(failure.excerpt);
        else this.onerror?.(failure);
      },
    });
    started.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    started.stdout.on('end', () => {
      reader.end();
      void this.#outputEnded(started);
    });
  }

  #take(value: unknown): void {
    // Revision 2025-03-26 lets a server send several messages in one array.
    for (const message of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const isMessage = isJsonObject(message) && message['jsonrpc'] === '2.0';
      if (!isMessage) this.options.onJunk?.(shownJson(message, EXCERPT));
      if (isMessage || isBareAnswer(message)) this.onmessage?.(message as RpcMessage);
    }
  }

  async #outputEnded(started: ManagedProcess): Promise<void> {
    const enough = new AbortController();
    void started.exited.then(() => enough.abort());
    await delay(this.options.clock, OUTPUT_END_GRACE_MS, enough.signal).catch(() => undefined);
    if (enough.signal.aborted) return;
    this.#ended(
      new McpError('closed', 'The server closed its output, though its process still runs.'),
    );
    void started.stop();
  }

  #ended(reason: McpError): void {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#closing) this.endReason = reason;
    this.#room?.settle(reason);
    this.onclose?.();
  }

  /** What is sent in one turn goes out in one write: each wakes the server up. Returns whether it can take more. */
  #write({ stdin }: ManagedProcess, line: string): boolean {
    if (this.#gathered === '') process.nextTick(() => this.#flush());
    this.#gathered += line;
    // Where it cannot, the write is one that is followed by a `drain`.
    const waiting = stdin.writableLength + this.#gathered.length;
    return !stdin.writableNeedDrain && waiting < stdin.writableHighWaterMark;
  }

  #flush(): void {
    const all = this.#gathered;
    this.#gathered = '';
    if (all !== '') this.#process?.stdin.write(all);
  }

  /** Resolves when the server can take more. */
  async send(message: RpcMessage): Promise<void> {
    const started = this.#process;
    if (!started || this.#closed || this.#closing) {
      throw this.endReason ?? new McpError('closed', 'The connection to the server has ended.');
    }
    const line = encodeJsonLine(message, MESSAGE_CAP_BYTES);
    if (!this.#write(started, line)) await this.#drained(started);
  }

  /** However many wait for room, they wait together. */
  #drained({ stdin }: ManagedProcess): Promise<void> {
    this.#room ??= this.#waitForRoom(stdin);
    return this.#room.promise;
  }

  #waitForRoom(stdin: ManagedProcess['stdin']): Room {
    let settle: Room['settle'] = () => undefined;
    const promise = new Promise<void>((resolve, reject) => {
      settle = (failure) => {
        this.#room = undefined;
        stdin.off('drain', drained);
        if (failure) reject(failure);
        else resolve();
      };
      const drained = (): void => settle();
      stdin.on('drain', drained);
    });
    return { promise, settle };
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#flush();
    const started = this.#process;
    const stopped = started?.stop();
    // Nobody waits for an answer while the process takes its time.
    this.#ended(new McpError('closed', 'The connection was closed.'));
    // A start that is under way ends itself when it sees that it is not wanted any more.
    await this.#starting?.catch(() => undefined);
    await stopped;
  }
}

const ANSWER_FIELDS = new Set(['jsonrpc', 'id', 'result', 'error']);

/**
 * An answer without the version that each message is to name. Logs are JSON too and have ids and errors, so it must be
 * an answer in all else, and nothing but one. Whether somebody waits for it is seen later.
 */
function isBareAnswer(message: unknown): boolean {
  if (!isJsonObject(message) || !Object.keys(message).every((key) => ANSWER_FIELDS.has(key)))
    return false;
  const { id, result, error } = message;
  if (typeof id !== 'number' && typeof id !== 'string') return false;
  if (isJsonObject(result)) return (error ?? undefined) === undefined;
  if (result !== undefined || !isJsonObject(error)) return false;
  return typeof error['code'] === 'number' && typeof error['message'] === 'string';
}

function exitReason(exit: ProcessExit): McpError {
  const how =
    exit.signal === null
      ? `with exit code ${exit.code ?? 'unknown'}`
      : `because of the signal ${exit.signal}`;
  return new McpError('closed', `The server's process ended ${how}.`, { exit });
}
