import type { z } from 'zod';
import type { runtimeServer } from '../../../../shared/agent/frames.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { Clock } from '../../../lib/clock.ts';
import { PacedWork } from '../../../lib/paced-work.ts';
import type {
  McpConnection,
  RawToolResult,
  RequestOptions,
} from '../../../mcp/client/connection.ts';
import type { ConnectionExtras } from './connect-server.ts';
import type { ElicitationDesk } from './elicitation-desk.ts';
import { connectAsking } from './connect-asking.ts';
import type { ServerSignIn } from './server-sign-in.ts';
import { LinkState, LIST_PAUSE_MS } from './server-link.ts';
import type { ServerLink, ServerLinkState } from './server-link.ts';

export type ServerDefinitionWithValues = z.infer<typeof runtimeServer>['definition'];

export interface ProcessServerOptions {
  readonly name: string;
  readonly definition: ServerDefinitionWithValues;
  readonly disabled: boolean;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
  /** Connects; the client and its packages are loaded by it, not before. */
  readonly connect: (
    definition: ServerDefinitionWithValues,
    signal: AbortSignal,
    extras?: ConnectionExtras,
  ) => Promise<McpConnection>;
  /** Whose tokens go with the requests; for servers over HTTP. */
  readonly signIn?: ServerSignIn | undefined;
  /** Who answers what the server asks people. */
  readonly questions?: ElicitationDesk | undefined;
}

/** A server that the runtime connects by itself: a process, or a URL. */
export class ProcessServer implements ServerLink {
  readonly name: string;
  readonly config: JsonObject;
  readonly #options: ProcessServerOptions;
  readonly #state = new LinkState();
  readonly #closing = new AbortController();
  #connection: McpConnection | undefined;
  readonly #relisting: PacedWork;
  /** The server said that its list is another one while the first was on its way. */
  #isOutdated = false;
  #starting: Promise<void> | undefined;

  constructor(options: ProcessServerOptions) {
    this.#options = options;
    this.name = options.name;
    this.config = publicConfig(options.definition);
    this.#relisting = new PacedWork(options.clock, LIST_PAUSE_MS, () => this.#listAgain());
  }

  get state(): ServerLinkState {
    return this.#state.current;
  }

  onChange(listener: () => void): () => void {
    return this.#state.onChange(listener);
  }

  start(): Promise<void> {
    this.#starting ??= this.#connect();
    return this.#starting;
  }

  async callTool(name: string, args: JsonObject, options: RequestOptions): Promise<RawToolResult> {
    const connection = this.#connection;
    if (!connection) throw new Error(`The server "${this.name}" is not connected.`);
    // Tells whose the questions are that the server asks because of this call.
    const origin = {};
    const result = await connection.callTool(name, args, {
      timeoutMs: this.#options.timeoutMs,
      ...options,
      origin,
    });
    // Servers of the modern era have no other way to tell that a page is done with.
    if (connection.era === 'modern') this.#options.questions?.callEnded(this.name, origin);
    return result;
  }

  /** Connects anew. Never rejects: a failure is a state. */
  async reconnect(): Promise<void> {
    await this.#starting;
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
    if (this.#closing.signal.aborted) return;
    this.#starting = this.#connect();
    await this.#starting;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error(`The server "${this.name}" was closed.`));
    this.#relisting.dispose();
    await this.#starting;
    await this.#connection?.close();
    this.#connection = undefined;
    await this.#options.signIn?.close();
  }

  async #connect(): Promise<void> {
    if (this.#options.disabled) {
      this.#state.set({ status: 'disabled', tools: [], setAside: [] });
      return;
    }
    this.#state.set({ status: 'connecting', tools: [], setAside: [] });
    try {
      const { definition, signIn, questions } = this.#options;
      const auth = await signIn?.authorizer();
      const { connection, elicitation } = await connectAsking(this.name, questions, (extras) =>
        this.#options.connect(definition, this.#closing.signal, { ...extras, auth }),
      );
      if (this.#closing.signal.aborted) {
        await connection.close();
        return;
      }
      await this.#use(connection, elicitation);
    } catch (error) {
      await this.#connection?.close();
      this.#connection = undefined;
      // A connection that ended by itself has said why already.
      if (this.state.status === 'connecting') this.#fail(error);
    }
  }

  async #use(
    connection: McpConnection,
    elicitation: ServerLinkState['elicitation'],
  ): Promise<void> {
    this.#connection = connection;
    connection.onClose((reason) => {
      this.#connection = undefined;
      if (!this.#closing.signal.aborted) this.#fail(reason);
    });
    connection.onNotification((method, params) => {
      if (method === 'notifications/elicitation/complete')
        this.#options.questions?.complete(this.name, params['elicitationId']);
      if (method !== 'notifications/tools/list_changed') return;
      if (this.state.status === 'connected') this.#relisting.ask();
      else this.#isOutdated = true;
    });
    const { tools, setAside } = await connection.listTools();
    if (this.#connection !== connection) return;
    this.#state.set({
      status: 'connected',
      serverInfo: { name: connection.serverInfo.name, version: connection.serverInfo.version },
      ...(connection.instructions === undefined ? {} : { instructions: connection.instructions }),
      era: connection.era,
      ...(elicitation === undefined ? {} : { elicitation }),
      tools,
      setAside,
    });
    if (this.#isOutdated) this.#relisting.ask();
  }

  async #listAgain(): Promise<void> {
    const connection = this.#connection;
    try {
      const listed = await connection?.listTools();
      if (!listed || this.#connection !== connection) return;
      this.#state.set({ ...this.state, tools: listed.tools, setAside: listed.setAside });
    } catch {
      // The tools known so far stay; a dead connection tells by `onClose`.
    }
  }

  #fail(error: unknown): void {
    const isSignIn = error instanceof Error && 'kind' in error && error.kind === 'needs-auth';
    this.#state.set({
      status: isSignIn ? 'needs-auth' : 'failed',
      error: `The server "${this.name}" could not be used: ${messageOf(error)}`,
      tools: [],
      setAside: [],
    });
  }
}

/** Without the values of environment and headers (SDK-31). */
function publicConfig(definition: ServerDefinitionWithValues): JsonObject {
  if (definition.type !== 'stdio')
    return {
      type: definition.type,
      url: definition.url,
      header_names: Object.keys(definition.headers),
    };
  return {
    type: 'stdio',
    command: definition.command,
    args: definition.args,
    env_names: Object.keys(definition.env),
    ...(definition.cwd === undefined ? {} : { cwd: definition.cwd }),
  };
}
