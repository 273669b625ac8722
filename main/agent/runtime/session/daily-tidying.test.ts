import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { transcriptPath } from '../../../lib/profile-paths.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { sessionFolder } from '../../../storage/kept-files/session-folders.ts';
import { ScriptedHost } from '../testing/scripted-host.ts';

const DAY_MS = 24 * 60 * 60_000;
let root = '';
const hosts: ScriptedHost[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-daily-'));
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.runtime.end();
  await rm(root, { recursive: true, force: true });
});

/** Checkpoints of a stored session that was last used so long before `now`. */
async function resting(now: number, days: number): Promise<string> {
  const id = crypto.randomUUID();
  const transcript = transcriptPath(root, '/work', id);
  const files = join(sessionFolder(root, 'checkpoints', id), 'files');
  await mkdir(files, { recursive: true });
  await writeFile(join(files, 'one'), 'x');
  await mkdir(dirname(transcript), { recursive: true });
  await writeFile(transcript, '');
  const time = new Date(now - days * DAY_MS);
  await utimes(transcript, time, time);
  return files;
}
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

it('tidies a profile once a day by its own setting, while a session lives, and touches what that keeps [RT-44.kept]', async () => {
  const clock = new ManualClock();
  await writeFile(
    join(root, 'settings.json'),
    JSON.stringify({ keptFiles: { checkpointDays: 10 } }),
  );
  const [old, younger] = [await resting(clock.now(), 11), await resting(clock.now(), 9)];
  const host = new ScriptedHost({ clock });
  hosts.push(host);
  const id = crypto.randomUUID();
  const own = sessionFolder(root, 'results', id);
  await mkdir(own, { recursive: true });
  await utimes(own, new Date(0), new Date(0));
  await host.initialize({ config_root: root, cwd: root, session_id: id, persist_session: false });
  await expect.poll(() => exists(join(root, '.tidied'))).toBe(true);
  expect(await Promise.all([old, younger].map(exists))).toEqual([false, true]);
  expect((await stat(own)).mtimeMs).toBe(clock.now());
  await expect.poll(() => clock.waiting).toBe(1);

  const begun = clock.now();
  clock.advance(2 * DAY_MS);
  await expect.poll(() => exists(younger)).toBe(false);
  expect((await stat(own)).mtimeMs).toBeGreaterThan(begun);
  await host.runtime.end();
  expect(clock.waiting).toBe(0);
});
