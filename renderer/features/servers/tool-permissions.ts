import type { PermissionsState } from '../../../shared/ipc/routes/permissions.ts';
import { effectiveHints, hintsContradict, type ToolHints } from '../../../shared/mcp/hints.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { ToolInfo } from '../../../shared/mcp/tool.ts';
import { toolSettingsOf } from '../../../shared/mcp/tool-settings.ts';

export type ToolPermission = 'ask' | 'allow' | 'deny';
export type ToolFilter = 'all' | 'changed' | 'off';

/** A tool of the table with what holds for it. */
export interface ToolEntry {
  readonly tool: ToolInfo;
  readonly permission: ToolPermission;
  /** It is another one than was approved. */
  readonly isChanged: boolean;
  readonly isOn: boolean;
  /** The hints that count, and the part of them that is the person's word. */
  readonly hints: ToolHints;
  readonly override: ToolHints;
  readonly contradicts: boolean;
}

/** The tools of a server in its order, with what the person decided about each. */
export function toolEntries(
  server: Pick<ServerState, 'id' | 'tools' | 'settings'>,
  permissions: PermissionsState,
): readonly ToolEntry[] {
  const decided = new Map<string, ToolPermission>();
  for (const grant of permissions.grants) {
    const { serverId, tool, covers, scope, state, behavior } = grant;
    if (serverId !== server.id || tool === undefined) continue;
    if (covers !== 'tool' || scope !== 'always' || state !== 'active') continue;
    if (behavior === 'deny' || !decided.has(tool)) decided.set(tool, behavior);
  }
  const changed = new Set(
    permissions.changed.filter((one) => one.serverId === server.id).map((one) => one.tool),
  );
  return server.tools.map((tool) => {
    const settings = toolSettingsOf(server.settings, tool.name);
    const override = settings.hints ?? {};
    const hints = effectiveHints(tool.annotations, override);
    return {
      tool,
      permission: decided.get(tool.name) ?? 'ask',
      isChanged: changed.has(tool.name),
      isOn: settings.enabled !== false,
      hints,
      override,
      contradicts: hintsContradict(hints),
    };
  });
}

/** True when every word of the query is in name, title or description of the tool. */
export function matchesTool({ tool }: ToolEntry, query: string): boolean {
  const haystack = `${tool.name}\n${tool.title ?? ''}\n${tool.description ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

export function isShown(entry: ToolEntry, filter: ToolFilter): boolean {
  return filter === 'all' || (filter === 'changed' ? entry.isChanged : !entry.isOn);
}
