import { app } from 'electron';
import { childEnvironment } from '../../lib/child-environment.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { LinuxProtocol } from './linux-protocol.ts';
import { SCHEME } from './protocol-handler.ts';
import type { OwnProgram, ProtocolHandler } from './protocol-handler.ts';
import { createRunner } from './run-to-end.ts';

/** Our scheme on this system, for the program and profile that run. */
export function ownProtocol(clock: Clock, log: Log): ProtocolHandler {
  const { PARLEY_CONFIG_DIR } = process.env;
  const profile = PARLEY_CONFIG_DIR ? { PARLEY_CONFIG_DIR } : {};
  if (process.platform !== 'linux') return electronProtocol(Object.keys(profile).length === 0);
  const run = createRunner({ spawn: spawnManaged, clock, env: desktopEnvironment() });
  return new LinuxProtocol({
    program: ownProgram(),
    profile,
    environment: process.env,
    run,
    log,
  });
}

/**
 * Takes over our links at the start of an installed app: the package may have no installer that would do it. Only in a desktop,
 * and only for the usual profile; everything else waits until the person asks.
 */
export async function registerAtStart(protocol: ProtocolHandler): Promise<void> {
  const isDesktop = process.platform !== 'linux' || Boolean(process.env['XDG_CURRENT_DESKTOP']);
  if (!app.isPackaged || !isDesktop || process.env['PARLEY_CONFIG_DIR']) return;
  if (!(await protocol.isOurs())) await protocol.register();
}

/** macOS and Windows keep it by program; a profile of its own cannot be named there. */
function electronProtocol(isUsualProfile: boolean): ProtocolHandler {
  const { executable, args } = ownProgram();
  return {
    isOurs: async () =>
      isUsualProfile && app.isDefaultProtocolClient(SCHEME, executable, [...args]),
    register: async () =>
      isUsualProfile && app.setAsDefaultProtocolClient(SCHEME, executable, [...args]),
  };
}

/** How this program is started. */
export function ownProgram(): OwnProgram {
  const switches = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : [];
  // Of an AppImage the file itself, not where it is mounted this time.
  const executable = process.env['APPIMAGE'] ?? process.execPath;
  return { executable, args: app.isPackaged ? switches : [...switches, app.getAppPath()] };
}

/** What the desktop's own commands need to know where they are. */
export function desktopEnvironment(): Record<string, string> {
  const names = Object.keys(process.env).filter(
    (name) =>
      /^(XDG|KDE|GNOME|DESKTOP|DBUS_SESSION)_/.test(name) ||
      name === 'DISPLAY' ||
      name === 'DESKTOP',
  );
  const declared = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return childEnvironment(process.env, Object.fromEntries(declared));
}
