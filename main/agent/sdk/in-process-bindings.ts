import { messageOf } from '../../../shared/lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { ControlRequestError } from '../../lib/control-channel.ts';
import { InProcessConnection } from './in-process-connection.ts';
import type { RpcMessage } from '../../lib/rpc-message.ts';
import type { ParsedServerConfig } from './mcp-server-config.ts';
import { connectInProcess } from './sdk-mcp-server.ts';

interface Binding {
  readonly connection: InProcessConnection;
  readonly ready: Promise<void>;
}

/** The in-process servers of one session, each on a transport of its own (SDK-3). The session closes them. */
export class InProcessBindings {
  readonly #bindings = new Map<string, Binding>();

  /** @param toRuntime carries one message of a server; resolves when the runtime has it */
  constructor(
    servers: ReadonlyMap<string, ParsedServerConfig>,
    toRuntime: (serverName: string, message: RpcMessage) => Promise<void>,
    clock: Clock,
  ) {
    for (const [name, config] of servers) {
      if (config.type !== 'sdk') continue;
      const connection = new InProcessConnection((message) => toRuntime(name, message));
      const ready = connectInProcess(config.instance, connection, clock);
      // Reported to the runtime with the first message for this server.
      ready.catch(() => undefined);
      this.#bindings.set(name, { connection, ready });
    }
  }

  /** Rejects with a `ControlRequestError` when the server does not exist here or could not be connected. */
  async deliver(serverName: string, message: RpcMessage): Promise<void> {
    const binding = this.#bindings.get(serverName);
    if (!binding)
      throw new ControlRequestError(
        'unknown-server',
        `There is no in-process server "${serverName}" in this session.`,
      );
    try {
      await binding.ready;
    } catch (failure) {
      throw new ControlRequestError(
        'server-unavailable',
        `The in-process server "${serverName}" could not be connected: ${messageOf(failure)}`,
      );
    }
    binding.connection.deliver(message);
  }

  async close(): Promise<void> {
    for (const { connection } of this.#bindings.values()) await connection.close();
  }
}
