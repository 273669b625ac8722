import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBundle } from './open-bundle.ts';
import { zip, type Part } from './testing/zip.ts';

function signed(archive: Buffer, declared = 4): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(declared);
  const parts = [archive, 'MCPB_SIG_V1', length, 'abcd', 'MCPB_SIG_END'];
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

const manifest = (part: object = {}): Part => ({
  name: 'manifest.json',
  text: JSON.stringify({
    manifest_version: '0.3',
    name: 'pg',
    display_name: 'Postgres',
    version: '1.0.0',
    server: {
      type: 'node',
      entry_point: 'server/index.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/index.js', '--dir=${user_config.folder}'],
        env: { KEY: '${user_config.key}' },
        platform_overrides: { win32: { command: 'node.exe' } },
      },
    },
    user_config: {
      folder: { type: 'directory', title: 'Folder', default: '/data' },
      key: { type: 'string', title: 'Key', sensitive: true, required: true },
    },
    ...part,
  }),
});
const program: Part = { name: 'server/index.js', text: 'run()', mode: 0o100755 };

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-bundle-'));
  path = join(folder, 'pg.mcpb');
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const open = async (bytes: Buffer, platform: NodeJS.Platform = 'linux') => {
  await writeFile(path, bytes);
  return openBundle(path, join(folder, 'bundles'), platform);
};

describe('a bundle of a server', () => {
  it('becomes a definition with what is asked for, and is unpacked only when told [UI-31.bundle]', async () => {
    const bundle = await open(zip([manifest(), { name: 'server/' }, program]));
    const [entry] = bundle.found.entries;
    const unpacked = entry?.definition?.type === 'stdio' ? (entry.definition.cwd ?? '') : '';
    expect(unpacked).toMatch(/bundles\/pg-[0-9a-f]{12}$/);
    expect(entry).toMatchObject({
      name: 'Postgres',
      definition: {
        command: 'node',
        args: [`${unpacked}/server/index.js`, '--dir=${input:folder}'],
        env: { KEY: '${secret:key}' },
      },
      inputs: [{ id: 'folder', description: 'Folder', default: '/data' }],
    });
    expect(entry?.notes[0]?.sentence).toMatch(/not signed/);
    expect(await readdir(folder)).toEqual(['pg.mcpb']);
    await bundle.unpack();
    expect(await readFile(join(unpacked, 'server/index.js'), 'utf8')).toBe('run()');
    expect((await stat(join(unpacked, 'server/index.js'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(unpacked, 'manifest.json'))).mode & 0o777).toBe(0o600);
    await bundle.unpack();
    const windows = await open(zip([manifest(), program]), 'win32');
    expect(windows.found.entries[0]?.definition).toMatchObject({ command: 'node.exe' });
  });

  it.each([
    ['signed', signed(zip([manifest()])), /signature that Parley cannot check/],
    ['badly signed', signed(zip([manifest()]), 9), /damaged signature/],
  ])('that is %s says what could be checked [UI-31.bundle]', async (_what, bytes, said) => {
    const bundle = await open(bytes);
    expect(bundle.found.entries[0]?.notes[0]?.sentence).toMatch(said);
    await bundle.unpack();
  });

  it.each([
    [{ name: '../evil.js' }, /evil\.js|relative path/],
    [{ name: '/etc/evil' }, /absolute path|leads out/],
    [{ name: 'C:/evil' }, /absolute path|leads out/],
    [{ name: 'a\\..\\evil' }, /invalid characters|leads out/],
    [{ name: 'link', text: '/etc/passwd', mode: 0o120777 }, /“link” in the bundle is a link/],
    [{ name: 'MANIFEST.json' }, /is there twice/],
    [{ name: 'big', size: 600 * 1024 * 1024 }, /larger than 512 MB|size/],
  ] as [Part, RegExp][])(
    'with %j is refused before anything is unpacked [UI-31.bundle]',
    async (part, reason) => {
      await expect(open(zip([manifest(), part]))).rejects.toThrow(reason);
      expect(await readdir(folder)).toEqual(['pg.mcpb']);
    },
  );

  it('that is none, or not for this system, says so [UI-31.bundle]', async () => {
    await expect(open(Buffer.from('no zip'))).rejects.toThrow(/no bundle of a server/);
    await expect(open(zip([program]))).rejects.toThrow(/no manifest\.json/);
    const told = async (part: Part): Promise<string | undefined> =>
      (await open(zip([part]))).found.notes[0]?.sentence;
    expect(await told(manifest({ compatibility: { platforms: ['darwin'] } }))).toMatch(/darwin/);
    expect(await told(manifest({ server: {} }))).toMatch(/server\.mcp_config/);
    expect(await told({ name: 'manifest.json', text: '{' })).toMatch(/no JSON/);
  });

  it('that was changed after it was looked at is not unpacked [UI-31.bundle]', async () => {
    const bundle = await open(zip([manifest(), program]));
    await writeFile(path, zip([manifest(), { name: 'other.js' }]));
    await expect(bundle.unpack()).rejects.toThrow(/changed meanwhile/);
    expect(await readdir(folder)).toEqual(['pg.mcpb']);
  });
});
