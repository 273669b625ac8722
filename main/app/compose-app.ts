import { nativeTheme } from 'electron';
import type { Settings } from '../../shared/ipc/routes/settings.ts';
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
import { RemoteImages } from '../sessions/remote-images.ts';
import { appFacts } from './app-facts.ts';
import type { AppLanguage } from './app-language.ts';
import { bundlePaths } from './bundle-paths.ts';
import { ConsentDesk } from './consent/consent-desk.ts';
import { createConsentPresenter } from './consent/consent-view.ts';
import { openData } from './data/open-data.ts';
import { createLinkOpener, gatedUrl } from './external-url.ts';
import { fileOpener } from './file-opener.ts';
import { forwardChanges } from './forward-changes.ts';
import type { LinkRouter } from './links/link-router.ts';
import { registerAtStart } from './links/own-protocol.ts';
import type { Notices } from './notices.ts';
import { openAttention, type OpenedAttention } from './open-attention.ts';
import { openEngines, type Engines } from './open-engines.ts';
import { openComposer } from './open-composer.ts';
import { openFolders } from './open-folders.ts';
import type { AppPartitions } from './apps/app-views.ts';
import { APP_ORIGIN } from './pages/page-origins.ts';
import type { ClosedWindow, QuitControl } from './quit.ts';
import { providerQuestions } from './provider-questions.ts';
import { openNetwork, type OpenedNetwork } from './open-network.ts';
import { openShell, type OpenedShell } from './open-shell.ts';
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
  /** Of the texts; opened here. */
  readonly language: AppLanguage;
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
  let rebuildMenu = (): void => undefined;
  await opened.own(context.language).open(stores.settings, () => {
    rebuildMenu();
    window.reload();
  });
  const network = opened.own(openNetwork(stores, log));
  nativeTheme.themeSource = stores.settings.get().theme;

  const inputClock = new InputClock(() => clock.now());
  const window = opened.own(windowOf(context, stores, inputClock));
  const send = createEventSender((event, payload) => {
    window.deliver(event, payload);
  }, log);
  const attention = opened.own(openAttention({ window, stores, send, clock }));
  const consent = opened.own(
    new ConsentDesk(presenterFor(window, context, { stores, inputClock })),
  );
  const engines = await openEngines(context, {
    stores,
    window,
    consent,
    send,
    network,
    attention,
  });

  const shell = opened.own(
    await openShell({ ...context, ...engines, stores, window, consent, send, attention }),
  );
  rebuildMenu = () => {
    shell.menu.build();
    shell.tray.draw();
  };
  const handlers = handlersOf(context, {
    stores,
    network,
    window,
    consent,
    engines,
    history: attention.history,
    shell: shell.parts,
  });
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
  await startWork(context, {
    engines,
    window,
    closing: { staysInTray: () => shell.system.staysInTray, putAway: () => shell.putAway() },
  });
  return window;
}

/** Starts what runs beside the page, loads it, and takes links from then on. */
async function startWork(
  context: AppContext,
  {
    engines,
    window,
    closing,
  }: Pick<Parts, 'engines' | 'window'> & { readonly closing: ClosedWindow },
): Promise<void> {
  const { hub, sessions, signIns } = engines;
  startBeside(async () => {
    await engines.folderServers.start();
    await hub.start();
  }, context);
  startBeside(() => engines.sessionList.start(), context);
  context.quit.askFirst(sessions, () => window.window, closing);
  await window.load();
  context.links.connect({
    signIn: (url) => signIns.engine.deliver(url),
    install: { show: (url) => engines.servers.setup.showInstall(url) },
    onArrival: () => window.focus(),
    onUnknownSignIn: (reason) => context.notices.add('link-ignored', reason),
  });
  startBeside(() => registerAtStart(engines.protocol), context);
}

interface Parts {
  readonly stores: Stores;
  readonly network: OpenedNetwork;
  readonly window: MainWindow;
  readonly consent: ConsentDesk;
  readonly engines: Engines;
  readonly history: OpenedAttention['history'];
  readonly shell: OpenedShell['parts'];
}

/** What answers each call of the page. */
function handlersOf(
  context: AppContext,
  { stores, network, window, consent, engines, history, shell }: Parts,
): ReturnType<typeof allHandlers> {
  const { paths, clock, log, notices } = context;
  const { hub, sessions, signIns, permissions, bench } = engines;
  const folders = openFolders({ paths, window, consent, log, servers: engines.folderServers });
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
    folders,
    sessionList: engines.sessionList.list,
    turns: engines.sessionList.turns,
    signIns: signIns.signIns,
    questions: engines.questions.desk,
    permissions,
    bench,
    apps: engines.apps,
    history,
    shell,
    images: new RemoteImages({
      clock,
      gate: gatedUrl,
      review: (url, signal) => consent.reviewImage(url, signal),
    }),
    changes: { changes: engines.sessionList.changes, opener: fileOpener },
    composer: openComposer({ ...engines, folders, clock, log }),
    data: openData({
      ...context,
      stores,
      window,
      consent,
      library: engines.sessionList.list.library,
      servers: () => hub.list().length,
    }),
  });
}

function windowOf(
  { clock, log }: AppContext,
  { placement }: Stores,
  inputClock: InputClock,
): MainWindow {
  const { preload, icon } = bundlePaths;
  return new MainWindow({ preload, icon, placement, inputClock, clock, log });
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
  { styleNonce, language, clock, log }: AppContext,
  { stores, inputClock }: { readonly stores: Stores; readonly inputClock: InputClock },
): ReturnType<typeof createConsentPresenter> {
  return createConsentPresenter({
    window,
    preload: bundlePaths.consentPreload,
    pages: bundlePaths.pages,
    styleNonce,
    marks: () => ({ lang: language.current, ...looksOf(stores.settings.get()) }),
    inputClock,
    clock,
    log,
  });
}

/** How main's own pages look by the settings. */
function looksOf({ contrast = 'system', density = 'comfortable' }: Settings) {
  return { 'data-contrast-choice': contrast, 'data-density': density } as const;
}
