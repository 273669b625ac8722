import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withBuildLock } from './lock.mjs';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('lets one in at a time and leaves no lock behind', async () => {
  let inside = 0;
  let most = 0;
  const visit = () =>
    withBuildLock(folder, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
    });
  await Promise.all([visit(), visit(), visit()]);
  expect(most).toBe(1);
  expect(existsSync(join(folder, '.build-lock'))).toBe(false);
});

it('lets go when the action fails', async () => {
  await expect(withBuildLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(withBuildLock(folder, async () => 'next')).resolves.toBe('next');
});

it('takes over the lock of a process that has ended', async () => {
  const beyondEveryPid = '4194999';
  await writeFile(join(folder, '.build-lock'), beyondEveryPid);
  await expect(withBuildLock(folder, async () => 'in')).resolves.toBe('in');
});
