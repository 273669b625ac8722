import { homedir, release } from 'node:os';
import { app, shell } from 'electron';
import { messageOf, ParleyError } from '../../shared/lib/errors.ts';
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
import type { ConsentDesk } from './consent/consent-desk.ts';
import { createLinkOpener } from './external-url.ts';
import { AppMenu } from './menu/app-menu.ts';
import type { Notices } from './notices.ts';
import type { OpenedAttention } from './open-attention.ts';
import { redactedReport } from './report.ts';
import type { Stores } from './stores.ts';
import { globalKeys } from './system/global-keys.ts';
import { SystemControl } from './system/system-control.ts';
import type { TrayPart } from './system/system-ports.ts';
import { isStartedAtLogin, loginPart, spellingPart, trayPart } from './system/system-ports.ts';
import { putAway } from './system/tray-host.ts';
import type { MainWindow } from './window/main-window.ts';

export interface ShellContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  readonly stores: Stores;
  readonly window: MainWindow;
  readonly consent: ConsentDesk;
  readonly send: SendEvent;
  readonly attention: OpenedAttention;
  readonly hub: Hub;
  readonly sessions: SessionService;
}

export interface OpenedShell extends Disposable {
  readonly system: SystemControl;
  readonly menu: AppMenu;
  readonly tray: TrayPart;
  readonly parts: ShellHandlerParts;
  /** Puts the closed window where the person can bring it back from. */
  putAway(): void;
}

/** Menu bar, tray, keys of the system, log and report: what is around the page. */
export async function openShell(context: ShellContext): Promise<OpenedShell> {
  const { paths, stores, window, send, attention, hub } = context;
  const menu = new AppMenu((id) => {
    send('shell.run', { id });
  });
  menu.useKeys(stores.settings.get().shortcuts);
  const { system, tray } = openSystem(context);
  const ends = [
    stores.settings.onChange(({ shortcuts }) => {
      menu.useKeys(shortcuts);
    }),
    hub.onChange(() => {
      attention.attention.servers(hub.list());
    }),
  ];
  const onActivate = (): void => {
    window.focus();
  };
  // The dock of macOS.
  app.on('activate', onActivate);
  await system.start();
  window.serve({
    openLink: linkOpener(context),
    staysHidden: isStartedAtLogin() && system.staysInTray && (await tray.isShown()),
  });
  return {
    system,
    menu,
    tray,
    parts: shellParts(context, { menu, system, logs: paths.logs }),
    putAway: () => {
      void putAway(window.window, tray);
    },
    dispose: () => {
      app.off('activate', onActivate);
      for (const end of ends) end();
      system.dispose();
      tray.dispose();
    },
  };
}

/** The tray, and what else of the system the person turns on. */
function openSystem({ stores, window, send, attention, clock, log }: ShellContext): {
  readonly system: SystemControl;
  readonly tray: TrayPart;
} {
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
    clock,
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
  return { system, tray };
}

/** Opens a link of a menu past the person; main's log has the reason when it is refused. */
function linkOpener({ consent, window, log }: ShellContext): (url: string) => void {
  const open = createLinkOpener((address, signal) => consent.reviewLink(address, signal));
  return (url) => {
    open(url, window.pageSignal).catch((failure: unknown) => {
      log('warn', 'A link was not opened.', { reason: messageOf(failure) });
    });
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
