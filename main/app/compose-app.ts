import { nativeTheme } from 'electron';
import { messageOf } from '../../shared/lib/errors.ts';
import { createEventSender } from '../ipc/events.ts';
import { allHandlers } from '../ipc/handlers/all-handlers.ts';
import { InputClock } from '../ipc/input-clock.ts';
import { listenForCalls } from '../ipc/listen.ts';
import { createRouter } from '../ipc/router.ts';
import type { Clock } from '../lib/clock.ts';
import type { DisposableStack } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { appFacts } from './app-facts.ts';
import { bundlePaths } from './bundle-paths.ts';
import { ConsentDesk } from './consent/consent-desk.ts';
import { createConsentPresenter } from './consent/consent-view.ts';
import { createLinkOpener } from './external-url.ts';
import { fileOpener } from './file-opener.ts';
import { forwardChanges } from './forward-changes.ts';
import type { LinkRouter } from './links/link-router.ts';
import { registerAtStart } from './links/own-protocol.ts';
import type { Notices } from './notices.ts';
import { openEngines, type Engines } from './open-engines.ts';
import { openFolders } from './open-folders.ts';
import type { AppPartitions } from './apps/app-views.ts';
import { APP_ORIGIN } from './pages/page-origins.ts';
import type { QuitControl } from './quit.ts';
import { providerQuestions } from './provider-questions.ts';
import { openNetwork, type OpenedNetwork } from './open-network.ts';
import { openStores, type Stores } from './stores.ts';
import { MainWindow } from './window/main-window.ts';

export interface AppContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  /** Owns all that is opened here, in this order. */
  readonly opened: DisposableStack;
  readonly styleNonce: string;
  /** Links that other programs hand over. */
  readonly links: LinkRouter;
  /** Asks before the app ends in the middle of a turn. */
  readonly quit: QuitControl;
  /** Partitions of the MCP apps that are shown. */
  readonly partitions: AppPartitions;
}

/** Builds the app and opens its window. Resolves when the page has loaded. */
export async function composeApp(context: AppContext): Promise<MainWindow> {
  const { paths, clock, log, notices, opened } = context;
  const stores = await openStores(paths, clock, notices);
  const network = opened.own(openNetwork(stores, log));
  nativeTheme.themeSource = stores.settings.get().theme;

  const inputClock = new InputClock(() => clock.now());
  const window = opened.own(
    new MainWindow({
      preload: bundlePaths.preload,
      icon: bundlePaths.icon,
      placement: stores.placement,
      inputClock,
      clock,
      log,
    }),
  );
  const send = createEventSender((event, payload) => {
    window.deliver(event, payload);
  }, log);
  const consent = opened.own(new ConsentDesk(presenterFor(window, context, inputClock)));
  const engines = await openEngines(context, { stores, window, consent, send, network });
  const { hub, sessions, signIns } = engines;

  const handlers = handlersOf(context, { stores, network, window, consent, engines });
  opened.own(
    listenForCalls({
      router: createRouter(handlers, log),
      inputClock,
      origin: APP_ORIGIN,
      windowIdOf: (contents) => window.idOf(contents),
      pageSignal: () => window.pageSignal,
    }),
  );
  opened.own(forwardChanges({ ...engines, stores, notices, clock, send }));
  startBeside(() => hub.start(), context);
  startBeside(() => engines.sessionList.start(), context);
  context.quit.askFirst(sessions, () => window.window);
  await window.load();
  context.links.connect({
    signIn: (url) => signIns.engine.deliver(url),
    install: { show: (url) => engines.servers.setup.showInstall(url) },
    onArrival: () => window.focus(),
    onUnknownSignIn: (reason) => notices.add('link-ignored', reason),
  });
  startBeside(() => registerAtStart(engines.protocol), context);
  return window;
}

interface Parts {
  readonly stores: Stores;
  readonly network: OpenedNetwork;
  readonly window: MainWindow;
  readonly consent: ConsentDesk;
  readonly engines: Engines;
}

/** What answers each call of the page. */
function handlersOf(
  { paths, clock, log, notices }: AppContext,
  { stores, network, window, consent, engines }: Parts,
): ReturnType<typeof allHandlers> {
  const { hub, sessions, signIns, permissions, bench } = engines;
  const openLink = createLinkOpener((url, signal) => consent.reviewLink(url, signal));
  return allHandlers({
    app: { facts: appFacts(paths, stores.secrets), notices, openLink, log },
    settings: stores.settings,
    changeNetwork: network.change(consent),
    providers: {
      store: stores.providers,
      questions: providerQuestions(clock),
      review: (draft, previous, signal) => consent.reviewProvider(draft, previous, signal),
    },
    instructions: stores.instructions,
    hub,
    serverSetup: { ...engines.servers, now: () => clock.now() },
    sessions,
    folders: openFolders({ paths, window, consent }),
    sessionList: engines.sessionList.list,
    turns: engines.sessionList.turns,
    signIns: signIns.signIns,
    questions: engines.questions.desk,
    permissions,
    bench,
    apps: engines.apps,
    changes: { changes: engines.sessionList.changes, opener: fileOpener },
  });
}

/** A part that cannot start leaves the rest of the app usable, and says so. */
function startBeside(start: () => Promise<void>, { log, notices }: AppContext): void {
  start().catch((failure: unknown) => {
    log('error', 'A part of the app could not start.', { reason: messageOf(failure) });
    notices.add('main-error', messageOf(failure));
  });
}

function presenterFor(
  { window }: MainWindow,
  { styleNonce, clock, log }: AppContext,
  inputClock: InputClock,
): ReturnType<typeof createConsentPresenter> {
  return createConsentPresenter({
    window,
    preload: bundlePaths.consentPreload,
    pages: bundlePaths.pages,
    styleNonce,
    inputClock,
    clock,
    log,
  });
}
