import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogFile } from '../lib/log-file.ts';
import { readLog } from '../lib/read-log.ts';
import { redact } from '../lib/redact.ts';
import { redactedReport, type ReportFacts } from './report.ts';

const facts: ReportFacts = {
  info: {
    version: '1.2.3',
    platform: 'linux',
    profileFolder: '/home/mira/.parley',
    secretStorage: 'memory',
    notices: [],
  },
  versions: { electron: '33' },
  system: 'linux x64',
  now: 'today',
  servers: [],
  sessions: [{ state: 'idle' }, { state: 'idle' }],
  log: [],
  home: '/home/mira',
  redact,
};

it('the log is read back, and a report of it holds states and no secret [UI-7.log, UI-7.report]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-log-'));
  try {
    expect(await readLog(folder)).toEqual([]);
    const clock = { now: () => Date.parse('2026-01-02T03:04:05Z'), after: () => () => undefined };
    // As an older version may have written it.
    const log = createLogFile({ folder, clock, redact: (line) => line });
    log('info', 'Started.', { version: '1.2.3' });
    await appendFile(join(folder, 'main.log'), 'half a li\n');
    log('error', 'A call failed.', { header: 'Bearer abcdefgh12345678', at2: '/home/mira/x' });
    const lines = await readLog(folder);
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'Started.'],
      ['error', 'A call failed.'],
    ]);
    expect(lines[0]?.details).toBe('{"version":"1.2.3"}');
    const report = redactedReport({ ...facts, log: lines });
    expect(report).toContain('Parley 1.2.3');
    expect(report).toContain('2 idle');
    expect(report).toContain('A call failed.');
    expect(report).toContain('~/.parley');
    expect(report).not.toMatch(/abcdefgh12345678|mira/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a report names no home of Windows either, also where a path is in JSON [UI-7.report]', () => {
  const home = 'C:\\Users\\mira';
  const details = JSON.stringify({ path: `${home}\\x.json` });
  const log = [{ at: 'now', level: 'warn', message: 'Not read.', details } as const];
  const report = redactedReport({
    ...facts,
    info: { ...facts.info, profileFolder: `${home}\\.parley` },
    log,
    home,
  });
  expect(report).toContain('Profile: ~\\.parley');
  expect(report).not.toContain('mira');
});
