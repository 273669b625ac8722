import type { AllHandlers } from '../../../shared/ipc/registry.ts';
import type { Hub } from '../../mcp/hub/hub-contract.ts';
import type { SessionService } from '../../sessions/session-service-contract.ts';
import type { ProviderStore } from '../../storage/provider-store.ts';
import type { SettingsStore } from '../../storage/settings-store.ts';
import type { Caller } from '../caller.ts';
import type { AppHandlerParts } from './app.ts';
import { appHandlers } from './app.ts';
import type { TestProvider } from './providers.ts';
import { providerHandlers } from './providers.ts';
import { serverHandlers } from './servers.ts';
import { sessionHandlers } from './sessions.ts';
import { settingsHandlers } from './settings.ts';

export interface HandlerParts {
  readonly app: AppHandlerParts;
  readonly settings: SettingsStore;
  readonly providers: ProviderStore;
  readonly testProvider: TestProvider;
  readonly hub: Hub;
  readonly sessions: SessionService;
}

/** The handler of every route. */
export function allHandlers(parts: HandlerParts): AllHandlers<Caller> {
  return {
    ...appHandlers(parts.app),
    ...settingsHandlers(parts.settings),
    ...providerHandlers(parts.providers, parts.testProvider),
    ...serverHandlers(parts.hub),
    ...sessionHandlers(parts.sessions),
  };
}
