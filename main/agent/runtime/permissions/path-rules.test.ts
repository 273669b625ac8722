import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchesPattern, readPattern } from './path-pattern.ts';
import { protectedPaths } from './protected-paths.ts';
import { isWithin, placesOf, realPathOf } from './real-path.ts';

let root = '';
let cwd = '';
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-paths-')));
  cwd = join(root, 'work');
  for (const folder of [
    'work/src/deep',
    'work/.git/hooks',
    'src-other',
    'home',
    'profile/scratch/s',
  ])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'secret'), '');
  await writeFile(join(root, 'home/.bashrc'), '');
  await writeFile(join(cwd, 'src/a.ts'), '');
  await symlink('../../secret', join(cwd, 'src/link'));
  await symlink('../..', join(cwd, 'src/up'));
  await symlink('../../new-file', join(cwd, 'src/dangling'));
  await symlink('circle', join(cwd, 'circle'));
  await symlink('.git', join(cwd, 'innocent'));
  await symlink('src/deep', join(cwd, 'inner'));
  await link(join(root, 'home/.bashrc'), join(cwd, 'notes.txt'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const bothWays = [() => true, () => false] as const;

async function allowed(rule: string, path: string): Promise<boolean> {
  const pattern = await readPattern(rule, cwd, join(root, 'home'));
  const places = await placesOf(path, cwd);
  if (!pattern || !places) return false;
  return places.every((place) => matchesPattern(pattern, place, { isLoose: false }));
}

describe('a path rule', () => {
  it.each([
    ['src/**', 'src/a.ts'],
    ['src/**', './src/deep/../a.ts'],
    ['src/**', 'src/not/there/yet'],
    ['src/**', 'inner/new'],
    ['src/*.ts', 'src/a.ts'],
    ['**/*.ts', 'src/deep/x.ts'],
    ['src/?.ts', 'src/a.ts'],
    ['src/a.ts', 'src/a.ts'],
    ['~/x/**', '../home/x/y'],
  ])('%s covers %s [SE-42.paths]', async (rule, path) => {
    expect(await allowed(rule, path)).toBe(true);
  });

  it.each([
    ['src/**', 'src-other'],
    ['src/**', 'src/../../secret'],
    ['src/**', 'src/link'],
    ['src/**', 'src/up/secret'],
    ['src/**', 'src/dangling'],
    ['src/**', 'src/deep/../../.git/config'],
    ['src/**', 'inner/../../secret'],
    ['src/**', 'SRC/a.ts'],
    ['src/**', 'circle'],
    ['src/**', 'src/\0'],
    ['src/*.ts', 'src/deep/x.ts'],
    ['src/../*', 'src/a.ts'],
    ['*/../**', 'src/a.ts'],
  ])('%s does not cover %s [SE-42.paths]', async (rule, path) => {
    expect(await allowed(rule, path)).toBe(false);
  });

  it('never covers a path whose real place lies outside [SE-42.property]', async () => {
    const parts = ['..', '.', 'src', 'deep', 'up', 'link', 'inner', 'dangling', 'new', 'a.ts', ''];
    const paths = array(constantFrom(...parts), { minLength: 1, maxLength: 7 }).map((segments) =>
      segments.join('/'),
    );
    let covered = 0;
    await assert(
      asyncProperty(paths, async (path) => {
        if (!(await allowed('src/**', path))) return;
        covered += 1;
        // What the system itself says, also of a file that is made there.
        const whole = path.startsWith('/') ? path : `${cwd}/${path}`;
        const isThere = await realpath(whole).catch(() => undefined);
        const isMade = isThere === undefined && (await writeFile(whole, '').then(...bothWays));
        const real = isThere ?? (await realpath(whole).catch(() => undefined));
        if (isMade) await rm(whole);
        if (real !== undefined) expect(isWithin(join(cwd, 'src'), real)).toBe(true);
      }),
      { numRuns: 400 },
    );
    expect(covered).toBeGreaterThan(10);
  });

  it('follows links to what does not exist yet, and takes .. from where a link led [SE-42.paths]', async () => {
    expect(await realPathOf('src/dangling', cwd)).toBe(join(root, 'new-file'));
    expect(await realPathOf('inner/../x', cwd)).toBe(join(cwd, 'src/x'));
    expect(await placesOf('inner/../x', cwd)).toEqual([join(cwd, 'src/x'), join(cwd, 'x')]);
    expect(await realPathOf('circle', cwd)).toBeUndefined();
  });

  it('that forbids also holds for another case and another spelling of accents [SE-42.paths]', async () => {
    const pattern = await readPattern('Caf\u00e9/**', cwd);
    if (!pattern) throw new Error('no pattern');
    expect(matchesPattern(pattern, join(cwd, 'CAFE\u0301/x'), { isLoose: true })).toBe(true);
    expect(matchesPattern(pattern, join(cwd, 'CAFE\u0301/x'), { isLoose: false })).toBe(false);
  });
});

describe('protected paths', () => {
  const reasonFor = (path: string) =>
    protectedPaths({
      cwd: () => cwd,
      configRoot: join(root, 'profile'),
      home: join(root, 'home'),
    }).reasonFor(path);

  it.each([
    ['.git/hooks/pre-commit', /Git/],
    ['.GIT/hooks/pre-commit', /Git/],
    ['.git. /hooks/x', /Git/],
    ['.g\u200cit/config', /Git/],
    ['GIT~1/config', /Git/],
    ['src/../.git/config', /Git/],
    ['innocent/config', /Git/],
    ['sub/.git', /Git/],
    ['.g*t/hooks/x', /Git/],
    ['.husky/pre-commit', /Git/],
    ['.parley/settings.json', /hooks/],
    ['.Parley/SETTINGS.json', /hooks/],
    ['.mcp.json', /server/],
    ['.mcp.json::$DATA', /server/],
    ['sub/.vscode/tasks.json', /editor/],
    ['~/.bashrc', /start-up/],
    ['../home/.ZSHRC', /start-up/],
    ['~/.config/fish/conf.d/x.fish', /start-up/],
    ['~/.ssh/authorized_keys', /SSH/],
    ['notes.txt', /start-up/],
    ['../profile/settings.json', /profile of Parley/],
    ['../PROFILE/servers.json', /profile of Parley/],
    ['../profile', /profile of Parley/],
    ['circle', /could not be found out/],
  ])('%s [SE-34.paths]', async (path, reason) => {
    expect(await reasonFor(path)).toMatch(reason);
  });

  it.each([
    'src/a.ts',
    '.gitignore',
    'git/hooks',
    '.github/workflows/x.yml',
    '../profile/scratch/s/x',
  ])('%s is not among them [SE-34.paths]', async (path) => {
    expect(await reasonFor(path)).toBeUndefined();
  });
});
