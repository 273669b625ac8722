import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { permissionCalls } from '../../../shared/ipc/routes/permissions.ts';
import type { PermissionBook } from '../../sessions/permissions/permission-book.ts';
import type { ToolControls } from '../../sessions/permissions/tool-controls.ts';
import type { SessionService } from '../../sessions/session-service-contract.ts';
import type { Caller } from '../caller.ts';

export interface PermissionHandlerParts {
  readonly book: PermissionBook;
  readonly controls: ToolControls;
}

/** Handlers of `permissions.*`. */
export function permissionHandlers(
  { book, controls }: PermissionHandlerParts,
  sessions: SessionService,
): Handlers<typeof permissionCalls, Caller> {
  return {
    'permissions.list': () => book.state(),
    'permissions.set': ({ serverId, tool, permission }, { lastInputAt }) =>
      controls.set(serverId, tool, permission, lastInputAt),
    'permissions.setTool': ({ serverId, tool, enabled, hints }, { lastInputAt }) =>
      controls.setTool(serverId, tool, { enabled, hints }, lastInputAt),
    'permissions.trustHints': ({ serverId, trust }, { lastInputAt }) =>
      controls.trustHints(serverId, trust, lastInputAt),
    'permissions.revoke': ({ grantId }, { lastInputAt }) => controls.revoke(grantId, lastInputAt),
    'permissions.review': ({ serverId, tool }) => book.review(serverId, tool),
    'permissions.approve': ({ serverId, tool, definitionHash }, { lastInputAt }) =>
      controls.approveChange(serverId, tool, definitionHash, lastInputAt),
    'permissions.editArguments': (edit) => sessions.editArguments(edit),
  };
}
