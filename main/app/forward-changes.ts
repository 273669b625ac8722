import { nativeTheme } from 'electron';
import { canonicalJson } from '../../shared/lib/json.ts';
import type { SendEvent } from '../ipc/events.ts';
import { wireList } from '../ipc/handlers/sign-ins.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import type { ServerSignIns } from '../mcp/hub/sign-in-contract.ts';
import type { PermissionBook } from '../sessions/permissions/permission-book.ts';
import { forwardServers } from './forward-servers.ts';
import type { Notices } from './notices.ts';
import type { Stores } from './stores.ts';

/** Tells the window of every change of settings, providers, notices, permissions, servers and sign-ins, until it is disposed. */
export function forwardChanges(parts: {
  readonly stores: Stores;
  readonly notices: Notices;
  readonly hub: Hub;
  readonly signIns: { readonly signIns: ServerSignIns };
  readonly permissions: { readonly book: PermissionBook };
  readonly clock: Clock;
  readonly send: SendEvent;
}): Disposable {
  const { stores, notices, hub, send } = parts;
  const { signIns } = parts.signIns;
  const permissions = parts.permissions.book;
  let toldPermissions = '';
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
    permissions.onChange(() => {
      const state = permissions.state();
      const text = canonicalJson(state);
      if (text === toldPermissions) return;
      toldPermissions = text;
      send('permissions.changed', state);
    }),
    forwardServers(hub, parts.clock, send),
    signIns.onChange((list) => {
      send('signIns.changed', wireList(list));
    }),
  ];
  return {
    dispose: () => {
      for (const end of ends) end();
    },
  };
}
