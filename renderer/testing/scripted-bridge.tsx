import { act, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { Bridge, Reply } from '../../shared/ipc/contract.ts';
import type { CallValue, EventName, EventPayload, Route } from '../../shared/ipc/registry.ts';
import type { WireError } from '../../shared/lib/errors.ts';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import type { ToolInfo } from '../../shared/mcp/tool.ts';
import { ActionsProvider } from '../lib/actions/action-context.tsx';
import { createActionRegistry } from '../lib/actions/action-registry.ts';
import { AppDataProvider } from '../lib/app-data-context.tsx';
import { createAppData, type AppDataStore } from '../lib/app-data.ts';
import { createIpc } from '../lib/ipc.ts';
import { IpcProvider } from '../lib/ipc-context.tsx';

/** A person at keyboard and mouse. The check of pointer-events costs seconds without a real layout engine. */
export function person(): UserEvent {
  return userEvent.setup({ pointerEventsCheck: 0, delay: null });
}

/** Types in one go: a press for each letter only costs time. */
export async function fill(user: UserEvent, input: HTMLElement, value: string): Promise<void> {
  await user.click(input);
  await user.paste(value);
}

type Answer<K extends Route> = CallValue<K> | Promise<CallValue<K>>;
/** What main answers, by route; a route without one answers `ipc.unknown-route`. Throw a `wireError` to fail. */
export type Script = { [K in Route]?: (input: never) => Answer<K> };

/** The preload's two functions, answered by a script. */
export interface ScriptedBridge extends Bridge {
  readonly calls: readonly { readonly route: string; readonly input: unknown }[];
  /** Inputs of the calls of one route. */
  inputs(route: Route): readonly unknown[];
  emit<K extends EventName>(event: K, payload: EventPayload<K>): void;
}

export function scriptBridge(script: Script): ScriptedBridge {
  const calls: { route: string; input: unknown }[] = [];
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  return {
    calls,
    inputs: (route) => calls.filter((call) => call.route === route).map((call) => call.input),
    async call(route, input): Promise<Reply<unknown>> {
      calls.push({ route, input });
      const handler = script[route as Route] as ((input: unknown) => unknown) | undefined;
      if (handler === undefined) {
        const message = `${route} is not in the script.`;
        return { ok: false, error: { code: 'ipc.unknown-route', message, retryable: false } };
      }
      try {
        return { ok: true, value: await handler(input) };
      } catch (error) {
        if (!(error instanceof ScriptedError)) throw error;
        const { code, message, retryable } = error;
        return { ok: false, error: { code, message, retryable } };
      }
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => set.delete(listener);
    },
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? []) listener(payload);
    },
  };
}

/** An error as main sends it, to be thrown by a script. */
class ScriptedError extends Error implements WireError {
  readonly retryable = false;
  constructor(
    readonly code: WireError['code'],
    message: string,
  ) {
    super(message);
  }
}

export function wireError(code: WireError['code'], message: string): Error {
  return new ScriptedError(code, message);
}

const defaults: Script = {
  'app.info': () => ({
    version: '1.2.3',
    platform: 'linux',
    profileFolder: '/home/mira/.parley',
    secretStorage: 'keychain',
    notices: [],
  }),
  'settings.get': () => ({
    theme: 'system',
    defaultModel: { provider_id: 'offline', id: 'offline' },
    sidebar: 'open',
    panel: 'open',
  }),
  'servers.list': () => ({ servers: [], sequence: 0 }),
  'shell.setActions': () => undefined,
  'inbox.list': () => ({ past: [] }),
  'serverSetup.takeLinks': () => ({ readings: [] }),
  'providers.list': () => ({ providers: [] }),
  'sessions.list': () => ({ sessions: [], prompts: [] }),
  'sessionList.view': () => undefined,
  'signIns.list': () => ({ signIns: [], sequence: 0 }),
  'elicitations.list': () => ({ questions: [] }),
  'permissions.list': () => ({ grants: [], changed: [] }),
};

export interface RenderedWindow {
  readonly bridge: ScriptedBridge;
  readonly store: AppDataStore;
  readonly view: RenderResult;
  /** Sends an event of main and lets the window draw it. */
  emit<K extends EventName>(event: K, payload: EventPayload<K>): Promise<void>;
}

/** Renders a page as the shell does: with IPC over a scripted bridge and everything loaded. */
export async function renderWindow(page: ReactNode, script: Script = {}): Promise<RenderedWindow> {
  const bridge = scriptBridge({ ...defaults, ...script });
  const ipc = createIpc(bridge);
  const data = createAppData(ipc);
  await data.load();
  const view = render(
    <IpcProvider ipc={ipc}>
      <AppDataProvider store={data.store}>
        <ActionsProvider registry={createActionRegistry()}>{page}</ActionsProvider>
      </AppDataProvider>
    </IpcProvider>,
  );
  return {
    bridge,
    store: data.store,
    view,
    emit: async (event, payload) => {
      await act(async () => bridge.emit(event, payload));
    },
  };
}

let servers = 0;

/** A connected stdio server; give what matters for the test. */
export function serverState(part: Partial<ServerState> = {}): ServerState {
  servers += 1;
  const name = part.name ?? `server-${String(servers)}`;
  return {
    id: `00000000-0000-4000-8000-${String(servers).padStart(12, '0')}`,
    key: name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-'),
    name,
    origin: 'user',
    definition: { type: 'stdio', command: 'npx', args: ['-y', 'some-server'], envNames: [] },
    enabled: true,
    trusted: true,
    startTimeoutMs: 60_000,
    settings: {
      scope: { kind: 'user' },
      sharing: 'shared',
      trustHints: false,
      tools: {},
      signIn: {},
    },
    status: 'connected',
    tools: [],
    setAside: [],
    ...part,
  };
}

/** A tool without any declared hint. */
export function toolInfo(part: Partial<ToolInfo> & { name: string }): ToolInfo {
  return { inputSchema: { type: 'object' }, annotations: {}, ...part };
}
