import { OFFLINE_MODEL_ID, OFFLINE_PROVIDER_ID } from '../../shared/agent/provider.ts';
import type { Settings } from '../../shared/ipc/routes/settings.ts';
import { settings } from '../../shared/ipc/routes/settings.ts';
import type { VersionedFileOptions } from './versioned-file.ts';
import { VersionedFile } from './versioned-file.ts';

const SETTINGS_SCHEMA_VERSION = 1;
/** What runtimes read from the same file. */
const RUNTIME_FIELDS = ['permissions', 'hooks', 'env', 'mcpServers', 'keptFiles'];

export const defaultSettings: Settings = {
  theme: 'system',
  defaultModel: { provider_id: OFFLINE_PROVIDER_ID, id: OFFLINE_MODEL_ID },
  sidebar: 'open',
  panel: 'open',
};

/** A patch as it comes over IPC: a field that is absent or undefined stays as it is. */
export type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined };

/** The person's settings, in `settings.json` of the profile. */
export class SettingsStore {
  readonly #file: VersionedFile<Settings>;
  readonly #listeners = new Set<(settings: Settings) => void>();

  private constructor(file: VersionedFile<Settings>) {
    this.#file = file;
  }

  static async open(
    options: Pick<VersionedFileOptions<Settings>, 'path' | 'clock' | 'onTrouble'> & {
      /** Nothing was kept before: the first steps are shown (UI-4). */
      readonly isNew?: boolean;
    },
  ): Promise<SettingsStore> {
    const { isNew = false, ...file } = options;
    return new SettingsStore(
      await VersionedFile.open({
        ...file,
        schema: settings,
        version: SETTINGS_SCHEMA_VERSION,
        initial: isNew ? { ...defaultSettings, welcomed: false } : defaultSettings,
        foreign: RUNTIME_FIELDS,
      }),
    );
  }

  get(): Settings {
    return this.#file.value;
  }

  /** Resolves with the new settings once they are on disk; then tells the listeners. */
  async set(patch: SettingsPatch): Promise<Settings> {
    const given = Object.fromEntries(
      Object.entries(patch).filter(([, value]) => value !== undefined),
    );
    const next = await this.#file.update((current) => ({ ...current, ...given }));
    for (const listener of this.#listeners) listener(next);
    return next;
  }

  /** Returns the function that ends the subscription. */
  onChange(listener: (settings: Settings) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
