import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppInfo, AppNotice } from '../../shared/ipc/routes/app.ts';
import type { PermissionsState } from '../../shared/ipc/routes/permissions.ts';
import type { OpenQuestion } from '../../shared/ipc/routes/elicitations.ts';
import type { PastItem } from '../../shared/ipc/routes/inbox.ts';
import type { ProviderState } from '../../shared/ipc/routes/providers.ts';
import type {
  ListPlace,
  PermissionPrompt,
  SessionSummary,
} from '../../shared/ipc/routes/sessions.ts';
import type { Settings } from '../../shared/ipc/routes/settings.ts';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import type { ServerSignIn, SignInStorage } from '../../shared/mcp/sign-in.ts';
import { SessionFeed } from './session-feed.ts';
import { readableError, type ReadableError } from './error-sentence.ts';
import type { Ipc } from './ipc.ts';

/** What the whole window shares: main's state as it was last told. Lists keep main's order. */
export interface AppData {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: ReadableError | undefined;
  readonly info: AppInfo | undefined;
  readonly notices: readonly AppNotice[];
  readonly settings: Settings;
  readonly servers: readonly ServerState[];
  readonly providers: readonly ProviderState[];
  readonly sessions: readonly SessionSummary[];
  /** Open prompts of all sessions, oldest first. */
  readonly prompts: readonly PermissionPrompt[];
  /** The sign-ins of the servers behind an address. */
  readonly signIns: readonly ServerSignIn[];
  /** What keeps them; undefined until one was needed. */
  readonly signInStorage: SignInStorage | undefined;
  /** What servers ask, over all sessions, oldest first. */
  readonly questions: readonly OpenQuestion[];
  /** What was answered and what failed in this run of the app, newest first. */
  readonly past: readonly PastItem[];
  /** What is allowed and denied, and which tools changed since. */
  readonly permissions: PermissionsState;
}

export type AppDataStore = StoreApi<AppData>;
type Shared = Omit<AppData, 'status' | 'error'>;

const beforeLoading: AppData = {
  status: 'loading',
  error: undefined,
  info: undefined,
  notices: [],
  settings: {
    theme: 'system',
    defaultModel: { provider_id: 'offline', id: 'offline' },
    sidebar: 'open',
    panel: 'open',
  },
  servers: [],
  providers: [],
  sessions: [],
  prompts: [],
  signIns: [],
  signInStorage: undefined,
  questions: [],
  past: [],
  permissions: { grants: [], changed: [] },
};

/** The store and its ties to main; `dispose` ends the subscriptions. */
export interface AppDataSource {
  readonly store: AppDataStore;
  /** Reads everything from main. Failures end in `status: 'failed'`; it never rejects. */
  load(): Promise<void>;
  dispose(): void;
}

/** Subscribes first and reads then, so that nothing between is lost: what an event brought meanwhile is newer than what was read. */
export function createAppData(ipc: Ipc): AppDataSource {
  const store = createStore<AppData>(() => beforeLoading);
  const told = new Set<string>();
  const tell = (part: Partial<Shared>) => {
    for (const key of Object.keys(part)) told.add(key);
    store.setState(part);
  };
  const list = new SessionFeed((sessions) => store.setState({ sessions }));
  let serverSequence = -1;
  let signInSequence = -1;
  const ends = [
    ipc.on('app.notices', ({ notices }) => tell({ notices })),
    ipc.on('settings.changed', (settings) => tell({ settings })),
    ipc.on('servers.changed', ({ servers, sequence }) => {
      if (sequence < serverSequence) return;
      serverSequence = sequence;
      tell({ servers });
    }),
    ipc.on('signIns.changed', ({ signIns, storage, sequence }) => {
      if (sequence < signInSequence) return;
      signInSequence = sequence;
      tell({ signIns, signInStorage: storage });
    }),
    ipc.on('providers.changed', ({ providers }) => tell({ providers })),
    ipc.on('sessions.changed', (change) => list.change(change)),
    ipc.on('elicitations.changed', ({ questions }) => tell({ questions })),
    ipc.on('inbox.changed', ({ past }) => tell({ past })),
    ipc.on('sessions.prompts', ({ prompts }) => tell({ prompts })),
    ipc.on('permissions.changed', (permissions) => tell({ permissions })),
  ];
  const load = async () => {
    told.clear();
    list.begin();
    store.setState({ status: 'loading', error: undefined });
    try {
      const { next, ...read } = await readAll(ipc);
      const fresh = Object.fromEntries(Object.entries(read).filter(([key]) => !told.has(key)));
      store.setState({ ...fresh, status: 'ready' });
      await list.readRest(ipc, read.sessions ?? [], next);
    } catch (error) {
      store.setState({ status: 'failed', error: readableError(error) });
    }
  };
  return {
    store,
    load,
    dispose: () => {
      for (const end of ends) end();
    },
  };
}

async function readAll(ipc: Ipc): Promise<Partial<Shared> & { readonly next?: ListPlace }> {
  const [info, settings, servers, signIns, providers, sessions, asked, inbox, permissions] =
    await Promise.all([
      ipc.call('app.info'),
      ipc.call('settings.get'),
      ipc.call('servers.list'),
      ipc.call('signIns.list'),
      ipc.call('providers.list'),
      ipc.call('sessions.list'),
      ipc.call('elicitations.list'),
      ipc.call('inbox.list'),
      ipc.call('permissions.list'),
    ]);
  return {
    info,
    notices: info.notices,
    settings,
    servers: servers.servers,
    signIns: signIns.signIns,
    signInStorage: signIns.storage,
    providers: providers.providers,
    sessions: sessions.sessions,
    ...(sessions.next === undefined ? {} : { next: sessions.next }),
    prompts: sessions.prompts,
    questions: asked.questions,
    past: inbox.past,
    permissions,
  };
}
