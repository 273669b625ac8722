import type { AllHandlers } from '../../../shared/ipc/registry.ts';
import type { Hub } from '../../mcp/hub/hub-contract.ts';
import type { ServerSignIns } from '../../mcp/hub/sign-in-contract.ts';
import type { InboxHistory } from '../../sessions/inbox-history.ts';
import type { RemoteImages } from '../../sessions/remote-images.ts';
import type { SessionFolders } from '../../sessions/session-folders.ts';
import type { TurnEditor } from '../../sessions/turn-editor.ts';
import type { SessionService } from '../../sessions/session-service-contract.ts';
import type { SettingsStore } from '../../storage/settings-store.ts';
import type { Caller } from '../caller.ts';
import { gestureRule } from '../gesture.ts';
import { folderHandlers } from './folders.ts';
import type { AppHandlerParts } from './app.ts';
import { appHandlers } from './app.ts';
import type { AppViewParts } from './apps.ts';
import { appViewHandlers } from './apps.ts';
import type { BenchHandlerParts } from './bench.ts';
import { benchHandlers } from './bench.ts';
import type { ChangeHandlerParts } from './changes.ts';
import { changeHandlers } from './changes.ts';
import type { ComposerHandlerParts } from './composer.ts';
import { composerHandlers } from './composer.ts';
import type { QuestionDesk } from './elicitations.ts';
import { dataHandlers, type ProfileDataDesk } from './data.ts';
import { elicitationHandlers } from './elicitations.ts';
import type { InstructionsFile } from '../../storage/instructions-file.ts';
import { instructionHandlers } from './instructions.ts';
import { inboxHandlers } from './inbox.ts';
import { imageHandlers } from './images.ts';
import type { PermissionHandlerParts } from './permissions.ts';
import { permissionHandlers } from './permissions.ts';
import type { ProviderHandlerParts } from './providers.ts';
import { providerHandlers } from './providers.ts';
import type { ServerSetupHandlerParts } from './server-setup.ts';
import { serverSetupHandlers } from './server-setup.ts';
import { serverHandlers } from './servers.ts';
import { sessionListHandlers } from './session-list.ts';
import type { SessionListParts } from './session-list.ts';
import { sessionHandlers } from './sessions.ts';
import type { ChangeNetwork } from './settings.ts';
import { settingsHandlers } from './settings.ts';
import type { ShellHandlerParts } from './shell.ts';
import { shellHandlers } from './shell.ts';
import { turnHandlers } from './turns.ts';
import { signInHandlers } from './sign-ins.ts';

export interface HandlerParts {
  readonly app: AppHandlerParts;
  readonly settings: SettingsStore;
  readonly changeNetwork: ChangeNetwork;
  readonly providers: ProviderHandlerParts;
  readonly instructions: InstructionsFile;
  readonly hub: Hub;
  readonly serverSetup: ServerSetupHandlerParts;
  readonly signIns: ServerSignIns;
  readonly questions: QuestionDesk;
  readonly folders: SessionFolders;
  readonly sessions: SessionService;
  readonly sessionList: SessionListParts;
  readonly turns: TurnEditor;
  readonly permissions: PermissionHandlerParts;
  readonly bench: BenchHandlerParts;
  readonly apps: AppViewParts;
  readonly history: InboxHistory;
  readonly shell: ShellHandlerParts;
  readonly changes: ChangeHandlerParts;
  readonly composer: ComposerHandlerParts;
  readonly data: ProfileDataDesk;
  readonly images: RemoteImages;
}

/** The handler of every route. */
export function allHandlers(parts: HandlerParts): AllHandlers<Caller> {
  const requireGesture = gestureRule(parts.serverSetup.now);
  return {
    ...appHandlers(parts.app),
    ...appViewHandlers(parts.apps, requireGesture),
    ...benchHandlers(parts.bench, parts.hub),
    ...changeHandlers(parts.changes, requireGesture),
    ...composerHandlers(parts.composer, requireGesture),
    ...dataHandlers(parts.data, requireGesture),
    ...elicitationHandlers(parts.questions, parts.history),
    ...folderHandlers(parts.folders, requireGesture),
    ...inboxHandlers(parts.history),
    ...imageHandlers(parts.images, requireGesture),
    ...settingsHandlers(parts.settings, parts.changeNetwork, requireGesture),
    ...providerHandlers(parts.providers, requireGesture),
    ...instructionHandlers(parts.instructions, parts.turns, requireGesture),
    ...serverHandlers(parts.hub, parts.serverSetup.drafts, requireGesture),
    ...serverSetupHandlers(parts.serverSetup),
    ...signInHandlers(parts.signIns, requireGesture),
    ...sessionHandlers(parts.sessions, parts.folders, {
      shelf: parts.sessionList.shelf,
      history: parts.history,
      requireGesture,
    }),
    ...sessionListHandlers(parts.sessionList, requireGesture),
    ...shellHandlers(parts.shell, requireGesture),
    ...turnHandlers(parts.turns, requireGesture),
    ...permissionHandlers(parts.permissions, parts.sessions),
  };
}
