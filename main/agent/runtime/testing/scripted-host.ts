import { FRAME_CAP_BYTES } from '../../../../shared/agent/frames.ts';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { ControlChannel } from '../../../lib/control-channel.ts';
import type { ControlFrame, ControlHandler } from '../../../lib/control-channel.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { measureJson } from '../../../lib/jsonl.ts';
import { CredentialIntake } from '../host/credential-intake.ts';
import { RuntimeHost } from '../host/runtime-host.ts';
import type {
  CreateModelOptions,
  Model,
  ModelEvent,
  ModelRequest,
} from '../model/model-contract.ts';

/** What a scripted model does with its n-th request. */
export type ModelScript = (request: ModelRequest) => AsyncIterable<ModelEvent> | ModelEvent[];

export const textAnswer = (text: string): ModelEvent[] => [
  { type: 'text-delta', text },
  { type: 'finish', stopReason: 'end_turn', usage: { input_tokens: 10, output_tokens: 2 } },
];
export const callAnswer = (
  ...calls: { id: string; name: string; input?: unknown }[]
): ModelEvent[] => [
  ...calls.map((call): ModelEvent => ({ type: 'tool-call', input: {}, ...call })),
  { type: 'finish', stopReason: 'tool_use', usage: { input_tokens: 5 } },
];

/** Answers tools/list and tools/call of one in-process server. */
export interface ScriptedServer {
  readonly tools: readonly JsonObject[];
  readonly call?: (name: string, args: JsonObject) => Promise<JsonObject> | JsonObject;
  /** Never answers initialize. */
  readonly silent?: boolean;
}

export interface ScriptedHostOptions {
  readonly script?: readonly ModelScript[];
  readonly servers?: Readonly<Record<string, ScriptedServer>>;
  readonly handlers?: Readonly<Record<string, ControlHandler>>;
  readonly clock?: Clock;
  /** Name of the model. */
  readonly modelId?: string;
  /** Fails the making of a model. */
  readonly refuseModel?: (options: CreateModelOptions) => Error | undefined;
}

/** A runtime in this process with a host that speaks frames to it, as JSON. */
export class ScriptedHost {
  readonly requests: ModelRequest[] = [];
  /** What each model was made of. */
  readonly models: CreateModelOptions[] = [];
  readonly credentials = new CredentialIntake({});
  readonly messages: SDKMessage[] = [];
  readonly frames: JsonObject[] = [];
  readonly diagnostics: string[] = [];
  readonly rpc: JsonObject[] = [];
  readonly control: ControlChannel;
  readonly runtime: RuntimeHost;
  #watchers: (() => void)[] = [];

  constructor(options: ScriptedHostOptions = {}) {
    const clock = options.clock ?? systemClock;
    const model: Model = {
      id: options.modelId ?? 'scripted',
      stream: (request) => {
        const answer = options.script?.[this.requests.length];
        this.requests.push(request);
        if (!answer) throw new Error('The script is over.');
        const events = answer(request);
        return Array.isArray(events) ? replay(events) : events;
      },
    };
    this.runtime = new RuntimeHost(
      {
        send: async (frame) => {
          measureJson(frame, FRAME_CAP_BYTES);
          this.#receive(JSON.parse(JSON.stringify(frame)) as JsonObject);
        },
        flush: () => Promise.resolve(),
      },
      {
        clock,
        log: (_level, message) => this.diagnostics.push(message),
        credentials: this.credentials,
        createModel: async (made) => {
          const refusal = options.refuseModel?.(made);
          if (refusal) throw refusal;
          this.models.push(made);
          return model;
        },
        connect: () => Promise.reject(new Error('There is no such server.')),
        program: 'test',
        onSessionEnded: () => undefined,
      },
    );
    this.control = new ControlChannel({
      send: (frame) => this.runtime.receive(JSON.parse(JSON.stringify(frame))),
      handlers: {
        mcp_message: (request) => this.#serve(options.servers ?? {}, request),
        ...options.handlers,
      },
      clock,
      onDiagnostic: (message) => this.diagnostics.push(message),
    });
  }

  initialize(
    fields: Partial<InitializeRequest> & { config_root: string; cwd: string },
  ): Promise<unknown> {
    return this.control.request({
      subtype: 'initialize',
      session_id: '11111111-1111-4111-8111-111111111111',
      model: { provider_id: 'p', id: 'scripted' },
      provider: { id: 'p', kind: 'offline', label: 'P' },
      ...fields,
    });
  }

  say(content: string): void {
    this.runtime.receive({ type: 'user', message: { role: 'user', content } });
  }

  /** The first message, past or future, that fits. */
  async until<T extends SDKMessage>(fits: (message: SDKMessage) => message is T): Promise<T>;
  async until(fits: (message: SDKMessage) => boolean): Promise<SDKMessage>;
  async until(fits: (message: SDKMessage) => boolean): Promise<SDKMessage> {
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /** The n-th result, counted from 1. */
  async result(n = 1): Promise<Extract<SDKMessage, { type: 'result' }>> {
    for (;;) {
      const found = this.messages.filter((message) => message.type === 'result')[n - 1];
      if (found) return found;
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  #receive(frame: JsonObject): void {
    this.frames.push(frame);
    const type = String(frame['type']);
    if (type.startsWith('control_')) this.control.receive(frame as ControlFrame);
    else if (type !== 'ready') this.messages.push(frame as unknown as SDKMessage);
    for (const watcher of this.#watchers.splice(0)) watcher();
  }

  #serve(servers: Readonly<Record<string, ScriptedServer>>, request: JsonObject): unknown {
    const name = String(request['server_name']);
    const message = isJsonObject(request['message']) ? request['message'] : {};
    this.rpc.push(message);
    const server = servers[name];
    if (!server || message['id'] === undefined || typeof message['method'] !== 'string') return {};
    void this.#answer(server, message).then(async (result) => {
      if (result === undefined) return;
      await this.control.request({
        subtype: 'mcp_message',
        server_name: name,
        message: { jsonrpc: '2.0', id: message['id'], ...result },
      });
    });
    return {};
  }

  async #answer(server: ScriptedServer, message: JsonObject): Promise<JsonObject | undefined> {
    if (message['method'] === 'initialize')
      return server.silent
        ? undefined
        : { result: { capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } };
    if (message['method'] === 'tools/list') return { result: { tools: server.tools } };
    const params = message['params'] as { name: string; arguments: JsonObject };
    try {
      return { result: (await server.call?.(params.name, params.arguments)) ?? { content: [] } };
    } catch (error) {
      return { error: { code: -32000, message: String(error) } };
    }
  }
}

async function* replay(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  for (const event of events) yield event;
}
