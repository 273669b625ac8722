import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ProviderConfig } from '../../shared/agent/provider.ts';
import { OFFLINE_MODEL_ID, OFFLINE_PROVIDER_ID } from '../../shared/agent/provider.ts';
import type { ProviderDraft, ProviderState } from '../../shared/ipc/routes/providers.ts';
import { providerId } from '../../shared/ipc/routes/providers.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { SecretStore } from './secret-store.ts';
import type { VersionedFileOptions } from './versioned-file.ts';
import { VersionedFile } from './versioned-file.ts';

const PROVIDERS_SCHEMA_VERSION = 1;
const providerRecord = z.object({
  id: providerId,
  kind: z.enum(['anthropic', 'openai-compatible']),
  label: z.string(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  models: z.array(z.string()),
});
type ProviderRecord = z.infer<typeof providerRecord>;
const providersFile = z.object({ providers: z.array(providerRecord) });
type ProvidersFile = z.infer<typeof providersFile>;

const offlineState: ProviderState = {
  id: OFFLINE_PROVIDER_ID,
  kind: 'offline',
  label: 'Offline (no model)',
  models: [{ id: OFFLINE_MODEL_ID, label: 'Offline (no model)' }],
  key: 'not-needed',
};
const offlineConfig: ProviderConfig = {
  id: OFFLINE_PROVIDER_ID,
  kind: 'offline',
  label: offlineState.label,
};

/** What is needed to talk to a provider. */
export interface ResolvedProvider {
  readonly config: ProviderConfig;
  readonly apiKey?: string;
}

/**
 * Model providers and their keys. A key is bound to the origin of the address it was entered for: under another origin
 * it is not found, whoever changed the address and wherever. Ids are never used twice.
 */
export class ProviderStore {
  readonly #file: VersionedFile<ProvidersFile>;
  readonly #secrets: SecretStore;
  readonly #listeners = new Set<(providers: readonly ProviderState[]) => void>();

  private constructor(file: VersionedFile<ProvidersFile>, secrets: SecretStore) {
    this.#file = file;
    this.#secrets = secrets;
  }

  static async open(
    options: Pick<VersionedFileOptions<ProvidersFile>, 'path' | 'clock' | 'onTrouble'>,
    secrets: SecretStore,
  ): Promise<ProviderStore> {
    const file = await VersionedFile.open({
      ...options,
      schema: providersFile,
      version: PROVIDERS_SCHEMA_VERSION,
      initial: { providers: [] },
    });
    return new ProviderStore(file, secrets);
  }

  /** All providers, the built-in offline one first. */
  list(): readonly ProviderState[] {
    return [offlineState, ...this.#file.value.providers.map((record) => this.#state(record))];
  }

  /** The provider with its key, or undefined when there is none with this id. */
  async resolve(id: string): Promise<ResolvedProvider | undefined> {
    if (id === OFFLINE_PROVIDER_ID) return { config: offlineConfig };
    const record = this.#file.value.providers.find((candidate) => candidate.id === id);
    if (!record) return undefined;
    const apiKey = this.#secrets.get(secretName(record));
    return {
      config: {
        id: record.id,
        kind: record.kind,
        label: record.label,
        ...(record.baseUrl === undefined ? {} : { base_url: record.baseUrl }),
      },
      ...(apiKey === undefined ? {} : { apiKey }),
    };
  }

  async add(draft: ProviderDraft): Promise<ProviderState> {
    const record = recordFrom(`${draft.kind}-${randomUUID().slice(0, 8)}`, draft);
    await this.#file.update(({ providers }) => ({ providers: [...providers, record] }));
    this.#announce();
    return this.#state(record);
  }

  /** Forgets the key when the origin of the address changes. Rejects with `provider.not-found`. */
  async update(id: string, draft: ProviderDraft): Promise<ProviderState> {
    const before = this.#find(id);
    const record = recordFrom(id, draft);
    if (secretName(before) !== secretName(record)) await this.#secrets.delete(secretName(before));
    await this.#file.update(({ providers }) => ({
      providers: providers.map((candidate) => (candidate.id === id ? record : candidate)),
    }));
    this.#announce();
    return this.#state(record);
  }

  /** Forgets the provider and its key. Rejects with `provider.not-found`. */
  async remove(id: string): Promise<void> {
    const record = this.#find(id);
    await this.#secrets.delete(secretName(record));
    await this.#file.update(({ providers }) => ({
      providers: providers.filter((candidate) => candidate.id !== id),
    }));
    this.#announce();
  }

  /** Rejects with `provider.not-found` or `secrets.unavailable`. */
  async setKey(id: string, key: string): Promise<ProviderState> {
    const record = this.#find(id);
    await this.#secrets.set(secretName(record), key);
    this.#announce();
    return this.#state(record);
  }

  async clearKey(id: string): Promise<ProviderState> {
    const record = this.#find(id);
    await this.#secrets.delete(secretName(record));
    this.#announce();
    return this.#state(record);
  }

  /** Returns the function that ends the subscription. */
  onChange(listener: (providers: readonly ProviderState[]) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #find(id: string): ProviderRecord {
    if (id === OFFLINE_PROVIDER_ID) {
      throw new ParleyError(
        'provider.invalid',
        'The offline provider is built in and has no settings.',
      );
    }
    const record = this.#file.value.providers.find((candidate) => candidate.id === id);
    if (!record)
      throw new ParleyError('provider.not-found', 'This provider does not exist any more.');
    return record;
  }

  #state(record: ProviderRecord): ProviderState {
    const state = this.#secrets.state(secretName(record));
    const isKeyOptional = record.kind === 'openai-compatible' && isLocal(record.baseUrl);
    return {
      id: record.id,
      kind: record.kind,
      label: record.label,
      ...(record.baseUrl === undefined ? {} : { baseUrl: record.baseUrl }),
      models: record.models.map((model) => ({ id: model, label: model })),
      key: state === 'missing' && isKeyOptional ? 'not-needed' : state,
    };
  }

  #announce(): void {
    const providers = this.list();
    for (const listener of this.#listeners) listener(providers);
  }
}

function recordFrom(id: string, draft: ProviderDraft): ProviderRecord {
  if (draft.baseUrl !== undefined && hasCredentials(draft.baseUrl)) {
    throw new ParleyError(
      'provider.invalid',
      'The address holds a user name or password; enter the key in its own field.',
    );
  }
  return {
    id,
    kind: draft.kind,
    label: draft.label,
    ...(draft.baseUrl === undefined ? {} : { baseUrl: draft.baseUrl }),
    models: [...new Set(draft.models)],
  };
}

function hasCredentials(address: string): boolean {
  const url = new URL(address);
  return url.username !== '' || url.password !== '';
}

/** The origin is part of the name, which binds the key to it. */
function secretName(record: ProviderRecord): string {
  const origin = record.baseUrl === undefined ? 'default' : new URL(record.baseUrl).origin;
  return `provider/${record.id}/${origin}`;
}

/** Model servers on this machine usually take no key. */
function isLocal(address: string | undefined): boolean {
  if (address === undefined) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
