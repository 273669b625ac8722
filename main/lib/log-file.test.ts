import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogFile } from './log-file.ts';
import { redact } from './redact.ts';

const clock = { now: () => 1_700_000_000_000, after: () => () => undefined };

describe('the log file', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'parley-log-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const lines = async (file: string): Promise<Record<string, unknown>[]> =>
    (await readFile(join(root, 'logs', file), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('appends one JSON line an entry, without the secrets in it, for the owner only [SE-51.log]', async () => {
    const log = createLogFile({ folder: join(root, 'logs'), clock, redact });
    log('info', 'Started.', { version: '1' });
    log('error', 'Authorization: Bearer c4n4ry-abcdefgh', { apiKey: 'c4n4ry-abcdefgh' });
    expect(await lines('main.log')).toMatchObject([
      { level: 'info', message: 'Started.', version: '1', at: '2023-11-14T22:13:20.000Z' },
      { level: 'error', apiKey: '[redacted]' },
    ]);
    expect(await readFile(join(root, 'logs', 'main.log'), 'utf8')).not.toContain('c4n4ry');
    expect((await stat(join(root, 'logs', 'main.log'))).mode & 0o777).toBe(0o600);
  });

  it('sets a full file aside and keeps five older ones', async () => {
    const log = createLogFile({ folder: join(root, 'logs'), clock, redact, maxBytes: 200 });
    for (let index = 0; index < 20; index += 1)
      log('info', `entry ${String(index)} ${'x'.repeat(80)}`);
    expect((await readdir(join(root, 'logs'))).sort()).toEqual([
      'main.1.log',
      'main.2.log',
      'main.3.log',
      'main.4.log',
      'main.5.log',
      'main.log',
    ]);
    expect((await lines('main.log')).at(-1)?.['message']).toContain('entry 19');
  });

  it('goes on silently when the folder cannot be made, and writes once it can', async () => {
    await writeFile(join(root, 'logs'), 'in the way');
    const log = createLogFile({ folder: join(root, 'logs'), clock, redact });
    log('info', 'lost');
    await rm(join(root, 'logs'));
    log('info', 'kept');
    expect(await lines('main.log')).toMatchObject([{ message: 'kept' }]);
  });

  it('survives details that are no JSON', async () => {
    const log = createLogFile({ folder: join(root, 'logs'), clock, redact });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    log('info', 'circular', { circle });
    expect(await lines('main.log')).toMatchObject([{ message: 'circular' }]);
  });
});
