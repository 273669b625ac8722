import type { ProxyConfig, Session } from 'electron';
import { app, session } from 'electron';
import { isPermitted } from './permissions.ts';

/** Pages have no network of their own: all of it is main's (SE-2). */
const networkSchemes = ['http', 'https', 'ws', 'wss', 'ftp', 'file'];

/** A proxy that is not there: what the filter of requests does not see, such as peer connections over TCP, ends here. */
export const noWayOut: ProxyConfig = {
  mode: 'fixed_servers',
  proxyRules: 'socks5://127.0.0.1:1',
  // Addresses of this computer would pass it by otherwise.
  proxyBypassRules: '<-loopback>',
};

/** Denies permissions, devices, network and downloads in every session, also in those made later (SE-3). */
export function guardAllSessions(): void {
  app.on('session-created', guardSession);
}

/** The sessions that exist before anything is created do not announce themselves. */
export function guardDefaultSession(): void {
  guardSession(session.defaultSession);
}

function guardSession(target: Session): void {
  target.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(isPermitted(permission, details.requestingUrl));
  });
  target.setPermissionCheckHandler((_contents, permission, origin) =>
    isPermitted(permission, origin),
  );
  target.setDevicePermissionHandler(() => false);
  target.setBluetoothPairingHandler((_details, answer) => {
    answer({ confirmed: false });
  });
  target.setDisplayMediaRequestHandler((_request, answer) => {
    answer({});
  });
  target.on('select-hid-device', (event, _details, answer) => {
    event.preventDefault();
    answer(null);
  });
  target.on('select-serial-port', (event, _ports, _contents, answer) => {
    event.preventDefault();
    answer('');
  });
  target.on('select-usb-device', (event, _details, answer) => {
    event.preventDefault();
    answer();
  });
  target.on('will-download', (event) => {
    event.preventDefault();
  });
  void target.setProxy(noWayOut);
  target.webRequest.onBeforeRequest(
    { urls: networkSchemes.map((scheme) => `${scheme}://*/*`) },
    (_details, answer) => {
      answer({ cancel: true });
    },
  );
}
