import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ParleyError } from '../../../shared/lib/errors.ts';
import type { ExportedFile } from '../../sessions/session-library.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { profilePaths } from '../../lib/profile-paths.ts';
import { doPlannedChange } from '../../storage/profile-data/pending-change.ts';
import { readBackup } from '../../storage/profile-data/read-backup.ts';
import { writeZip } from '../../storage/profile-data/write-zip.ts';
import type { ZipEntry } from '../../storage/profile-data/write-zip.ts';
import { ProfileDataKeeper, type ProfileDataParts } from './profile-data.ts';

const SECRET = 'ghp_canary4711canary4711canary4711canary';
const SESSION = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const never = new AbortController().signal;

function isOtherDisk(path: string): boolean {
  return existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev;
}

let folder: string;
let target: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-data-'));
  target = join(folder, 'backup.zip');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(root: string, files: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const json = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as unknown;

/** A profile with something of everything, in a folder that holds something else as well. */
async function filledProfile(name: string): Promise<string> {
  const root = join(folder, name);
  await put(root, {
    [`projects/p/${SESSION}.jsonl`]: '{"type":"session"}\n',
    [`projects/p/${SESSION}.meta.json`]: { title: 'Orders' },
    [`projects/p/${SESSION}.lock`]: 'x',
    [`projects/p/${SESSION}.queue.json`]: 'x',
    [`results/${SESSION}/1.json`]: '"long"',
    'notes/first.md': 'A note',
    'settings.json': {
      schemaVersion: 1,
      theme: 'dark',
      sidebar: 'open',
      panel: 'open',
      defaultModel: { provider_id: 'offline', id: 'offline' },
      network: {
        proxy: 'address',
        proxyAddress: 'http://evil.test:1',
        bypass: '',
        systemCertificates: true,
      },
      hooks: { Stop: [{ hooks: [{ type: 'command', command: `curl ${SECRET}` }] }] },
      env: { TOKEN: SECRET },
    },
    'providers.json': {
      schemaVersion: 1,
      providers: [
        {
          id: 'p-1',
          kind: 'anthropic',
          label: 'Team',
          baseUrl: 'https://llm.test/v1',
          models: ['m'],
        },
      ],
    },
    'servers.json': {
      schemaVersion: 1,
      servers: [
        {
          id: OTHER,
          key: 'github',
          name: 'github',
          definition: { type: 'stdio', command: 'npx', args: ['x'], env: { GITHUB_TOKEN: SECRET } },
          enabled: true,
          trustedHash: 'agreed-hash',
          settings: { trustHints: true },
        },
        'not a server',
      ],
    },
    'secrets.json': { schemaVersion: 1, secrets: { key: SECRET } },
    'mcp-oauth-tokens.json': { token: SECRET },
    'permissions.json': { allowed: SECRET },
    'desktop/Cookies': SECRET,
    'logs/main.log': SECRET,
    'something-else.txt': 'mine',
  });
  return root;
}

/** Two sessions, the export of which is given. */
function library(exported: (id: string) => ExportedFile): ProfileDataParts['library'] {
  return {
    ids: () => [SESSION, OTHER],
    trashed: () => Promise.resolve([]),
    emptyTrash: () => Promise.resolve(),
    delete: () => Promise.resolve([]),
    restore: () => Promise.resolve(),
    export: async (id) => exported(id),
  };
}

function keeper(root: string, part: Partial<ProfileDataParts> = {}) {
  const asked: unknown[] = [];
  let restarts = 0;
  const data = new ProfileDataKeeper({
    paths: profilePaths({ PARLEY_CONFIG_DIR: root }),
    appVersion: '1.2.3',
    clock: new ManualClock(),
    library: library(() => ({ name: 'Orders: a/b.md', text: '# Orders' })),
    secrets: { size: 3 },
    servers: () => 1,
    keychain: () => ['Parley Safe Storage'],
    forgetKeychain: () => Promise.resolve(),
    keepLastBackup: () => Promise.resolve(),
    consent: {
      reviewBackup: (question) => {
        asked.push(question);
        return Promise.resolve(true);
      },
      reviewDeletion: (question) => {
        asked.push(question);
        return Promise.resolve(true);
      },
    },
    chooseTarget: () => Promise.resolve(target),
    chooseBackup: () => Promise.resolve(target),
    reveal: () => undefined,
    restart: () => {
      restarts += 1;
    },
    ...part,
  });
  return { data, asked, restarts: () => restarts };
}

/** A zip as anybody can make one. */
async function foreignZip(entries: readonly ZipEntry[]): Promise<void> {
  async function* each(): AsyncGenerator<ZipEntry> {
    yield* entries;
  }
  await writeZip(target, each(), never);
}

describe('a backup', () => {
  it('holds what the person has, and nothing secret or trusted [UI-63.backup]', async () => {
    const { data } = keeper(await filledProfile('profile'));
    const bytes = await data.backUp(never);
    expect(bytes).toBe((await readFile(target)).length);
    const { manifest, files } = await readBackup(target);
    expect(manifest).toMatchObject({ sessions: 1, appVersion: '1.2.3' });
    const all = [...files.values()].join('\n');
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain('agreed-hash');
    expect(all).not.toContain('evil.test');
    expect(all).not.toContain('curl');
    expect(JSON.parse(files.get('servers.json') ?? '')).toMatchObject({
      servers: [{ name: 'github', settings: { trustHints: false } }],
    });
    // Names of files stand in a zip as they are.
    const raw = await readFile(target, 'latin1');
    expect(raw).toContain(`projects/p/${SESSION}.meta.json`);
    for (const left of [
      'secrets.json',
      'tokens',
      'permissions',
      'desktop',
      '.lock',
      'queue.json',
      'something-else',
    ])
      expect(raw).not.toContain(left);
  });

  it('is restored at the next start: adds, keeps aside what it replaces, and trusts nothing [UI-63.restore]', async () => {
    await keeper(await filledProfile('profile')).data.backUp(never);
    const root = join(folder, 'elsewhere');
    await put(root, {
      [`projects/p/${SESSION}.meta.json`]: { title: 'Newer' },
      'settings.json': { schemaVersion: 1, theme: 'light', hooks: { Stop: 'mine' } },
      'servers.json': { schemaVersion: 1, servers: [] },
    });
    const { data, asked, restarts } = keeper(root);
    expect(await data.restore(never)).toBe(true);
    expect(asked).toMatchObject([
      { file: target, sessions: 1, servers: ['github'], addresses: ['https://llm.test/v1'] },
    ]);
    expect(restarts()).toBe(1);
    // Nothing is touched while the app is open.
    expect(await json(join(root, 'servers.json'))).toMatchObject({ servers: [] });

    expect(doPlannedChange(root)).toEqual({ kind: 'restore' });
    expect(doPlannedChange(root)).toBeUndefined();
    expect(await readFile(join(root, `projects/p/${SESSION}.jsonl`), 'utf8')).toContain('session');
    expect(await json(join(root, `projects/p/${SESSION}.meta.json`))).toEqual({ title: 'Newer' });
    expect(await readFile(join(root, 'notes/first.md'), 'utf8')).toBe('A note');
    expect(await json(join(root, 'settings.json'))).toMatchObject({
      theme: 'dark',
      hooks: { Stop: 'mine' },
    });
    const servers = await readFile(join(root, 'servers.json'), 'utf8');
    expect(servers).toContain('github');
    expect(servers).not.toContain('agreed-hash');
    const [kept = ''] = await readdir(join(root, 'before-restore'));
    expect(await json(join(root, 'before-restore', kept, 'servers.json'))).toMatchObject({
      servers: [],
    });
    expect(await readdir(root)).not.toContain('restore');
  });

  it('brings back files of any name that was backed up [UI-63.restore]', async () => {
    const files = {
      [`projects/.config-a.lock.d-0123456789ab/${SESSION}.jsonl`]: '{"type":"session"}\n',
      'notes/yarn.lock.md': 'About a lock',
      'notes/Case.md': 'one',
      'notes/case.md': 'other',
      ...(process.platform === 'win32' ? {} : { 'notes/What now?.md': 'a question' }),
    };
    const root = join(folder, 'names');
    await put(root, files);
    const there = await readdir(join(root, 'notes'));
    await keeper(root).data.backUp(never);
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    expect(await keeper(elsewhere).data.restore(never)).toBe(true);
    expect(doPlannedChange(elsewhere)).toEqual({ kind: 'restore' });
    expect(await readdir(join(elsewhere, 'notes'))).toEqual(there);
    const [transcript = ''] = Object.keys(files);
    expect(await readFile(join(elsewhere, transcript), 'utf8')).toContain('session');
  });

  it.skipIf(!isOtherDisk('/dev/shm'))(
    'is restored also where a folder is a link to another disk [UI-63.restore]',
    async () => {
      await keeper(await filledProfile('profile')).data.backUp(never);
      const disk = await mkdtemp('/dev/shm/parley-data-');
      try {
        const root = join(folder, 'elsewhere');
        await mkdir(root);
        await symlink(disk, join(root, 'projects'));
        await keeper(root).data.restore(never);
        expect(doPlannedChange(root)).toEqual({ kind: 'restore' });
        expect((await readdir(join(disk, 'p'))).sort()).toEqual([
          `${SESSION}.jsonl`,
          `${SESSION}.meta.json`,
        ]);
      } finally {
        await rm(disk, { recursive: true, force: true });
      }
    },
  );

  it('that cannot be restored as a whole is told, and the app starts [UI-63.restore]', async () => {
    await keeper(await filledProfile('profile')).data.backUp(never);
    const root = join(folder, 'elsewhere');
    // A file stands where a folder is needed.
    await put(root, { notes: 'mine' });
    await keeper(root).data.restore(never);
    expect(doPlannedChange(root)).toEqual({
      kind: 'restore',
      problem: expect.stringMatching(
        /not restored as a whole: .*notes.*Restore it again/,
      ) as string,
    });
    expect(doPlannedChange(root)).toBeUndefined();
    expect(await readFile(join(root, 'notes'), 'utf8')).toBe('mine');
  });

  it('is refused when a newer app made it, or when it holds what no backup has [UI-63.restore, RE-5]', async () => {
    const root = await filledProfile('profile');
    const manifest = (version: number) => ({
      name: 'parley-backup.json',
      text: JSON.stringify({
        format: 'parley-backup',
        version,
        appVersion: '9.0.0',
        createdAt: '2026-01-01T00:00:00.000Z',
        sessions: 0,
      }),
    });
    const refused = async (entries: readonly ZipEntry[]): Promise<string> => {
      await foreignZip(entries);
      return keeper(root)
        .data.restore(never)
        .then(() => 'restored', String);
    };
    expect(await refused([manifest(2)])).toMatch(/newer than this one. Update Parley/);
    expect(await refused([{ name: 'readme.txt', text: 'x' }])).toMatch(/does not belong/);
    expect(await refused([manifest(1), { name: 'secrets.json', text: '{}' }])).toMatch(
      /secrets.json/,
    );
    expect(await refused([manifest(1), { name: 'projects/p/x.lock', text: '' }])).toMatch(/x.lock/);
    expect(await refused([])).toMatch(/not a backup/);
    await writeFile(target, 'no zip');
    expect(
      await keeper(root)
        .data.restore(never)
        .then(() => 'restored', String),
    ).toMatch(/cannot be read/);
    expect(await readdir(root)).not.toContain('restore');
    expect(doPlannedChange(root)).toBeUndefined();
  });

  it('that fails on the way leaves what was there [UI-63.backup]', async () => {
    await writeFile(target, 'the one before');
    const ended = AbortSignal.abort(new Error('The window is gone.'));
    const { data } = keeper(await filledProfile('profile'));
    await expect(data.backUp(ended)).rejects.toMatchObject({ code: 'data.failed' });
    expect(await readFile(target, 'utf8')).toBe('the one before');
    expect(await readdir(folder)).not.toContain('backup.zip.part');
  });
});

describe('what is kept', () => {
  it('is measured by part [UI-63.sizes]', async () => {
    const root = await filledProfile('profile');
    const measured = await keeper(root).data.measure(never);
    const of = (part: string) => measured.parts.find((one) => one.part === part);
    expect(of('sessions')).toMatchObject({ files: 4, path: join(root, 'projects') });
    expect(of('other')).toMatchObject({ files: 1, bytes: 4, path: root });
    expect(of('secrets')?.files).toBe(2);
    expect(measured).toMatchObject({ isCut: false, secrets: 3, keychain: ['Parley Safe Storage'] });
  });

  it('is exported as one file for each session [UI-63.export]', async () => {
    const { data } = keeper(await filledProfile('profile'));
    expect(await data.export('markdown', true, never)).toBe(2);
    const raw = await readFile(target, 'latin1');
    expect(raw).toContain('Orders- a-b.md');
    expect(raw).toContain('Orders- a-b (2).md');
  });

  it('is exported but for what cannot be read, which is told, and what has no message [UI-63.export]', async () => {
    const { data } = keeper(await filledProfile('profile'), {
      library: library((id) => {
        if (id === OTHER) throw new Error('EIO: i/o error, read');
        return { name: 'Orders.md', text: '# Orders' };
      }),
    });
    await expect(data.export('markdown', true, never)).rejects.toMatchObject({
      code: 'data.failed',
      message: expect.stringMatching(/^1 session was .*missing there: 2222.*EIO/) as string,
    });
    expect(await readFile(target, 'latin1')).toContain('Orders.md');
    const empty = keeper(await filledProfile('other'), {
      library: library((id) => {
        if (id === OTHER) throw new ParleyError('session.not-found', 'There is no message.');
        return { name: 'Orders.md', text: '# Orders' };
      }),
    });
    expect(await empty.data.export('markdown', true, never)).toBe(1);
  });

  it('keeps its keys where deleting cannot be planned [UI-63.delete, RE-3]', async () => {
    let forgotten = 0;
    const { data, restarts } = keeper(join(folder, 'not-there'), {
      forgetKeychain: () => {
        forgotten += 1;
        return Promise.resolve();
      },
    });
    await expect(data.delete('everything', never)).rejects.toThrow(/ENOENT/);
    expect([forgotten, restarts()]).toEqual([0, 0]);
  });

  it('is deleted at the next start, once the person agreed, and nothing else [UI-63.delete]', async () => {
    const root = await filledProfile('profile');
    const no = keeper(root, {
      consent: {
        reviewBackup: () => Promise.resolve(false),
        reviewDeletion: () => Promise.resolve(false),
      },
    });
    expect(await no.data.delete('everything', never)).toBe(false);
    expect(doPlannedChange(root)).toBeUndefined();

    // Left by a crash in the middle of a write.
    await put(root, { '.mcp-oauth-tokens.json.8a1f.tmp': SECRET, 'secrets.json.lock': 'x' });
    const { data, asked, restarts } = keeper(root);
    expect(await data.delete('everything', never)).toBe(true);
    expect(asked).toMatchObject([
      { what: 'everything', sessions: 2, servers: 1, secrets: 3, folder: root },
    ]);
    expect(restarts()).toBe(1);
    expect(doPlannedChange(root)).toEqual({ kind: 'erase' });
    expect((await readdir(root)).sort()).toEqual(['desktop', 'something-else.txt']);
    expect(await readdir(join(root, 'desktop'))).toEqual([]);
  });
});
