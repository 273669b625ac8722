import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ModelSettings } from '../../shared/agent/model-settings.ts';
import type { ProviderConfig } from '../../shared/agent/provider.ts';
import { OFFLINE_PROVIDER_ID } from '../../shared/agent/provider.ts';
import type {
  ProviderDraft,
  ProviderState,
  ProviderTest,
} from '../../shared/ipc/routes/providers.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import {
  configOf,
  isSamePlace,
  keyHintOf,
  offlineConfig,
  offlineState,
  providerRecord,
  recordFrom,
  secretName,
  stateOf,
} from './provider-record.ts';
import type { ProviderRecord } from './provider-record.ts';
import type { SecretStore } from './secret-store.ts';
import type { VersionedFileOptions } from './versioned-file.ts';
import { VersionedFile } from './versioned-file.ts';

const PROVIDERS_SCHEMA_VERSION = 1;
const providersFile = z.object({ providers: z.array(providerRecord) });
type ProvidersFile = z.infer<typeof providersFile>;

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
  readonly #clock: Clock;
  readonly #listeners = new Set<(providers: readonly ProviderState[]) => void>();

  private constructor(file: VersionedFile<ProvidersFile>, secrets: SecretStore, clock: Clock) {
    this.#file = file;
    this.#secrets = secrets;
    this.#clock = clock;
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
    return new ProviderStore(file, secrets, options.clock);
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
    return { config: configOf(record), ...(apiKey === undefined ? {} : { apiKey }) };
  }

  /** Throws `provider.invalid` for a draft that cannot be kept. */
  check(draft: ProviderDraft): void {
    recordFrom('draft', draft);
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
    if (draft.kind !== before.kind) {
      throw new ParleyError(
        'provider.invalid',
        'A provider keeps its kind, and its key. Add another one for another kind.',
      );
    }
    const record = recordFrom(id, draft, before);
    if (secretName(before) !== secretName(record)) await this.#secrets.delete(secretName(before));
    return this.#replace(record);
  }

  /** Whether a change of the provider would send its requests another way. Throws `provider.not-found`. */
  isMoved(id: string, draft: ProviderDraft): boolean {
    return !isSamePlace(this.#find(id), draft);
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

  /** These first, in this order; the others keep theirs. */
  async reorder(order: readonly string[]): Promise<void> {
    const place = ({ id }: ProviderRecord): number => {
      const at = order.indexOf(id);
      return at < 0 ? order.length : at;
    };
    await this.#file.update(({ providers }) => ({
      providers: providers.toSorted((one, other) => place(one) - place(other)),
    }));
    this.#announce();
  }

  /** Rejects with `provider.not-found` or `secrets.unavailable`. */
  async setKey(id: string, key: string): Promise<ProviderState> {
    const record = this.#find(id);
    await this.#secrets.set(secretName(record), key);
    // What another key did says nothing about this one.
    const keyHint = keyHintOf(key, this.#clock.now());
    return this.#replace({ ...record, lastTest: undefined, keyHint });
  }

  async clearKey(id: string): Promise<ProviderState> {
    const record = this.#find(id);
    await this.#secrets.delete(secretName(record));
    return this.#replace({ ...record, keyHint: undefined, lastTest: undefined });
  }

  /** Replaces what the person said of a model. Rejects with `provider.not-found`, or `provider.invalid` for a model that is not offered. */
  async setModel(id: string, model: string, settings: ModelSettings): Promise<ProviderState> {
    const record = this.#find(id);
    if (!record.models.includes(model))
      throw new ParleyError('provider.invalid', `${record.label} does not offer "${model}".`);
    const all = Object.entries(record.modelSettings ?? {});
    const others = Object.fromEntries(all.filter(([name]) => name !== model));
    const isEmpty = Object.values(settings).every((value) => value === undefined);
    const modelSettings = isEmpty ? others : { ...others, [model]: settings };
    return this.#replace({ ...record, modelSettings });
  }

  /** Remembers what came of a test; nothing when the provider was removed meanwhile. */
  async noteTest(id: string, { ok, status }: Pick<ProviderTest, 'ok' | 'status'>): Promise<void> {
    const record = this.#file.value.providers.find((candidate) => candidate.id === id);
    if (!record) return;
    const at = this.#clock.now();
    await this.#replace({
      ...record,
      lastTest: { ok, at, ...(status === undefined ? {} : { status }) },
      ...(ok ? { lastWorkedAt: at } : {}),
    });
  }

  /** Remembers which models the provider lists no more; nothing when it was removed meanwhile. */
  async noteMissing(id: string, isMissing: (model: string) => boolean): Promise<void> {
    const record = this.#file.value.providers.find((candidate) => candidate.id === id);
    if (record) await this.#replace({ ...record, gone: record.models.filter(isMissing) });
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
    return stateOf(record, this.#secrets.state(secretName(record)));
  }

  async #replace(record: ProviderRecord): Promise<ProviderState> {
    await this.#file.update(({ providers }) => ({
      providers: providers.map((candidate) => (candidate.id === record.id ? record : candidate)),
    }));
    this.#announce();
    return this.#state(record);
  }

  #announce(): void {
    const providers = this.list();
    for (const listener of this.#listeners) listener(providers);
  }
}
