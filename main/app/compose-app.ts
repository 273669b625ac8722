import { nativeTheme } from 'electron';
import type { AllHandlers } from '../../shared/ipc/registry.ts';
import type { Caller } from '../ipc/caller.ts';
import { createEventSender } from '../ipc/events.ts';
import { appHandlers } from '../ipc/handlers/app.ts';
import { providerHandlers } from '../ipc/handlers/providers.ts';
import { settingsHandlers } from '../ipc/handlers/settings.ts';
import { InputClock } from '../ipc/input-clock.ts';
import { listenForCalls } from '../ipc/listen.ts';
import { createRouter } from '../ipc/router.ts';
import type { Clock } from '../lib/clock.ts';
import type { DisposableStack } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { appFacts } from './app-facts.ts';
import { bundlePaths } from './bundle-paths.ts';
import type { Notices } from './notices.ts';
import { APP_ORIGIN } from './pages/page-origins.ts';
import { openStores } from './stores.ts';
import { MainWindow } from './window/main-window.ts';

export interface AppContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  /** Owns all that is opened here. */
  readonly opened: DisposableStack;
  readonly styleNonce: string;
}

/** Builds the app and opens its window. Resolves when the page has loaded. */
export async function composeApp(context: AppContext): Promise<MainWindow> {
  const { paths, clock, log, notices, opened } = context;
  const stores = await openStores(paths, clock, notices);
  nativeTheme.themeSource = stores.settings.get().theme;
  const inputClock = new InputClock(() => clock.now());
  const window = opened.own(
    new MainWindow({
      preload: bundlePaths.preload,
      placement: stores.placement,
      inputClock,
      log,
    }),
  );
  const send = createEventSender((event, payload) => {
    window.deliver(event, payload);
  }, log);
  const handlers = {
    ...appHandlers({
      facts: appFacts(paths, stores.secrets),
      notices,
      openLink: async () => false,
      log,
    }),
    ...settingsHandlers(stores.settings),
    ...providerHandlers(stores.providers, async () => ({ ok: false, answer: '', durationMs: 0 })),
  } as unknown as AllHandlers<Caller>;
  opened.own(
    listenForCalls({
      router: createRouter(handlers, log),
      inputClock,
      origin: APP_ORIGIN,
      windowIdOf: (contents) => window.idOf(contents),
      pageSignal: () => window.pageSignal,
    }),
  );
  opened.defer(
    stores.settings.onChange((settings) => {
      nativeTheme.themeSource = settings.theme;
      send('settings.changed', settings);
    }),
  );
  opened.defer(
    stores.providers.onChange((providers) => {
      send('providers.changed', { providers: [...providers] });
    }),
  );
  opened.defer(
    notices.onChange((list) => {
      send('app.notices', { notices: [...list] });
    }),
  );
  await window.load();
  return window;
}
