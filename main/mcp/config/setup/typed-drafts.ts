import { ParleyError } from '../../../../shared/lib/errors.ts';
import { pinPackage } from '../../../../shared/mcp/package-pin.ts';
import type {
  ServerDraft,
  ServerRecord,
  ServerScope,
} from '../../../../shared/mcp/server-config.ts';
import { serverSettings } from '../../../../shared/mcp/server-config.ts';
import { variablesIn } from '../../../../shared/mcp/variables.ts';
import type { Hub, PrepareRecord } from '../../hub/hub-contract.ts';
import { moveSecrets } from '../literal-secrets.ts';
import type { KeychainChoice } from '../literal-secrets.ts';
import type { ServerSecrets } from '../server-secrets.ts';

type Moved = ReturnType<typeof moveSecrets>['moved'];
type Outcome = Awaited<ReturnType<Hub['add']>>;

const nothing = { env: [], headers: [] } as const;

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

  #moved(
    draft: ServerDraft,
    choice: KeychainChoice | undefined,
    taken: readonly string[],
  ): ReturnType<typeof moveSecrets<ServerDraft['definition']>> {
    return this.parts.hasKeychain()
      ? moveSecrets(draft.name, draft.definition, choice, taken)
      : { definition: draft.definition, moved: [] };
  }

  async add(
    draft: ServerDraft,
    scope: ServerScope,
    signal: AbortSignal,
    choice?: KeychainChoice,
  ): Promise<Outcome> {
    const { definition, moved } = this.#moved(draft, choice, []);
    const settings = serverSettings.parse({ scope, source: { kind: 'form' } });
    return this.parts.hub.add({ ...draft, definition }, signal, settings, this.#keep(moved));
  }

  /** The values are in the keychain before the server starts again, and not before the person agreed. */
  async update(
    serverId: string,
    draft: ServerDraft,
    keep: Parameters<Hub['update']>[2],
    signal: AbortSignal,
    choice?: KeychainChoice,
  ): Promise<Outcome> {
    const { definition, moved } = this.#moved(draft, choice, this.#keptSecrets(serverId, keep));
    const prepare = moved.length > 0 ? this.#keep(moved) : undefined;
    return this.parts.hub.update(serverId, { ...draft, definition }, keep, signal, { prepare });
  }

  /** Asks about the definition with every value that looks like a secret in the keychain; the file holds references then. */
  async moveSecrets(serverId: string, signal: AbortSignal): Promise<Outcome> {
    if (!this.parts.hasKeychain()) {
      const message =
        'There is no keychain here, so the values stay in servers.json, which only you can read. Nothing was changed.';
      throw new ParleyError('secrets.unavailable', message);
    }
    return this.update(serverId, this.#draftOf(serverId), nothing, signal);
  }

  /** Asks about the definition with its package at exactly this version. */
  async pin(serverId: string, version: string, signal: AbortSignal): Promise<Outcome> {
    const draft = this.#draftOf(serverId);
    const definition = pinPackage(draft.definition, version);
    return this.parts.hub.update(serverId, { ...draft, definition }, nothing, signal);
  }

  /** The secrets of the values that stay as they are stored. */
  #keptSecrets(serverId: string, keep: Parameters<Hub['update']>[2]): readonly string[] {
    const definition = this.parts.hub.recordOf(serverId)?.definition;
    if (!definition || definition.type === 'builtin') return [];
    return definition.type === 'stdio'
      ? keptNames(definition.env, keep.env)
      : keptNames(definition.headers, keep.headers);
  }

  /** As it is stored, with its values: they never pass the window. */
  #draftOf(serverId: string): ServerDraft {
    const record = this.parts.hub.recordOf(serverId);
    if (!record || record.definition.type === 'builtin') {
      throw new ParleyError('server.not-found', 'This server does not exist any more.');
    }
    const { name, startTimeoutMs, definition } = record;
    return { name, startTimeoutMs, definition };
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

function keptNames(
  values: Readonly<Record<string, string>>,
  keep: readonly string[],
): readonly string[] {
  return keep.flatMap((name) =>
    variablesIn(Object.hasOwn(values, name) ? (values[name] ?? '') : '').flatMap((reference) =>
      reference.kind === 'secret' ? [reference.name] : [],
    ),
  );
}
