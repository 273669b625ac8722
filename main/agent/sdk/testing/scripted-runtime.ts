import { resultMessage } from '../../../../e2e/servers/runtime/messages.ts';
import type { CredentialPayload, InitializeResponse } from '../../../../shared/agent/frames.ts';
import type { SDKResultMessage } from '../../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { CredentialDelivery, RuntimeExit, Transport } from '../transport.ts';

export interface ScriptedRuntimeOptions {
  /** Version in `ready`; null = never says ready. */
  readonly protocolVersion?: string | null;
  /** False leaves `initialize` unanswered. */
  readonly answersInitialize?: boolean;
  /** Fails the start with this error. */
  readonly startError?: Error;
  /** Called for each frame of the host that the runtime does not handle itself. */
  readonly onHostFrame?: (frame: JsonObject, runtime: ScriptedRuntime) => void;
}

export type HostRequestFrame = JsonObject & {
  readonly request_id: string;
  readonly request: JsonObject & { readonly subtype: string };
};

/** The other end of an in-memory transport: a runtime that does what a test tells it, in frames. */
export class ScriptedRuntime implements Transport {
  /** What the host wrote, as it would be on the wire. */
  readonly received: JsonObject[] = [];
  readonly credentials: CredentialPayload[] = [];
  readonly events: string[] = [];
  readonly #options: ScriptedRuntimeOptions;
  readonly #waiting: {
    test: (frame: JsonObject) => boolean;
    resolve: (frame: JsonObject) => void;
  }[] = [];
  #onFrame: (frame: unknown) => void = () => undefined;
  #onProtocolError: (error: Error) => void = () => undefined;
  #onExit: (exit: RuntimeExit) => void = () => undefined;
  #nextId = 1;
  closed = false;
  undelivered = 0;

  constructor(options: ScriptedRuntimeOptions = {}) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.events.push('start');
    if (this.#options.startError) throw this.#options.startError;
    const version = this.#options.protocolVersion;
    if (version !== null) queueMicrotask(() => this.ready(version ?? '1.0'));
  }

  async deliverCredentials(payload: CredentialPayload): Promise<CredentialDelivery> {
    this.events.push('credentials');
    this.credentials.push(payload);
    this.undelivered += 1;
    const file =
      this.credentials.length === 1 ? {} : { file: `/renewal/${String(this.credentials.length)}` };
    return {
      ...file,
      dispose: async () => {
        this.undelivered -= 1;
      },
    };
  }

  async send(frame: unknown): Promise<void> {
    const text = JSON.stringify(frame);
    if (this.closed) throw new Error('The runtime is gone.');
    this.#take(JSON.parse(text) as JsonObject);
  }

  onFrame(listener: (frame: unknown) => void): void {
    this.#onFrame = listener;
  }
  onProtocolError(listener: (error: Error) => void): void {
    this.#onProtocolError = listener;
  }
  onExit(listener: (exit: RuntimeExit) => void): void {
    this.#onExit = listener;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.events.push('close');
  }

  #take(frame: JsonObject): void {
    this.received.push(frame);
    for (const waiter of [...this.#waiting])
      if (waiter.test(frame)) {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        waiter.resolve(frame);
      }
    const request = isRequest(frame) ? frame.request : undefined;
    if (request?.subtype === 'initialize') {
      this.events.push('initialize');
      if (this.#options.answersInitialize !== false)
        this.answer(frame, initializeAnswer(request['session_id'] as string));
    } else if (request?.subtype === 'mcp_message') this.answer(frame, {});
    else {
      if (frame['type'] === 'user') this.events.push('user');
      this.#options.onHostFrame?.(frame, this);
    }
  }

  // --- what a test makes it say ---

  emit(frame: unknown): void {
    this.#onFrame(frame);
  }

  ready(version: string): void {
    this.emit({
      type: 'ready',
      protocol_version: version,
      runtime_version: '9.9.9',
      capabilities: [],
    });
  }

  answer(request: JsonObject, response: unknown): void {
    this.emit({
      type: 'control_response',
      response: { subtype: 'success', request_id: request['request_id'], response },
    });
  }

  answerError(request: JsonObject, code: string, message: string): void {
    this.emit({
      type: 'control_response',
      response: { subtype: 'error', request_id: request['request_id'], error: { code, message } },
    });
  }

  speakNonsense(error: Error): void {
    this.#onProtocolError(error);
  }

  die(exit: Partial<RuntimeExit>): void {
    this.closed = true;
    this.#onExit({ code: null, signal: null, stderr: [], ...exit });
  }

  /** Sends a control request; the returned id also cancels it. */
  ask(request: JsonObject): string {
    const id = `runtime-${String(this.#nextId++)}`;
    this.emit({ type: 'control_request', request_id: id, request });
    return id;
  }

  /** Sends a control request and resolves with the host's control_response. */
  async request(request: JsonObject): Promise<JsonObject> {
    const id = this.ask(request);
    const frame = await this.host(
      (one) =>
        one['type'] === 'control_response' && (one['response'] as JsonObject)['request_id'] === id,
    );
    return frame['response'] as JsonObject;
  }

  /** The next frame of the host that passes the test, among those that came already or will come. */
  host(test: (frame: JsonObject) => boolean): Promise<JsonObject> {
    const early = this.received.find(test);
    if (early) return Promise.resolve(early);
    return new Promise((resolve) => this.#waiting.push({ test, resolve }));
  }

  hostRequest(subtype: string): Promise<HostRequestFrame> {
    return this.host(
      (frame) => isRequest(frame) && frame.request.subtype === subtype,
    ) as Promise<HostRequestFrame>;
  }

  /** Sends a JSON-RPC request to an in-process server and resolves with its JSON-RPC answer. */
  async rpc(server: string, id: number, method: string, params: JsonObject): Promise<JsonObject> {
    const ack = await this.request({
      subtype: 'mcp_message',
      server_name: server,
      message: { jsonrpc: '2.0', id, method, params },
    });
    if (ack['subtype'] !== 'success') return ack;
    const frame = await this.host((one) => {
      const request = isRequest(one) ? one.request : undefined;
      const message = request?.['message'] as JsonObject | undefined;
      return (
        request?.['server_name'] === server && message?.['id'] === id && !('method' in message)
      );
    });
    return (frame as HostRequestFrame).request['message'] as JsonObject;
  }

  async rpcHandshake(server: string): Promise<JsonObject> {
    return this.rpc(server, 1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
  }
}

function isRequest(frame: JsonObject): frame is HostRequestFrame {
  return frame['type'] === 'control_request';
}

export const SESSION = '11111111-1111-4111-8111-111111111111';

export function initializeAnswer(sessionId: string): InitializeResponse {
  return {
    session_id: sessionId,
    transcript_path: null,
    capabilities: [],
    commands: [{ name: 'help', description: 'Helps.' }],
    models: [{ id: 'offline', label: 'Offline', source: 'table' }],
    agents: [],
    notices: [],
  };
}

/** A result message, the end of a turn. */
export function resultOf(text: string): SDKResultMessage {
  return resultMessage(SESSION, 'success', text);
}
