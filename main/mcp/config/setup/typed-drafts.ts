import type { ServerDraft, ServerScope } from '../../../../shared/mcp/server-config.ts';
import { serverSettings } from '../../../../shared/mcp/server-config.ts';
import type { Hub } from '../../hub/hub-contract.ts';
import { moveSecrets } from '../literal-secrets.ts';
import type { ServerSecrets } from '../server-secrets.ts';

type Outcome = Awaited<ReturnType<Hub['add']>>;

/** Definitions that were typed into the form: what looks like a secret goes to the keychain, not into the file. */
export class TypedDrafts {
  constructor(
    private readonly parts: {
      readonly hub: Pick<Hub, 'add' | 'update' | 'remove' | 'recordOf'>;
      readonly secrets: ServerSecrets;
      readonly hasKeychain: () => boolean;
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
    return this.parts.hub.add({ ...draft, definition }, signal, settings, async (record) => {
      for (const { ref, value } of moved) await this.parts.secrets.set(record, ref, value);
    });
  }

  /** A value is in the keychain before the server starts again; when the person cancels, the old one is put back. */
  async update(
    serverId: string,
    draft: ServerDraft,
    keep: Parameters<Hub['update']>[2],
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { hub, secrets } = this.parts;
    const { definition, moved } = this.#moved(draft);
    const stored = hub.recordOf(serverId);
    const next = { id: serverId, definition };
    const old = moved.map(({ ref }) => (stored ? secrets.get(stored, ref) : undefined));
    for (const { ref, value } of moved) await secrets.set(next, ref, value);
    const putBack = async (): Promise<void> => {
      for (const [index, { ref }] of moved.entries()) {
        const value = old[index];
        if (value !== undefined && stored) await secrets.set(stored, ref, value);
      }
    };
    try {
      const answer = await hub.update(serverId, { ...draft, definition }, keep, signal);
      if (answer.outcome === 'cancelled') await putBack();
      return answer;
    } catch (failure) {
      await putBack();
      throw failure;
    }
  }

  /** Removes a server and what was kept for it. */
  async remove(serverId: string): Promise<void> {
    const record = this.parts.hub.recordOf(serverId);
    await this.parts.hub.remove(serverId);
    if (record) await this.parts.secrets.forget(record);
  }
}
