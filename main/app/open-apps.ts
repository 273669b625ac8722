import { nativeTheme } from 'electron';
import { isJsonObject } from '../../shared/lib/json.ts';
import { fullToolName, hintsFromAnnotations } from '../../shared/mcp/hints.ts';
import { apps as appTexts } from '../../shared/texts/en/apps.ts';
import type { SendEvent } from '../ipc/events.ts';
import type { AppViewParts } from '../ipc/handlers/apps.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import { NO_MORE_QUESTIONS, ToolApps } from '../mcp/hub/apps/tool-apps.ts';
import type { AppCall, ToolAppsDeps } from '../mcp/hub/apps/tool-apps.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import type { PermissionBook } from '../sessions/permissions/permission-book.ts';
import type { SessionService } from '../sessions/session-service-contract.ts';
import { AppViews } from './apps/app-views.ts';
import type { AppPartitions } from './apps/app-views.ts';
import { bundlePaths } from './bundle-paths.ts';
import type { ConsentDesk } from './consent/consent-desk.ts';
import { createLinkOpener } from './external-url.ts';
import { createFileSaver } from './save-file.ts';
import type { MainWindow } from './window/main-window.ts';

export interface AppViewContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly hub: Hub;
  readonly sessions: SessionService;
  readonly permissions: PermissionBook;
  readonly consent: ConsentDesk;
  readonly send: SendEvent;
  readonly window: MainWindow;
  readonly partitions: AppPartitions;
}

/** The MCP apps of tools: views over the window, calls by the rules of the person. */
export function openApps(context: AppViewContext): AppViewParts & Disposable {
  const { clock, log, hub, consent, send, window } = context;
  const views = new AppViews(context.partitions, {
    window: () => window.window,
    preload: bundlePaths.appPreload,
    log,
  });
  const openLink = createLinkOpener((url, signal) => consent.reviewLink(url, signal));
  const saveFile = createFileSaver(() => window.window);
  const apps = new ToolApps({
    hub,
    clock,
    stage: views,
    theme,
    admit: admitBy(context),
    agreeToLocal: (question, signal) => consent.reviewAppNetwork(question, signal),
    openLink,
    saveFile: ({ name, bytes }, { tool, serverName }) =>
      saveFile(name, bytes, appTexts.saves(tool, serverName)),
    events: {
      onChanged: (appId, change) => send('apps.changed', { appId, ...change }),
      onDraft: (draft) => send('apps.draft', draft),
    },
  });
  const follow = (): void => apps.setTheme(theme());
  nativeTheme.on('updated', follow);
  return {
    apps,
    views,
    dispose: () => {
      nativeTheme.off('updated', follow);
      return apps.dispose();
    },
  };
}

const theme = (): 'light' | 'dark' => (nativeTheme.shouldUseDarkColors ? 'dark' : 'light');

/** Calls of apps go by what the person decided for calls of models; on the bench, main itself asks. */
function admitBy({ hub, sessions, permissions, consent }: AppViewContext): ToolAppsDeps['admit'] {
  return async (call, signal) => {
    const record = hub.recordOf(call.serverId);
    const definition = record && hub.toolDefinition(call.serverId, call.tool);
    if (!record || !definition) return { denied: 'The server of this app is not there any more.' };
    const annotations = hintsFromAnnotations(definition['annotations']);
    if (call.sessionId !== undefined) {
      const question = {
        toolName: fullToolName(record.key, call.tool),
        toolUseId: `app:${call.app}`,
        input: call.input,
        serverKey: record.key,
        serverToolName: call.tool,
        title: undefined,
        annotations,
        app: call.app,
        signal,
      };
      const answer = await sessions.askTool(call.sessionId, question, record);
      if (answer.behavior === 'deny') return { denied: answer.message };
      return { input: isJsonObject(answer.updatedInput) ? answer.updatedInput : call.input };
    }
    const judged = await permissions.admit(benchCall(call, annotations));
    if (judged.behavior === 'allow') return { input: call.input };
    if (judged.behavior === 'deny') return { denied: 'The person denied every call of this tool.' };
    if (!call.mayAsk) return { denied: NO_MORE_QUESTIONS };
    const { app, tool, input } = call;
    const isDestructive = annotations.destructive === true;
    const question = { serverName: record.name, app, tool, input, isDestructive };
    if (await consent.reviewAppCall(question, signal)) return { input };
    return { denied: 'The person denied this call.', isRefused: true };
  };
}

/** Grants of sessions do not reach here. */
function benchCall(
  { serverId, tool, input }: AppCall,
  declared: ReturnType<typeof hintsFromAnnotations>,
): Parameters<PermissionBook['admit']>[0] {
  return { sessionId: 'bench', serverId, tool, input, declared };
}
