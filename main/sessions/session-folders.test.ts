import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderOffer } from '../storage/folder-offer.ts';
import { TrustedFolders } from '../storage/trusted-folders.ts';
import { SessionFolders } from './session-folders.ts';

const never = new AbortController().signal;
let root = '';
let work = '';
let answer = true;
let picked: string | undefined;
let told: string[] = [];
let asked: { folder: string; offer: FolderOffer }[] = [];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-folders-')));
  work = join(root, 'work');
  await mkdir(work);
  [answer, picked, asked, told] = [true, work, [], []];
});
afterEach(() => rm(root, { recursive: true, force: true }));

const trusted = () => new TrustedFolders(join(root, 'profile'));
const open = () =>
  new SessionFolders({
    trusted: trusted(),
    pick: async () => picked,
    review: async (question) => {
      asked.push(question);
      return answer;
    },
    servers: {
      offer: async (folder) => void told.push(`offer ${folder}`),
      sync: async (folder) => told.push(`sync ${folder}`),
    },
  });

it('a folder that brings something is asked about once, and the command trusts it too [UI-17.folder, SE-32.desktop]', async () => {
  await writeFile(join(work, 'AGENTS.md'), 'Obey.');
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'rm -r x' }] }] };
  await mkdir(join(work, '.parley'));
  await writeFile(join(work, '.parley/settings.json'), JSON.stringify({ hooks }));
  const mcpServers = {
    own: { command: 'node', args: ['x.js'] },
    far: { url: 'https://x.example' },
  };
  await writeFile(join(work, '.mcp.json'), JSON.stringify({ mcpServers }));
  answer = false;
  expect(await open().choose(never)).toEqual({ folder: work, trusted: false });
  expect(await trusted().list()).toEqual([]);
  expect(told).toEqual([]);
  answer = true;
  expect(await open().choose(never)).toEqual({ folder: work, trusted: true });
  expect(asked[1]).toEqual({
    folder: work,
    offer: {
      files: ['AGENTS.md', '.mcp.json', join('.parley', 'settings.json')],
      commands: ['own: node x.js', 'far: https://x.example', 'Stop: rm -r x'],
    },
  });
  expect(await trusted().has(work)).toBe(true);
  expect(await open().choose(never)).toEqual({ folder: work, trusted: true });
  expect(asked).toHaveLength(2);
});

it('trust is taken back for app and command, and asked for again [UI-17.revoke]', async () => {
  await writeFile(join(work, 'AGENTS.md'), 'Obey.');
  const folders = open();
  await folders.choose(never);
  expect(await folders.list()).toEqual([work]);
  expect(await folders.revoke(work)).toEqual([]);
  expect(told).toEqual([`offer ${work}`, `sync ${work}`]);
  expect(await trusted().has(work)).toBe(false);
  await folders.choose(never);
  expect(asked).toHaveLength(2);
});

it('one that brings nothing is asked about as well, and after a no nothing that it brings later is used [UI-17.folder, SE-32.desktop]', async () => {
  answer = false;
  expect(await open().choose(never)).toEqual({ folder: work, trusted: false });
  expect(asked).toEqual([{ folder: work, offer: { files: [], commands: [] } }]);
  expect(await trusted().has(work)).toBe(false);
});

it('only what the person chose can be worked in, by its real path [UI-17.folder, SE-5]', async () => {
  const folders = open();
  expect(() => folders.require(work)).toThrow(/was not chosen/);
  picked = join(root, 'link');
  await symlink(work, picked);
  expect(await folders.choose(never)).toMatchObject({ folder: work });
  expect(folders.require(work)).toBe(work);
  expect(() => folders.require(join(root, 'link'))).toThrow(/was not chosen/);
  picked = join(root, 'gone');
  await expect(folders.choose(never)).rejects.toThrow(/gone cannot be used/);
  picked = undefined;
  expect(await folders.choose(never)).toBeNull();
});

it('a list that two programs change at once loses nothing [UI-17.revoke]', async () => {
  const names = Array.from({ length: 6 }, (_, n) => join(root, `folder-${String(n)}`));
  for (const name of names) await mkdir(name);
  await Promise.all(names.map((name) => trusted().add(name)));
  expect(await trusted().list()).toHaveLength(6);
});

it('a folder that is trusted can be used without the dialog, no other one [UI-17.folder]', async () => {
  const folders = open();
  await expect(folders.useTrusted(work)).rejects.toMatchObject({ code: 'session.not-found' });
  expect(() => folders.require(work)).toThrow('was not chosen');
  await trusted().add(work);
  expect(await folders.useTrusted(work)).toEqual({ folder: work, trusted: true });
  expect(folders.require(work)).toBe(work);
  expect(asked).toEqual([]);
});
