import { nativeTheme } from 'electron';
import type { SendEvent } from '../ipc/events.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import type { Notices } from './notices.ts';
import type { Stores } from './stores.ts';

/** Tells the window of every change of settings, providers, notices and servers, until it is disposed. */
export function forwardChanges(parts: {
  readonly stores: Stores;
  readonly notices: Notices;
  readonly hub: Hub;
  readonly send: SendEvent;
}): Disposable {
  const { stores, notices, hub, send } = parts;
  const ends = [
    stores.settings.onChange((settings) => {
      nativeTheme.themeSource = settings.theme;
      send('settings.changed', settings);
    }),
    stores.providers.onChange((providers) => {
      send('providers.changed', { providers: [...providers] });
    }),
    notices.onChange((list) => {
      send('app.notices', { notices: [...list] });
    }),
    hub.onChange((servers, sequence) => {
      send('servers.changed', { servers: [...servers], sequence });
    }),
  ];
  return {
    dispose: () => {
      for (const end of ends) end();
    },
  };
}
