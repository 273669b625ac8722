import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import type { CallArgs, CallValue } from '../../shared/ipc/registry.ts';
import type { StoreClient } from './store-client.ts';
import { messageOf } from '../../shared/lib/errors.ts';

export type { ServerState } from '../../shared/mcp/server-state.ts';

/** Where a list from main stands. `failed` keeps the last known list beside the reason. */
export type LoadPhase = 'loading' | 'ready' | 'failed';

export interface ServersState {
  readonly phase: LoadPhase;
  /** The reason of `failed`, a sentence. */
  readonly error: string | null;
  readonly servers: readonly ServerState[];
  /** Sequence number of the list that is shown; an older list never replaces a newer one. */
  readonly sequence: number;
}

type Input<K extends Parameters<StoreClient['call']>[0]> = CallArgs<K>[0];

/**
 * The MCP servers as main last told them, and what may be done with them. Main is the only source: actions change
 * nothing here, the next event does. Actions reject with an `Error` whose message is a sentence.
 * `dispose` ends the subscription; its owner is whoever created the store.
 */
export interface ServersStore {
  readonly state: StoreApi<ServersState>;
  /** Asks main for the whole list; never rejects, a failure is in the state. Call it again to try again. */
  load(): Promise<void>;
  add(draft: Input<'servers.add'>): Promise<CallValue<'servers.add'>>;
  update(change: Input<'servers.update'>): Promise<CallValue<'servers.update'>>;
  remove(serverId: string): Promise<void>;
  setEnabled(serverId: string, enabled: boolean): Promise<CallValue<'servers.setEnabled'>>;
  restart(serverId: string): Promise<void>;
  logs(serverId: string): Promise<CallValue<'servers.logs'>['lines']>;
  findCommand(command: string): Promise<CallValue<'servers.findCommand'>>;
  dispose(): void;
}

export function createServersStore(client: StoreClient): ServersStore {
  const state = createStore<ServersState>(() => ({
    phase: 'loading',
    error: null,
    servers: [],
    sequence: -1,
  }));
  const accept = (list: { servers: readonly ServerState[]; sequence: number }): void =>
    state.setState((before) =>
      list.sequence < before.sequence
        ? { ...before, phase: 'ready', error: null }
        : { phase: 'ready', error: null, servers: list.servers, sequence: list.sequence },
    );
  const dispose = client.on('servers.changed', accept);

  return {
    state,
    async load() {
      state.setState((before) => (before.phase === 'failed' ? { phase: 'loading' } : before));
      try {
        accept(await client.call('servers.list'));
      } catch (error) {
        state.setState({ phase: 'failed', error: messageOf(error) });
      }
    },
    add: (draft) => client.call('servers.add', draft),
    update: (change) => client.call('servers.update', change),
    remove: async (serverId) => {
      await client.call('servers.remove', { serverId });
    },
    setEnabled: (serverId, enabled) => client.call('servers.setEnabled', { serverId, enabled }),
    restart: async (serverId) => {
      await client.call('servers.restart', { serverId });
    },
    logs: async (serverId) => (await client.call('servers.logs', { serverId })).lines,
    findCommand: (command) => client.call('servers.findCommand', { command }),
    dispose,
  };
}

/** The groups of the server list, in the order in which they are shown. */
export const serverGroups = ['need-you', 'connecting', 'connected', 'off'] as const;
export type ServerGroup = (typeof serverGroups)[number];

/** The group that a server belongs to. Something enabled that cannot work without the person needs them. */
export function serverGroup(server: ServerState): ServerGroup {
  switch (server.status) {
    case 'failed':
    case 'needs-auth':
      return 'need-you';
    case 'pending':
    case 'connecting':
      return 'connecting';
    case 'connected':
      return 'connected';
    case 'disabled':
      return server.enabled ? 'need-you' : 'off';
  }
}
