import type {
  ServerDraft,
  ServerRecord,
  ServerScope,
} from '../../../../shared/mcp/server-config.ts';
import { serverSettings } from '../../../../shared/mcp/server-config.ts';
import type { Hub, PrepareRecord } from '../../hub/hub-contract.ts';
import { moveSecrets } from '../literal-secrets.ts';
import type { ServerSecrets } from '../server-secrets.ts';

type Moved = ReturnType<typeof moveSecrets>['moved'];
type Outcome = Awaited<ReturnType<Hub['add']>>;

/** Definitions that were typed into the form: what looks like a secret goes to the keychain, not into the file. */
export class TypedDrafts {
  constructor(
    private readonly parts: {
      readonly hub: Pick<Hub, 'add' | 'update' | 'remove' | 'recordOf'>;
      readonly secrets: ServerSecrets;
      readonly hasKeychain: () => boolean;
      /** Removes what was unpacked for a server that is gone. Absent: nothing was. */
      readonly removeBundle?: ((record: ServerRecord) => Promise<void>) | undefined;
    },
  ) {}

  #moved(draft: ServerDraft): ReturnType<typeof moveSecrets<ServerDraft['definition']>> {
    return this.parts.hasKeychain()
      ? moveSecrets(draft.name, draft.definition)
      : { definition: draft.definition, moved: [] };
  }

  async add(draft: ServerDraft, scope: ServerScope, signal: AbortSignal): Promise<Outcome> {
    const { definition, moved } = this.#moved(draft);
    const settings = serverSettings.parse({ scope, source: { kind: 'form' } });
    return this.parts.hub.add({ ...draft, definition }, signal, settings, this.#keep(moved));
  }

  /** The values are in the keychain before the server starts again, and not before the person agreed. */
  async update(
    serverId: string,
    draft: ServerDraft,
    keep: Parameters<Hub['update']>[2],
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { definition, moved } = this.#moved(draft);
    const prepare = moved.length > 0 ? this.#keep(moved) : undefined;
    return this.parts.hub.update(serverId, { ...draft, definition }, keep, signal, prepare);
  }

  #keep(moved: Moved): PrepareRecord {
    return async (record) => {
      for (const { ref, value } of moved) await this.parts.secrets.set(record, ref, value);
    };
  }

  /** Removes a server and what was kept for it. */
  async remove(serverId: string): Promise<void> {
    const record = this.parts.hub.recordOf(serverId);
    await this.parts.hub.remove(serverId);
    if (!record) return;
    await this.parts.secrets.forget(record);
    await this.parts.removeBundle?.(record);
  }
}
