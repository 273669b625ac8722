import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOAuthServer } from '../../../../e2e/servers/oauth/oauth-server.ts';
import type { OAuthScript } from '../../../../e2e/servers/oauth/oauth-faults.ts';
import type { ScriptedOAuth } from '../../../../e2e/servers/oauth/oauth-server.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import type { ServerSignIn } from '../../../../shared/mcp/sign-in.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { silentLog } from '../../../lib/logger.ts';
import { spawnManaged } from '../../../lib/subprocess.ts';
import { ServerStore } from '../../config/server-store.ts';
import { createOAuthEngine } from '../../oauth/oauth-engine.ts';
import type { OAuthEngine } from '../../oauth/oauth-contract.ts';
import { ProfileCredentialStore } from '../../oauth/profile-store.ts';
import { serveNotes } from '../../servers/notes.ts';
import { McpHub } from '../hub.ts';
import { HubSignIns } from '../server-sign-ins.ts';
import type { SignInPage, SignInPages } from '../sign-in-contract.ts';

/** What the pretended person does with the question about a page, and then in the browser. */
export interface PretendedPerson {
  answer: 'agrees' | 'refuses' | 'hesitates';
  /** True: allows it and lets the browser go back. */
  finishes: boolean;
  hasBrowser: boolean;
  /** Questions that were put. */
  readonly asked: SignInPage[];
  /** Pages that the browser was given. */
  readonly opened: string[];
}

/** A hub with its sign-ins, a scripted authorization server and a pretended person. Whoever opens it closes it. */
export interface SignInDesk {
  /** The profile. */
  readonly root: string;
  readonly hub: McpHub;
  readonly signIns: HubSignIns;
  readonly engine: OAuthEngine;
  readonly scripted: ScriptedOAuth;
  readonly person: PretendedPerson;
  readonly protocol: { isOurs: boolean; takesOver: boolean };
  readonly secrets: Map<string, string>;
  readonly clock: Clock;
  /** The store of the profile, as every program that opens it sees it. */
  store(): ProfileCredentialStore;
  /** Adds the protected server. */
  add(name?: string, url?: string): Promise<string>;
  stateOf(serverId: string): ServerState;
  signInOf(serverId: string): Promise<ServerSignIn>;
  /** What a browser does with the page that waits: allows it, and gives the address that it is sent to. */
  consent(serverId: string): Promise<string>;
  /** The same hub and sign-ins over the same profile, as after a restart. */
  reopen(): Promise<SignInDesk>;
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly script?: Partial<OAuthScript> | undefined;
  readonly clock?: Clock | undefined;
}

export const never = new AbortController().signal;

export async function openSignInDesk(options: DeskOptions = {}): Promise<SignInDesk> {
  const root = await mkdtemp(join(tmpdir(), 'parley-sign-ins-'));
  const scripted = await startOAuthServer(options.script);
  const clock = options.clock ?? systemClock;
  const desk = await openOver({ root, scripted, clock, secrets: new Map() });
  return {
    ...desk,
    close: async () => {
      await desk.close();
      await scripted.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

interface Ground {
  readonly root: string;
  readonly scripted: ScriptedOAuth;
  readonly clock: Clock;
  readonly secrets: Map<string, string>;
}

function profileStore({ root, clock }: Ground): ProfileCredentialStore {
  const options = { configRoot: root, clock, log: silentLog, keychain: null };
  return new ProfileCredentialStore(options, () => undefined);
}

interface SignInParts {
  readonly store: ProfileCredentialStore;
  readonly engine: OAuthEngine;
  readonly person: PretendedPerson;
  readonly protocol: SignInDesk['protocol'];
  readonly hub: () => McpHub;
}

function openSignIns(ground: Ground, parts: SignInParts): HubSignIns {
  const { clock, secrets, scripted } = ground;
  const { store, engine, person, protocol, hub } = parts;
  return new HubSignIns({
    engine,
    store,
    storage: () => store.opened && { backend: store.backend, reason: store.opened.reason },
    keepInFile: () => store.keepInFile(),
    secrets: {
      get: (name) => secrets.get(name),
      set: async (name, secret) => void secrets.set(name, secret),
      delete: async (name) => void secrets.delete(name),
      state: (name) => (secrets.has(name) ? 'stored' : 'missing'),
    },
    hub,
    pages: pretendedPages(person, scripted, engine),
    protocol: {
      isOurs: async () => protocol.isOurs,
      register: async () => (protocol.isOurs = protocol.takesOver),
    },
    clock,
    log: silentLog,
    signInTimeoutMs: 600_000,
  });
}

async function openHub({ root, clock }: Ground, signIns: HubSignIns): Promise<McpHub> {
  const path = join(root, 'servers.json');
  return new McpHub({
    store: await ServerStore.open({ path, clock, onTrouble: () => undefined }),
    consent: { reviewServer: async () => true },
    clientName: 'Parley',
    clientVersion: '0.1.0',
    clock,
    log: silentLog,
    spawn: spawnManaged,
    environment: process.env,
    searchPath: async () => '',
    serverFolder: join(root, 'servers'),
    signIns,
    builtins: {
      notes: (transport) =>
        serveNotes(transport, { folder: join(root, 'notes'), version: '0.1.0' }),
    },
  });
}

async function openOver(ground: Ground): Promise<SignInDesk> {
  const { scripted, clock, secrets } = ground;
  const person: PretendedPerson = {
    answer: 'agrees',
    finishes: true,
    hasBrowser: true,
    asked: [],
    opened: [],
  };
  const protocol = { isOurs: false, takesOver: true };
  const store = profileStore(ground);
  await store.keepInFile();
  const engine = createOAuthEngine({
    store,
    clock,
    log: silentLog,
    description: { clientName: 'Parley' },
    redirect: 'loopback',
    openUrl: () => Promise.reject(new Error('not by itself')),
  });
  const served: McpHub[] = [];
  const theHub = (): McpHub => {
    const [hub] = served;
    if (!hub) throw new Error('The hub is not there yet.');
    return hub;
  };
  const signIns = openSignIns(ground, { store, engine, person, protocol, hub: theHub });
  const hub = await openHub(ground, signIns);
  served.push(hub);
  await hub.start();
  const close = async (): Promise<void> => {
    await hub.dispose();
    signIns.dispose();
    await engine.dispose();
  };
  const actions = deskActions(hub, signIns, scripted);
  return {
    root: ground.root,
    ...{ hub, signIns, engine, scripted, person, protocol, secrets, clock, ...actions, close },
    store: () => profileStore(ground),
    reopen: async () => {
      await close();
      return openOver(ground);
    },
  };
}

function deskActions(
  hub: McpHub,
  signIns: HubSignIns,
  scripted: ScriptedOAuth,
): Pick<SignInDesk, 'add' | 'stateOf' | 'signInOf' | 'consent'> {
  const signInOf = async (serverId: string): Promise<ServerSignIn> => {
    const found = signIns.list().signIns.find((one) => one.serverId === serverId);
    if (!found) throw new Error('The server has no sign-in.');
    return found;
  };
  return {
    signInOf,
    add: async (name = 'Protected', url = scripted.mcpUrl) => {
      const definition = { type: 'http', url, headers: {} } as const;
      const draft = { name, definition, startTimeoutMs: 30_000 };
      const { serverId = '' } = await hub.add(draft, never);
      return serverId;
    },
    stateOf: (serverId) => {
      const state = hub.list().find(({ id }) => id === serverId);
      if (!state) throw new Error('The server is gone.');
      return state;
    },
    consent: async (serverId) => {
      const { progress } = await signInOf(serverId);
      if (progress?.step !== 'waiting') throw new Error('No page waits.');
      return scripted.consent(progress.authUrl);
    },
  };
}

function pretendedPages(
  person: PretendedPerson,
  scripted: ScriptedOAuth,
  engine: OAuthEngine,
): SignInPages {
  const open = async (url: string): Promise<boolean> => {
    if (!person.hasBrowser) return false;
    person.opened.push(url);
    if (!person.finishes) return true;
    const target = await scripted.consent(url);
    if (target.startsWith('parley:')) engine.deliver(target).catch(() => undefined);
    else
      void fetch(target)
        .then((answer) => answer.text())
        .catch(() => undefined);
    return true;
  };
  return {
    open,
    show: async (page, signal) => {
      person.asked.push(page);
      if (person.answer === 'refuses') return 'refused';
      if (person.answer === 'hesitates') {
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('withdrawn')), { once: true });
        });
      }
      return (await open(page.url)) ? 'opened' : 'not-opened';
    },
  };
}
