import { messageOf } from '../../../../shared/lib/errors.ts';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import type { Log } from '../../../lib/logger.ts';
import type { Hub } from '../../hub/hub-contract.ts';
import { secretRefs } from '../server-secrets.ts';
import type { ServerSecrets } from '../server-secrets.ts';
import { manifestNames } from './bundle-draft.ts';
import { readManifest } from './bundle-update.ts';
import { removeUnpacked } from './remove-bundle.ts';

export interface BundleUpkeepDeps {
  readonly hub: Pick<Hub, 'recordOf' | 'updateSettings'>;
  readonly records: () => readonly ServerRecord[];
  readonly secrets: Pick<ServerSecrets, 'forgetNames'>;
  /** Where bundles are unpacked. */
  readonly bundles: string;
  readonly log: Log;
}

/** Removes what versions of a bundle before left behind, once the one that took their place has connected. */
export class BundleUpkeep {
  readonly #busy = new Map<string, Promise<void>>();

  constructor(private readonly deps: BundleUpkeepDeps) {}

  /** Called with what the hub tells; what fails is tried again when the server is told of next. */
  look(states: readonly ServerState[]): void {
    for (const { id, status, settings, definition } of states) {
      const replaced = settings.source?.bundle?.replaced;
      if (!replaced || status !== 'connected' || this.#busy.has(id)) continue;
      // The process of the version before may still be the one that is connected.
      if (definition.type !== 'stdio' || replaced.includes(definition.cwd ?? '')) continue;
      const done = this.#clear(id, replaced)
        .catch((failure: unknown) => {
          this.deps.log('warn', 'The files of a bundle’s version before were not removed.', {
            reason: messageOf(failure),
          });
        })
        .finally(() => this.#busy.delete(id));
      this.#busy.set(id, done);
    }
  }

  /** Resolves when nothing is being removed. */
  async settled(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  async #clear(serverId: string, replaced: readonly string[]): Promise<void> {
    const { hub, records, secrets, bundles } = this.deps;
    const record = hub.recordOf(serverId);
    if (!record) return;
    const manifests = await Promise.all(replaced.map(readManifest));
    const named = new Set(secretRefs(record.definition).map(({ name }) => name));
    const asked = manifests.flatMap((one) => (one === undefined ? [] : manifestNames(one).asked));
    await removeUnpacked(replaced, bundles, records());
    await secrets.forgetNames(
      record,
      asked.filter((name) => !named.has(name)),
    );
    await hub.updateSettings(serverId, (settings) => withoutReplaced(settings, replaced));
  }
}

function withoutReplaced(
  settings: ServerRecord['settings'],
  removed: readonly string[],
): ServerRecord['settings'] {
  const { source } = settings;
  if (!source?.bundle) return settings;
  const { replaced = [], ...bundle } = source.bundle;
  const left = replaced.filter((folder) => !removed.includes(folder));
  const next = left.length === 0 ? bundle : { ...bundle, replaced: left };
  return { ...settings, source: { ...source, bundle: next } };
}
