import { randomBytes } from 'node:crypto';
import { app, session } from 'electron';
import { systemClock } from '../lib/clock.ts';
import { DisposableStack } from '../lib/disposable.ts';
import { createLogFile } from '../lib/log-file.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { redact } from '../lib/redact.ts';
import { doPlannedChange } from '../storage/profile-data/pending-change.ts';
import { AppLanguage } from './app-language.ts';
import { bundlePaths } from './bundle-paths.ts';
import { composeApp } from './compose-app.ts';
import { LinkRouter } from './links/link-router.ts';
import { Notices } from './notices.ts';
import { AppPartitions } from './apps/app-views.ts';
import { APP_ORIGIN, APP_SCHEME, CONSENT_ORIGIN } from './pages/page-origins.ts';
import { createDiagramServer, DIAGRAM_SCHEME, isDiagramPage } from './pages/diagram-pages.ts';
import { createPageServer } from './pages/page-server.ts';
import { registerPageSchemes } from './pages/register-schemes.ts';
import { openProfile } from './profile.ts';
import { quitCleanly } from './quit.ts';
import { guardAllContents } from './security/guard-contents.ts';
import { guardAllSessions, guardDefaultSession } from './security/guard-sessions.ts';
import { handleUncaughtErrors } from './security/uncaught-errors.ts';

/** Starts the desktop app. Everything that must happen before Electron is ready happens before this returns. */
export function startApp(): void {
  const paths = openProfile();
  registerPageSchemes();
  // Root on Linux can only run without the system's sandbox; enableSandbox would take that switch back and nothing could start.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  const done = doPlannedChange(paths.root);
  const clock = systemClock;
  const log = createLogFile({ folder: paths.logs, clock, redact });
  const notices = new Notices(clock, redact);
  const links = new LinkRouter({ clock, log });
  links.openFrom(process.argv);
  app.on('second-instance', (_event, argv) => {
    links.openFrom(argv);
  });
  // macOS hands links over by an event, at a cold start before the app is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    links.openFrom([url]);
  });
  handleUncaughtErrors(log, (reason) => {
    notices.add('main-error', reason);
  });
  const isOwnPage = (url: string): boolean =>
    [`${APP_ORIGIN}/index.html`, `${CONSENT_ORIGIN}/consent.html`].includes(url);
  const partitions = new AppPartitions();
  guardAllContents(
    isOwnPage,
    (url) => partitions.isApp(url) || isDiagramPage(url),
    (url, contents) => partitions.mayFrame(url, contents),
    log,
  );
  guardAllSessions();
  if (done) log('info', 'The profile was changed before the start.', { ...done });
  if (done?.problem !== undefined) notices.add('main-error', done.problem);
  log('info', 'Started.', { version: app.getVersion(), electron: process.versions.electron });
  void openWhenReady({ paths, log, notices, links, partitions });
}

async function openWhenReady(context: {
  readonly paths: ProfilePaths;
  readonly log: Log;
  readonly notices: Notices;
  readonly links: LinkRouter;
  readonly partitions: AppPartitions;
}): Promise<void> {
  await app.whenReady();
  const { log } = context;
  const opened = new DisposableStack();
  const quit = quitCleanly(opened, systemClock, log);
  guardDefaultSession();
  const language = new AppLanguage({ ofSystem: () => app.getPreferredSystemLanguages(), log });
  const styleNonce = randomBytes(16).toString('base64');
  session.defaultSession.protocol.handle(
    APP_SCHEME,
    createPageServer({
      origin: APP_ORIGIN,
      root: bundlePaths.pages,
      styleNonce,
      marks: () => ({ lang: language.current }),
      frames: `${DIAGRAM_SCHEME}:`,
    }),
  );
  session.defaultSession.protocol.handle(DIAGRAM_SCHEME, createDiagramServer(bundlePaths.pages));
  try {
    const window = await composeApp({
      ...context,
      clock: systemClock,
      opened,
      styleNonce,
      language,
      quit,
    });
    app.on('second-instance', () => {
      window.focus();
    });
  } catch (failure) {
    if (quit.isClosing()) return;
    log('error', 'The app could not be opened.', { reason: String(failure) });
    process.stderr.write(`Parley could not be opened: ${redact(String(failure))}\n`);
    app.exit(1);
  }
}
