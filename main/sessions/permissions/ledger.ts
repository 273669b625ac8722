import type { GrantState, LedgerEntry } from '../../../shared/ipc/routes/permissions.ts';
import type { ToolDefinition } from '../../../shared/mcp/tool-definition.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { Grant, ToolPin } from '../../storage/grant-store.ts';

type FindRecord = (serverId: string) => ServerRecord | undefined;
/** A tool as it is listed now. */
export type ToolNow = (
  serverId: string,
  tool: string,
) => { readonly hash: string | undefined; readonly definition: ToolDefinition | undefined };

/** Every grant as a line for the person, newest first. */
export function ledgerOf(
  grants: readonly Grant[],
  pins: readonly ToolPin[],
  recordOf: FindRecord,
  toolNow: ToolNow,
): LedgerEntry[] {
  return grants
    .map((grant) => entryOf(grant, pins, recordOf(grant.serverId), toolNow))
    .sort((left, right) => right.createdAt - left.createdAt);
}

function entryOf(
  grant: Grant,
  pins: readonly ToolPin[],
  record: ServerRecord | undefined,
  toolNow: ToolNow,
): LedgerEntry {
  const { covers } = grant;
  const tool = covers.kind === 'server' ? undefined : covers.tool;
  const pin = pins.find((one) => one.serverId === grant.serverId && one.tool === tool);
  const definition =
    pin?.definition ?? (tool === undefined ? undefined : toolNow(grant.serverId, tool).definition);
  const title = definition?.title ?? definition?.annotations['title'];
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
    state: stateOf(grant, pin, record, toolNow),
  };
}

function stateOf(
  grant: Grant,
  pin: ToolPin | undefined,
  record: ServerRecord | undefined,
  toolNow: ToolNow,
): GrantState {
  // The runtime's own tools belong to no server, and are what they are.
  if (grant.trustedHash === grant.serverId) return 'active';
  if (!record) return 'removed';
  if (grant.behavior === 'deny') return 'active';
  if (record.trustedHash !== grant.trustedHash) return 'untrusted';
  if (grant.covers.kind === 'server') return 'active';
  const { definitionHash, tool } = grant.covers;
  const now = toolNow(grant.serverId, tool).hash;
  const isPinned = pin === undefined || pin.hash === definitionHash;
  return isPinned && (now === undefined || now === definitionHash) ? 'active' : 'changed';
}
