import type { GrantState, LedgerEntry } from '../../../shared/ipc/routes/permissions.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { Grant, ToolPin } from '../../storage/grant-store.ts';

type FindRecord = (serverId: string) => ServerRecord | undefined;
/** Hash of a tool as it is listed now. */
type HashNow = (serverId: string, tool: string) => string | undefined;

/** Every grant as a line for the person, newest first. */
export function ledgerOf(
  grants: readonly Grant[],
  pins: readonly ToolPin[],
  recordOf: FindRecord,
  hashNow: HashNow,
): LedgerEntry[] {
  return grants
    .map((grant) => entryOf(grant, pins, recordOf(grant.serverId), hashNow))
    .sort((left, right) => right.createdAt - left.createdAt);
}

function entryOf(
  grant: Grant,
  pins: readonly ToolPin[],
  record: ServerRecord | undefined,
  hashNow: HashNow,
): LedgerEntry {
  const { covers } = grant;
  const tool = covers.kind === 'server' ? undefined : covers.tool;
  const pin = pins.find((one) => one.serverId === grant.serverId && one.tool === tool);
  const title = pin?.definition.title ?? pin?.definition.annotations['title'];
  return {
    id: grant.id,
    behavior: grant.behavior,
    scope: grant.scope,
    covers: covers.kind,
    serverId: grant.serverId,
    serverName: record?.name ?? grant.serverName,
    ...(tool === undefined ? {} : { tool }),
    ...(typeof title === 'string' ? { toolTitle: title } : {}),
    ...(covers.kind === 'arguments' ? { arguments: covers.preview } : {}),
    origin: grant.origin,
    ...(grant.scope === 'session' ? { sessionId: grant.sessionId } : {}),
    createdAt: grant.createdAt,
    ...(grant.lastUsedAt === undefined ? {} : { lastUsedAt: grant.lastUsedAt }),
    uses: grant.uses,
    state: stateOf(grant, pin, record, hashNow),
  };
}

function stateOf(
  grant: Grant,
  pin: ToolPin | undefined,
  record: ServerRecord | undefined,
  hashNow: HashNow,
): GrantState {
  // The runtime's own tools belong to no server, and are what they are.
  if (grant.trustedHash === grant.serverId) return 'active';
  if (!record) return 'removed';
  if (grant.behavior === 'deny') return 'active';
  if (record.trustedHash !== grant.trustedHash) return 'untrusted';
  if (grant.covers.kind === 'server') return 'active';
  const { definitionHash, tool } = grant.covers;
  const now = hashNow(grant.serverId, tool);
  const isPinned = pin === undefined || pin.hash === definitionHash;
  return isPinned && (now === undefined || now === definitionHash) ? 'active' : 'changed';
}
