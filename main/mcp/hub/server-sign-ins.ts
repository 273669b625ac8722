import { ParleyError, messageOf } from '../../../shared/lib/errors.ts';
import type { ServerRecord, SignInSettings } from '../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { ServerSignIn, SignInRedirect, SignInStorage } from '../../../shared/mcp/sign-in.ts';
import { signInPlace } from '../oauth/credential.ts';
import { isResourceOf } from '../oauth/discovery.ts';
import type { ServerAuth, SignInEvent } from '../oauth/oauth-contract.ts';
import { SignInAttempts, keepFailure } from './sign-in-attempts.ts';
import type {
  ServerSignIns,
  ServerSignInsDeps,
  SignInList,
  StartOutcome,
} from './sign-in-contract.ts';
import {
  accountOf,
  clientSecretName,
  newEntry,
  publicSignIn,
  readAccounts,
} from './sign-in-state.ts';
import type { SignInEntry } from './sign-in-state.ts';

/** How fresh a key press or click must be for what opens or writes something without another question, in ms. */
const GESTURE_MS = 1_000;

/** The sign-ins of the hub's servers: see the contract beside this file. */
export class HubSignIns implements ServerSignIns {
  readonly #deps: ServerSignInsDeps;
  readonly #attempts: SignInAttempts;
  readonly #entries = new Map<string, SignInEntry>();
  readonly #listeners = new Set<(list: SignInList) => void>();
  #sequence = 0;
  #isAnnouncing = false;
  #isDisposed = false;

  constructor(deps: ServerSignInsDeps) {
    this.#deps = deps;
    this.#attempts = new SignInAttempts(deps, {
      onChange: () => this.announce(),
      onSignedIn: (serverId, keepsConnection) => this.#signedIn(serverId, keepsConnection),
    });
  }

  list(): SignInList {
    // A keychain may wait for a person: what it holds comes as a change.
    for (const record of this.#records()) void this.#refresh(record);
    return this.#now();
  }

  #records(): readonly ServerRecord[] {
    const hub = this.#deps.hub();
    return hub.list().flatMap(({ id }) => {
      const record = hub.recordOf(id);
      return record && isRemote(record) ? [record] : [];
    });
  }

  #now(): SignInList {
    return {
      signIns: this.#records().map((record) => this.#shown(record)),
      storage: this.#deps.storage(),
      sequence: this.#sequence,
    };
  }

  #shown(record: ServerRecord): ServerSignIn {
    const shown = publicSignIn(record, this.#entry(record.id), this.#deps.secrets);
    const isConnected = this.#stateOf(record.id)?.status === 'connected';
    // Another program may have signed in meanwhile.
    return shown.needs === 'sign-in' && isConnected ? { ...shown, needs: undefined } : shown;
  }

  onChange(listener: (list: SignInList) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Something that is shown is another one. Changes of one moment are one announcement. */
  announce(): void {
    if (this.#isAnnouncing || this.#isDisposed) return;
    this.#isAnnouncing = true;
    queueMicrotask(() => {
      this.#isAnnouncing = false;
      this.#sequence += 1;
      const list = this.#now();
      for (const listener of [...this.#listeners]) listener(list);
    });
  }

  #entry(serverId: string): SignInEntry {
    const known = this.#entries.get(serverId) ?? newEntry();
    this.#entries.set(serverId, known);
    return known;
  }

  #remote(serverId: string): ServerRecord {
    const record = this.#deps.hub().recordOf(serverId);
    if (!record) {
      throw new ParleyError('server.not-found', 'This server does not exist any more.');
    }
    if (!isRemote(record)) {
      throw new ParleyError('server.invalid', 'Only servers behind an address have a sign-in.');
    }
    return record;
  }

  authOf(record: ServerRecord, serverUrl: string, caFile?: string): ServerAuth {
    const entry = this.#entry(record.id);
    entry.caFile = caFile;
    const isOther = entry.serverUrl !== serverUrl;
    entry.serverUrl = serverUrl;
    if (isOther) void this.#refresh(record);
    return this.#auth(record, serverUrl, accountOf(record));
  }

  /** One for each address, account and client, so that what is known of a sign-in outlives the connection. */
  #auth(record: ServerRecord, serverUrl: string, account: string): ServerAuth {
    const { auths, caFile } = this.#entry(record.id);
    const { clientId, scope } = record.settings.signIn;
    const clientSecret = this.#deps.secrets.get(clientSecretName(record.id, serverUrl));
    const key = JSON.stringify([serverUrl, account, clientId, clientSecret, scope, caFile]);
    const known = auths.get(key);
    if (known) return known;
    const made = this.#deps.engine.forServer({
      serverId: signInPlace(serverUrl),
      serverUrl,
      caFile,
      account,
      scope,
      client: clientId === undefined ? undefined : { clientId, clientSecret },
      interaction: 'on-request',
      onEvent: (event) => this.#heard(record.id, account, event),
    });
    auths.set(key, made);
    return made;
  }

  #urlOf(record: ServerRecord): string {
    const known = this.#entry(record.id).serverUrl;
    if (known !== undefined) return known;
    return 'url' in record.definition ? record.definition.url : '';
  }

  #heard(serverId: string, account: string, event: SignInEvent): void {
    const entry = this.#entry(serverId);
    const record = this.#deps.hub().recordOf(serverId);
    if (!record || accountOf(record) !== account) return;
    if (event.type === 'needed') {
      entry.needs = event.why === 'unauthorized' ? 'sign-in' : 'more-access';
      entry.scope = event.scope;
      // What was stored may be spent.
      void this.#refresh(record);
    } else if (event.type === 'signed-in' || event.type === 'signed-out') {
      // Another server of the same address has the same sign-ins.
      for (const one of this.#records()) void this.#refresh(one);
    }
    this.announce();
  }

  /** Reads again what is stored. Never rejects. */
  async #refresh(record: ServerRecord): Promise<void> {
    const entry = this.#entry(record.id);
    const url = this.#urlOf(record);
    if (!URL.canParse(url)) return;
    try {
      entry.accounts = await readAccounts(this.#deps.store, url);
      for (const { label } of entry.accounts) entry.labels.delete(label);
    } catch (failure) {
      keepFailure(entry, failure, this.#deps.clock.now());
    }
    this.announce();
  }

  async start(
    serverId: string,
    redirect: SignInRedirect | undefined,
    signal: AbortSignal,
  ): Promise<StartOutcome> {
    const record = this.#remote(serverId);
    const entry = this.#entry(serverId);
    if (entry.attempt && redirect === undefined) return 'waiting';
    this.#attempts.giveUp(entry);
    const auth = this.#auth(record, this.#urlOf(record), accountOf(record));
    return this.#attempts.start(record, entry, auth, redirect, signal);
  }

  async #signedIn(serverId: string, keepsConnection: boolean): Promise<void> {
    const record = this.#deps.hub().recordOf(serverId);
    if (!record) return;
    await this.#refresh(record);
    const isConnected = this.#stateOf(serverId)?.status === 'connected';
    if (!(keepsConnection && isConnected)) await this.#reconnect(serverId);
  }

  #stateOf(serverId: string): ServerState | undefined {
    return this.#deps
      .hub()
      .list()
      .find(({ id }) => id === serverId);
  }

  async #reconnect(serverId: string): Promise<void> {
    if (this.#stateOf(serverId)?.enabled !== true) return;
    await this.#deps
      .hub()
      .restart(serverId)
      .catch((failure: unknown) => {
        this.#deps.log('warn', 'A server was not started again after its sign-in changed.', {
          reason: messageOf(failure),
        });
      });
  }

  cancel(serverId: string): void {
    const entry = this.#entry(this.#remote(serverId).id);
    entry.failure = undefined;
    this.#attempts.giveUp(entry);
  }

  async openAgain(serverId: string, lastInputAt: number): Promise<boolean> {
    const entry = this.#entry(this.#remote(serverId).id);
    const { progress } = entry;
    if (progress?.step !== 'waiting') return false;
    this.#requireGesture(lastInputAt);
    const isShown = await this.#deps.pages.open(progress.authUrl);
    if (entry.progress === progress) entry.progress = { ...progress, isShown };
    this.announce();
    return isShown;
  }

  #requireGesture(lastInputAt: number): void {
    if (this.#deps.clock.now() - lastInputAt <= GESTURE_MS) return;
    throw new ParleyError(
      'session.no-gesture',
      'This did not follow a key press or a click, so it was not done.',
    );
  }

  async signOut(serverId: string): Promise<void> {
    const record = this.#remote(serverId);
    await this.#signOutOf(record, accountOf(record));
    this.#entry(serverId).failure = undefined;
    await this.#refresh(record);
    await this.#reconnect(serverId);
  }

  async #signOutOf(record: ServerRecord, account: string): Promise<void> {
    this.#attempts.giveUp(this.#entry(record.id));
    await this.#auth(record, this.#urlOf(record), account).signOut();
  }

  async chooseRedirect(
    serverId: string,
    redirect: SignInRedirect | null,
    lastInputAt: number,
  ): Promise<void> {
    this.#remote(serverId);
    if (redirect === 'protocol' && !(await this.#deps.protocol.isOurs())) {
      this.#requireGesture(lastInputAt);
      if (!(await this.#deps.protocol.register())) {
        const message =
          'The system did not make this app the one that opens its own links, so nothing was changed.';
        throw new ParleyError('link.not-registered', message);
      }
    }
    await this.#change(serverId, { redirect: redirect ?? undefined });
  }

  #change(serverId: string, change: Partial<SignInSettings>): Promise<void> {
    return this.#deps
      .hub()
      .updateSettings(serverId, (settings) => ({
        ...settings,
        signIn: { ...settings.signIn, ...change },
      }))
      .then(() => this.announce());
  }

  async chooseAccount(serverId: string, account: string): Promise<void> {
    const record = this.#remote(serverId);
    const entry = this.#entry(serverId);
    if (account !== accountOf(record)) {
      this.#attempts.giveUp(entry);
      entry.needs = undefined;
      entry.failure = undefined;
      if (account !== '') entry.labels.add(account);
      await this.#change(serverId, { account: account === '' ? undefined : account });
      await this.#refresh(this.#remote(serverId));
      await this.#reconnect(serverId);
    }
  }

  async removeAccount(serverId: string, account: string): Promise<void> {
    const record = this.#remote(serverId);
    await this.#signOutOf(record, account);
    const entry = this.#entry(serverId);
    entry.labels.delete(account);
    await this.#refresh(record);
    if (account !== accountOf(record)) return;
    await this.chooseAccount(serverId, entry.accounts[0]?.label ?? '');
    if (account === '') await this.#reconnect(serverId);
  }

  async setClient(
    serverId: string,
    client: { id: string | null; secret?: string | undefined },
  ): Promise<void> {
    const record = this.#remote(serverId);
    this.#attempts.giveUp(this.#entry(serverId));
    const name = clientSecretName(serverId, this.#urlOf(record));
    const isOther = client.id !== (record.settings.signIn.clientId ?? null);
    // A secret belongs to its client.
    if (isOther || client.secret === '') await this.#deps.secrets.delete(name);
    if (client.id !== null && client.secret) await this.#deps.secrets.set(name, client.secret);
    await this.#change(serverId, { clientId: client.id ?? undefined });
    this.#entry(serverId).failure = undefined;
    this.announce();
  }

  async keepInFile(lastInputAt: number): Promise<SignInStorage> {
    this.#requireGesture(lastInputAt);
    await this.#deps.keepInFile();
    return this.#deps.storage() ?? { backend: 'memory' };
  }

  async forget(record: ServerRecord): Promise<void> {
    if (!isRemote(record)) return;
    this.#attempts.giveUp(this.#entry(record.id));
    try {
      const url = this.#urlOf(record);
      for (const account of await this.#ownAccounts(record, url))
        await this.#auth(record, url, account).signOut();
      await this.#deps.secrets.delete(clientSecretName(record.id, this.#urlOf(record)));
    } catch (failure) {
      this.#deps.log('warn', 'A sign-in of a removed server could not be forgotten.', {
        reason: messageOf(failure),
      });
    }
    this.#entries.delete(record.id);
    this.announce();
  }

  /** The accounts of a server's address that no other server has as well. */
  async #ownAccounts(record: ServerRecord, url: string): Promise<ReadonlySet<string>> {
    if (!URL.canParse(url)) return new Set();
    const others = this.#records()
      .filter(({ id }) => id !== record.id)
      .map((other) => this.#urlOf(other))
      .filter((other) => URL.canParse(other));
    const keys = await this.#deps.store.list(signInPlace(url));
    const own = keys.filter(
      ({ resource }) =>
        isResourceOf(url, resource) && !others.some((other) => isResourceOf(other, resource)),
    );
    return new Set(own.map(({ account }) => account));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const entry of this.#entries.values()) this.#attempts.giveUp(entry);
  }
}

function isRemote(record: ServerRecord): boolean {
  return record.definition.type === 'http' || record.definition.type === 'sse';
}
