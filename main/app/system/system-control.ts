import type { ShortcutChoices } from '../../../shared/actions/action-list.ts';
import { bindingsOf } from '../../../shared/actions/action-list.ts';
import { acceleratorOf, mayBeGlobal } from '../../../shared/actions/shortcut.ts';
import type { SystemState } from '../../../shared/ipc/routes/shell.ts';
import type { SystemSettings } from '../../../shared/ipc/routes/settings.ts';
import { messageOf, ParleyError } from '../../../shared/lib/errors.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { Log } from '../../lib/logger.ts';
import { SerialWork } from '../../lib/serial-work.ts';

/** Something of the system that is on or off. Rejects when the system refuses. */
export interface SystemPart {
  readonly isSupported: boolean;
  set(isOn: boolean): Promise<void> | void;
}

/** Keys that are heard while other programs are in front. */
export interface GlobalKeys {
  readonly isSupported: boolean;
  /** Null for none. False when another program has them. */
  use(accelerator: string | null): boolean;
}

export interface SystemControlDeps {
  readonly tray: SystemPart;
  readonly openAtLogin: SystemPart;
  readonly spelling: SystemPart;
  readonly globalKeys: GlobalKeys;
  readonly isMac: boolean;
  readonly settings: {
    get(): {
      readonly system?: SystemSettings | undefined;
      readonly shortcuts?: ShortcutChoices | undefined;
    };
    set(patch: { readonly system: SystemSettings }): Promise<unknown>;
    onChange(listener: () => void): () => void;
  };
  readonly onChange: (state: SystemState) => void;
  readonly log: Log;
}

/** What is asked of the system, in this order; the keys follow what is kept. */
const partNames = ['tray', 'openAtLogin', 'spelling'] as const;
type PartName = (typeof partNames)[number];

/** What is absent stays as it is. */
type SystemPatch = { readonly [K in keyof SystemSettings]?: boolean | undefined };

const off: SystemSettings = {
  tray: false,
  openAtLogin: false,
  quickPrompt: false,
  spelling: false,
};

/** How the app lives in the system (UI-62): everything is off until the person turns it on, and what the system refuses is not said to be on. */
export class SystemControl implements Disposable {
  readonly #deps: SystemControlDeps;
  readonly #end: () => void;
  readonly #changes = new SerialWork();
  #usedKeys: string | null = null;
  #isTaken = false;

  constructor(deps: SystemControlDeps) {
    this.#deps = deps;
    this.#end = deps.settings.onChange(() => {
      if (this.#useKeys()) deps.onChange(this.state());
    });
  }

  /** Closing the window leaves the app running. */
  get staysInTray(): boolean {
    return this.#deps.tray.isSupported && this.#settings.tray;
  }

  /** Turns on what the person had turned on. A part that fails leaves the others. */
  async start(): Promise<void> {
    const { tray, spelling, log } = this.#deps;
    for (const [name, part] of Object.entries({ tray, spelling })) {
      if (!part.isSupported) continue;
      try {
        await part.set(this.#settings[name as 'tray' | 'spelling']);
      } catch (failure) {
        log('warn', 'A part of the system could not be used.', {
          part: name,
          reason: messageOf(failure),
        });
      }
    }
    this.#useKeys();
  }

  state(): SystemState {
    const { tray, openAtLogin, spelling, globalKeys } = this.#deps;
    const part = (of: { readonly isSupported: boolean }, isOn: boolean) => ({
      isSupported: of.isSupported,
      isOn: isOn && of.isSupported,
    });
    const settings = this.#settings;
    return {
      tray: part(tray, settings.tray),
      openAtLogin: part(openAtLogin, settings.openAtLogin),
      spelling: part(spelling, settings.spelling),
      quickPrompt: { ...part(globalKeys, settings.quickPrompt), isTaken: this.#isTaken },
    };
  }

  /**
   * Rejects with `settings.invalid` when the system refuses; nothing of the change is kept or on then. What the system cannot
   * do is not asked of it. Changes wait for each other, since each builds on what is kept.
   */
  set(patch: SystemPatch): Promise<SystemState> {
    return this.#changes.run(() => this.#change(patch));
  }

  dispose(): void {
    this.#end();
    this.#deps.globalKeys.use(null);
  }

  get #settings(): SystemSettings {
    return this.#deps.settings.get().system ?? off;
  }

  async #change(patch: SystemPatch): Promise<SystemState> {
    const before = this.#settings;
    const next = { ...before };
    try {
      for (const name of partNames) {
        const isOn = patch[name];
        const part = this.#deps[name];
        if (isOn === undefined || isOn === before[name] || !part.isSupported) continue;
        next[name] = isOn;
        await this.#ask(name, isOn);
      }
      if (patch.quickPrompt !== undefined) next.quickPrompt = patch.quickPrompt;
      await this.#deps.settings.set({ system: next });
    } catch (failure) {
      await this.#takeBack(next, before);
      throw failure;
    }
    this.#useKeys();
    const state = this.state();
    this.#deps.onChange(state);
    return state;
  }

  async #ask(name: PartName, isOn: boolean): Promise<void> {
    try {
      await this.#deps[name].set(isOn);
    } catch (failure) {
      throw new ParleyError('settings.invalid', messageOf(failure), { cause: failure });
    }
  }

  /** What is not kept is not left on either. */
  async #takeBack(next: SystemSettings, before: SystemSettings): Promise<void> {
    for (const name of partNames) {
      if (next[name] === before[name]) continue;
      await this.#ask(name, before[name]).catch((failure: unknown) => {
        this.#deps.log('warn', 'A part of the system could not be put back.', {
          part: name,
          reason: messageOf(failure),
        });
      });
    }
  }

  /** True when something became another. */
  #useKeys(): boolean {
    const { globalKeys, settings, isMac } = this.#deps;
    const keys = bindingsOf(settings.get().shortcuts, isMac)['quick.prompt'];
    const isWanted = globalKeys.isSupported && this.#settings.quickPrompt && keys !== undefined;
    const accelerator = isWanted ? acceleratorOf(keys) : null;
    if (accelerator === this.#usedKeys) return false;
    this.#usedKeys = accelerator;
    // Keys that every program has, such as those of copying, are never taken from them.
    const isFree = keys === undefined || mayBeGlobal(keys);
    this.#isTaken = !globalKeys.use(isFree ? accelerator : null) || (isWanted && !isFree);
    return true;
  }
}
