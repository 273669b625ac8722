import { homedir, release } from 'node:os';
import { app, shell } from 'electron';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { ShellHandlerParts } from '../ipc/handlers/shell.ts';
import type { SendEvent } from '../ipc/events.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { logFileOf, readLog } from '../lib/read-log.ts';
import { redact } from '../lib/redact.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import type { SessionService } from '../sessions/session-service-contract.ts';
import { appFacts } from './app-facts.ts';
import { bundlePaths } from './bundle-paths.ts';
import { AppMenu } from './menu/app-menu.ts';
import type { Notices } from './notices.ts';
import type { OpenedAttention } from './open-attention.ts';
import { redactedReport } from './report.ts';
import type { Stores } from './stores.ts';
import { globalKeys } from './system/global-keys.ts';
import { SystemControl } from './system/system-control.ts';
import { loginPart, spellingPart, trayPart } from './system/system-ports.ts';
import type { MainWindow } from './window/main-window.ts';

export interface ShellContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  readonly stores: Stores;
  readonly window: MainWindow;
  readonly send: SendEvent;
  readonly attention: OpenedAttention;
  readonly hub: Hub;
  readonly sessions: SessionService;
}

export interface OpenedShell extends Disposable {
  readonly system: SystemControl;
  readonly menu: AppMenu;
  readonly parts: ShellHandlerParts;
}

/** Menu bar, tray, keys of the system, log and report: what is around the page. */
export function openShell(context: ShellContext): OpenedShell {
  const { paths, stores, window, send, attention, log } = context;
  const menu = new AppMenu((id) => {
    send('shell.run', { id });
  });
  menu.useKeys(stores.settings.get().shortcuts);
  const bring = (then: () => void) => (): void => {
    window.focus();
    then();
  };
  const newSession = bring(() => {
    send('shell.run', { id: 'session.new' });
  });
  const tray = trayPart(
    { tray: bundlePaths.trayIcon, app: bundlePaths.icon },
    {
      open: bring(() => undefined),
      newSession,
      inbox: bring(() => {
        send('inbox.show', {});
      }),
    },
  );
  attention.onWaiting((count) => {
    tray.showWaiting(count);
  });
  const system = new SystemControl({
    tray,
    openAtLogin: loginPart(),
    spelling: spellingPart(),
    globalKeys: globalKeys(newSession),
    isMac: process.platform === 'darwin',
    settings: stores.settings,
    onChange: (state) => {
      send('shell.systemChanged', state);
    },
    log,
  });
  const ends = stores.settings.onChange(({ shortcuts }) => {
    menu.useKeys(shortcuts);
  });
  const onActivate = (): void => {
    window.focus();
  };
  // The dock of macOS.
  app.on('activate', onActivate);
  return {
    system,
    menu,
    parts: shellParts(context, { menu, system, logs: paths.logs }),
    dispose: () => {
      app.off('activate', onActivate);
      ends();
      system.dispose();
      tray.dispose();
    },
  };
}

function shellParts(
  { paths, notices, stores, window, hub, sessions }: ShellContext,
  {
    menu,
    system,
    logs,
  }: { readonly menu: AppMenu; readonly system: SystemControl; readonly logs: string },
): ShellHandlerParts {
  return {
    setActions: (ids) => {
      menu.setPossible(ids);
    },
    zoom: (step) => window.zoom(step),
    system,
    log: async () => ({
      // What an older version wrote is looked at again.
      lines: (await readLog(logs)).map((line) => ({
        ...line,
        message: redact(line.message),
        details: redact(line.details),
      })),
      file: logFileOf(logs),
    }),
    report: async () =>
      redactedReport({
        info: { ...appFacts(paths, stores.secrets), notices: [...notices.list()] },
        versions: process.versions,
        system: `${process.platform} ${process.arch} ${release()}`,
        now: new Date().toISOString(),
        servers: hub.list(),
        sessions: sessions.list(),
        log: await readLog(logs),
        home: homedir(),
        redact,
      }),
    reveal: async (what) => {
      const folder =
        'sessionId' in what
          ? sessions.list().find(({ id }) => id === what.sessionId)?.folder
          : what.place === 'logs'
            ? paths.logs
            : paths.root;
      if (!folder)
        throw new ParleyError('storage.failed', 'This session has no folder of its own.');
      const refusal = await shell.openPath(folder);
      if (refusal !== '') throw new ParleyError('storage.failed', refusal);
    },
  };
}
