import { lstat, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import type { McpConnection } from '../client/connection.ts';
import { linkedTransports } from '../client/linked-transports.ts';
import { openConnection } from '../client/open-connection.ts';
import { NOTE_CAP_BYTES } from './note-files.ts';
import { serveNotes } from './notes.ts';

describe('the notes server', () => {
  let root: string;
  let folder: string;
  let connection: McpConnection;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'parley-notes-'));
    folder = join(root, 'notes');
    const [near, far] = linkedTransports();
    await serveNotes(far, { folder, version: '0.1.0' });
    connection = await openConnection(
      { transport: near },
      {
        clientName: 'test',
        clientVersion: '0',
        clock: systemClock,
        log: silentLog,
        spawn: spawnManaged,
        environment: {},
        defaultFolder: root,
        startTimeoutMs: 10_000,
      },
    );
  });
  afterEach(async () => {
    await connection.close();
    await rm(root, { recursive: true, force: true });
  });

  async function call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content, isError } = await connection.callTool(name, args);
    const text = String(content[0]?.['text']);
    return isError ? `failed: ${text}` : text;
  }

  it('writes, lists, reads, replaces and deletes plain Markdown files', async () => {
    expect(await call('list_notes')).toBe('There are no notes.');
    expect(await call('write_note', { name: 'Einkauf – 数据', text: '# Milk\n' })).toContain(
      'Wrote',
    );
    expect(await readFile(join(folder, 'Einkauf – 数据.md'), 'utf8')).toBe('# Milk\n');
    expect(await call('read_note', { name: 'Einkauf – 数据.md' })).toBe('# Milk\n');
    expect(await call('write_note', { name: 'Einkauf – 数据', text: '# Bread' })).toContain(
      'Replaced',
    );
    expect(await call('list_notes')).toMatch(/^Einkauf – 数据 \(7 bytes, \d{4}-.+\)$/);
    expect(await call('delete_note', { name: 'Einkauf – 数据' })).toContain('Deleted');
    expect(await readdir(folder)).toEqual([]);
    expect(await call('read_note', { name: 'gone' })).toMatch(/^failed: .*no note named “gone”/);
    expect(await call('delete_note', { name: 'gone' })).toMatch(/^failed: /);
  });

  it.each([
    '../escape',
    '..',
    'a/b',
    'a\\b',
    '/etc/passwd',
    '.hidden',
    'nul\u0000byte',
    'line\nbreak',
    'right\u202Eleft',
    'CON',
    'c:stream',
    'trailing.',
    '   ',
    'x'.repeat(300),
  ])('refuses the name %j and touches nothing', async (name) => {
    for (const tool of ['read_note', 'write_note', 'delete_note']) {
      expect(await call(tool, { name, text: 'x' })).toMatch(
        /^failed: .*cannot be the name of a note/,
      );
    }
    expect(await readdir(root)).toEqual([]);
  });

  it('follows no link out of its folder', async () => {
    const secret = join(root, 'secret.txt');
    await writeFile(secret, 'secret');
    await call('write_note', { name: 'real', text: 'x' });
    await symlink(secret, join(folder, 'link.md'));
    expect(await call('read_note', { name: 'link' })).toMatch(/^failed: .*is a link/);
    expect(await call('list_notes')).not.toContain('link');
    await call('write_note', { name: 'link', text: 'mine now' });
    expect(await readFile(secret, 'utf8')).toBe('secret');
    expect((await lstat(join(folder, 'link.md'))).isSymbolicLink()).toBe(false);
  });

  it('takes notes up to its cap and not beyond', async () => {
    const text = 'x'.repeat(NOTE_CAP_BYTES);
    expect(await call('write_note', { name: 'big', text })).toContain('Wrote');
    expect(await call('write_note', { name: 'bigger', text: `${text}x` })).toMatch(
      /^failed: .*Split it/,
    );
    await writeFile(join(folder, 'planted.md'), `${text}x`);
    expect(await call('read_note', { name: 'planted' })).toMatch(/^failed: /);
    expect((await readdir(folder)).sort()).toEqual(['big.md', 'planted.md']);
  });
});
