import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureDeps } from './bundle-signature.ts';
import { openBundle } from './open-bundle.ts';
import {
  authority,
  byAuthority,
  commented,
  forWebsites,
  selfSigned,
} from './testing/signatures.ts';
import { zip, type Part } from '../../../../e2e/servers/bundle/zip.ts';

function signed(archive: Buffer, signature: Buffer, declared = signature.length): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(declared);
  const parts = [archive, 'MCPB_SIG_V1', length, signature, 'MCPB_SIG_END'];
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
const deps: SignatureDeps = { roots: () => [authority], now: () => new Date('2030-01-01') };
const open = async (bytes: Buffer, platform: NodeJS.Platform = 'linux') => {
  await writeFile(path, bytes);
  return openBundle(path, join(folder, 'bundles'), platform, deps);
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

  const signedManifest: Part = {
    name: 'manifest.json',
    text: JSON.stringify({
      name: 'signed',
      version: '1.0.0',
      server: { mcp_config: { command: 'node' } },
    }),
  };
  const archive = zip([signedManifest]);
  const withComment = (length: number): Buffer => {
    const bytes = Buffer.from(archive);
    bytes.writeUInt16LE(length, bytes.length - 2);
    return bytes;
  };
  const changed = Buffer.from(archive);
  changed.write('X', changed.indexOf('1.0.0'));
  const bent = Buffer.from(byAuthority);
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
  // RSASSA-PSS in place of RSA as of old, by the last number of its name.
  const otherWay = Buffer.from(byAuthority);
  const rsa = Buffer.from('06092a864886f70d010101', 'hex');
  otherWay[otherWay.lastIndexOf(rsa) + rsa.length - 1] = 0x0a;

  it.each([
    ['by itself', signed(archive, selfSigned), /calls themselves Mira Holt: nobody else vouches/],
    [
      'by an authority',
      signed(archive, byAuthority),
      /by Harbor Tools Ltd; Example Code Authority/,
    ],
    ['inside its comment', signed(withComment(commented.length + 27), commented), /Harbor Tools/],
    ['for websites only', signed(archive, forWebsites), /not one that this system trusts/],
    ['and changed', signed(changed, byAuthority), /was changed after it was signed/],
    ['with a bent signature', signed(archive, bent), /does not belong to the certificate/],
    ['another way', signed(archive, otherWay), /of a kind that Parley cannot check/],
    ['by something else', signed(archive, Buffer.from('abcd')), /damaged signature/],
    ['not as long as it says', signed(archive, selfSigned, 9), /damaged signature/],
  ])('that is signed %s says so [UI-31.signature]', async (_what, bytes, said) => {
    const bundle = await open(bytes);
    expect(bundle.found.entries[0]?.notes[0]?.sentence).toMatch(said);
    await bundle.unpack();
  });

  it('of an authority that is not known, or later than it is valid, is not trusted [UI-31.signature]', async () => {
    const said = async (deps: SignatureDeps): Promise<string | undefined> => {
      await writeFile(path, signed(archive, byAuthority));
      const bundle = await openBundle(path, join(folder, 'bundles'), 'linux', deps);
      return bundle.found.entries[0]?.notes[0]?.sentence;
    };
    const now = () => new Date('2030-01-01');
    expect(await said({ roots: () => [authority], now })).toMatch(/vouches for the name/);
    expect(await said({ roots: () => [], now })).toMatch(/not one that this system trusts/);
    const late = { roots: () => [authority], now: () => new Date('2200-01-01') };
    expect(await said(late)).toMatch(/not one that this system trusts/);
  });

  it('is read as what was signed, whatever stands behind it [UI-31.signature]', async () => {
    // A second directory inside the signature would be found first by a reader that begins at the end.
    const other = zip([{ name: 'manifest.json', text: '{"name":"evil"}' }]);
    const bytes = Buffer.concat([byAuthority, other]);
    const bundle = await open(signed(withComment(bytes.length + 27), bytes));
    expect(bundle.found.entries[0]?.name).toBe('signed');
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
