import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { createRunner } from '../links/run-to-end.ts';
import { hasTrayHost, putAway } from './tray-host.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-tray-'));
});
afterEach(() => rm(folder, { recursive: true }));

const ask = (): Promise<boolean> =>
  hasTrayHost(createRunner({ spawn: spawnManaged, clock: systemClock, env: { PATH: folder } }));

async function program(name: string, line: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${line}\n`);
  await chmod(join(folder, name), 0o755);
}

describe.skipIf(process.platform !== 'linux')('a Linux desktop', () => {
  it('is asked whether it shows a tray, by the program that it has [UI-62.host]', async () => {
    expect(await ask()).toBe(false);
    await program('dbus-send', 'echo "   variant       boolean true"');
    expect(await ask()).toBe(true);
    await program('gdbus', 'echo "(<false>,)"');
    expect(await ask()).toBe(false);
    await program(
      'gdbus',
      'case "$*" in *".Get org.kde.StatusNotifierWatcher IsStatusNotifierHostRegistered") echo "(<true>,)";; esac',
    );
    expect(await ask()).toBe(true);
  });
});

it('a closed window goes to the tray where that is shown, else it stays within reach [UI-62.host]', async () => {
  const calls: string[] = [];
  const window = {
    isDestroyed: () => false,
    hide: () => void calls.push('hide'),
    minimize: () => void calls.push('minimize'),
  };
  await putAway(window, { isShown: () => Promise.resolve(false) });
  await putAway(window, { isShown: () => Promise.resolve(true) });
  await putAway({ ...window, isDestroyed: () => true }, { isShown: () => Promise.resolve(true) });
  expect(calls).toEqual(['minimize', 'hide']);
});
