import { ParleyError } from '../../../../shared/lib/errors.ts';
import type { ServerChange } from '../../../../shared/ipc/routes/servers.ts';
import type {
  ServerDefinition,
  ServerRecord,
  ServerSettings,
} from '../../../../shared/mcp/server-config.ts';
import { variableUses } from '../../../../shared/mcp/variables.ts';
import type { Hub } from '../../hub/hub-contract.ts';

type Outcome = Awaited<ReturnType<Hub['update']>>;

/** What a person sets about a server beside its definition: kept at once, and asked about only where it changes what runs. */
export class ServerConfiguration {
  constructor(
    private readonly hub: Pick<
      Hub,
      'recordOf' | 'update' | 'updateSettings' | 'agrees' | 'restart'
    >,
  ) {}

  /** On disk when it resolves. `cancelled`: the person refused what would run, and nothing was changed. */
  async change(serverId: string, change: ServerChange, signal: AbortSignal): Promise<Outcome> {
    const { hub } = this;
    const before = this.#record(serverId);
    const isOther = changesCommand(before, change);
    if (isOther && !(await hub.agrees(serverId, configured(before.settings, change), signal))) {
      return { outcome: 'cancelled', serverId };
    }
    if (change.startTimeoutMs !== undefined) await this.#allow(serverId, change, signal);
    await hub.updateSettings(serverId, (settings) => configured(settings, change));
    // What a server may ask is told to it when it connects.
    const isTold = change.refuses !== undefined || isOther;
    if (isTold && this.#record(serverId).enabled) await hub.restart(serverId);
    return { outcome: 'started', serverId };
  }

  #record(serverId: string): ServerRecord {
    const record = this.hub.recordOf(serverId);
    if (!record) {
      throw new ParleyError('server.not-found', 'This server does not exist any more.');
    }
    return record;
  }

  async #allow(
    serverId: string,
    { startTimeoutMs }: ServerChange,
    signal: AbortSignal,
  ): Promise<void> {
    const { name, definition, ...record } = this.#record(serverId);
    if (definition.type === 'builtin') {
      throw new ParleyError('server.builtin', `“${name}” is part of the app and starts at once.`);
    }
    const limit = startTimeoutMs ?? record.startTimeoutMs;
    const draft = { name, definition, startTimeoutMs: limit };
    await this.hub.update(serverId, draft, { env: [], headers: [] }, signal);
  }
}

function configured(settings: ServerSettings, change: ServerChange): ServerSettings {
  const { scope, sharing, toolTimeoutMs, refuses } = change;
  const { toolTimeoutMs: limit, refuses: refused, ...others } = settings;
  const nextLimit = toolTimeoutMs === undefined ? limit : toolTimeoutMs;
  const nextRefused = [...new Set(refuses ?? refused ?? [])];
  return {
    ...others,
    ...(scope === undefined ? {} : { scope }),
    ...(sharing === undefined ? {} : { sharing }),
    ...(nextLimit === undefined || nextLimit === null ? {} : { toolTimeoutMs: nextLimit }),
    ...(nextRefused.length === 0 ? {} : { refuses: nextRefused }),
  };
}

/** A folder that the definition names is the one that the server is kept for. */
function changesCommand({ definition, settings }: ServerRecord, { scope }: ServerChange): boolean {
  if (scope === undefined || folderOf(scope) === folderOf(settings.scope)) return false;
  return namesFolder(definition);
}

function namesFolder(definition: ServerDefinition): boolean {
  return variableUses(definition).some(
    ({ reference }) => reference.kind === 'env' && reference.name === 'workspaceFolder',
  );
}

function folderOf(scope: ServerSettings['scope']): string | undefined {
  return scope.kind === 'folder' ? scope.folder : undefined;
}
