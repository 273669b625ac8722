import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../shared/lib/json.ts';
import { systemClock } from '../../../../lib/clock.ts';
import { callTool, toolPlace } from '../testing/tool-place.ts';
import type { ToolPlace } from '../testing/tool-place.ts';
import { findRipgrep } from '../../../../lib/find-ripgrep.ts';
import { globMatcher } from './glob-pattern.ts';
import { globTool } from './glob-tool.ts';
import { grepTool } from './grep-tool.ts';

let at: ToolPlace;

beforeEach(async () => {
  at = await toolPlace();
  const files: Readonly<Record<string, string>> = {
    'src/one.ts': 'const one = 1;\nexport { one };\n',
    'src/deep/two.ts': 'const two = 2;\nconst twice = two;\n',
    'src/three.tsx': 'export const Three = 3;\n',
    '.hidden/four.ts': 'const four = 4;\n',
    'node_modules/pack/five.ts': 'const five = 5;\n',
    '.git/config': 'const never = 0;\n',
    'image.bin': 'const\0six',
    '-v': 'const dash = 7;\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(at.folder, name, '..'), { recursive: true });
    await writeFile(join(at.folder, name), text);
  }
  await writeFile(join(at.folder, '.gitignore'), 'node_modules\n');
  await writeFile(join(at.outside, 'secret.ts'), 'const canary = 8;\n');
  await symlink(at.outside, join(at.folder, 'src/way-out'));
});
afterEach(() => at.dispose());

describe.each([
  { how: 'with ripgrep', ripgrep: findRipgrep },
  { how: 'without ripgrep', ripgrep: () => undefined },
])('search $how', ({ ripgrep }) => {
  const parts = () => ({ place: at.place, clock: systemClock, ripgrep });
  const glob = (input: JsonObject) => callTool(globTool(parts()), input);
  const grep = (input: JsonObject) => callTool(grepTool(parts()), input);

  it('finds files by the form of their path, newest first, and never behind links [SDK-60.glob]', async () => {
    const old = new Date('2001-01-01');
    await utimes(join(at.folder, 'src/one.ts'), old, old);
    const found = (await glob({ pattern: '*.ts' })).text.split('\n');
    expect(found.toSorted()).toEqual(
      ['.hidden/four.ts', 'src/deep/two.ts', 'src/one.ts'].map((file) => join(at.folder, file)),
    );
    expect(found.at(-1)).toBe(join(at.folder, 'src/one.ts'));
    expect((await glob({ pattern: 'src/**/*.{ts,tsx}' })).text.split('\n')).toHaveLength(3);
    expect((await glob({ pattern: '*.rs' })).text).toContain('No file');
    expect(await glob({ pattern: '*', path: 'image.bin' })).toMatchObject({ failed: true });
    expect(await glob({ pattern: '*', path: 'nowhere' })).toMatchObject({ failed: true });
  });

  it('tells how many paths it left out [SDK-60.glob]', async () => {
    await Promise.all(
      Array.from({ length: 510 }, (_, n) => writeFile(join(at.folder, `many-${String(n)}.md`), '')),
    );
    expect((await glob({ pattern: '*.md' })).text).toContain('[10 more.');
  });

  it('searches in files: paths, lines with their surroundings, numbers [SDK-60.grep]', async () => {
    const paths = (await grep({ pattern: 'const \\w+ =' })).text.split('\n');
    expect(paths.toSorted()).toEqual(
      ['-v', '.hidden/four.ts', 'src/deep/two.ts', 'src/one.ts', 'src/three.tsx'].map((file) =>
        join(at.folder, file),
      ),
    );
    const content = { pattern: 'TWICE', ignore_case: true, output_mode: 'content', before: 1 };
    expect((await grep(content)).text).toBe(
      `In ${at.folder}:\nsrc/deep/two.ts-1-const two = 2;\nsrc/deep/two.ts:2:const twice = two;`,
    );
    expect((await grep({ pattern: 'two', output_mode: 'count', glob: '*.ts' })).text).toBe(
      `In ${at.folder}:\nsrc/deep/two.ts:2`,
    );
    const many = { pattern: ';\\nexport', multiline: true, output_mode: 'content' };
    expect((await grep(many)).text).toContain('src/one.ts:2:export { one };');
    expect((await grep({ pattern: 'six' })).text).toContain('Nothing');
    expect((await grep({ pattern: 'canary', path: 'src' })).text).toContain('Nothing');
  });

  it('searches in one file, whatever it is called, and stops where the limit is [SDK-60.grep]', async () => {
    expect((await grep({ pattern: 'dash', path: '-v', output_mode: 'content' })).text).toContain(
      '-v:1:const dash = 7;',
    );
    await writeFile(join(at.folder, 'long.txt'), 'hit\n'.repeat(100));
    const cut = await grep({
      pattern: 'hit',
      path: 'long.txt',
      output_mode: 'content',
      head_limit: 3,
    });
    expect(cut.text.split('\n')).toHaveLength(5);
    expect(cut.text).toContain('more than 3 lines');
  });

  it('says what is wrong with a pattern, and starts nothing that a pattern names [SDK-60.grep]', async () => {
    expect(await grep({ pattern: '(' })).toMatchObject({ failed: true });
    expect((await grep({ pattern: '--pre=false' })).text).toContain('Nothing');
  });

  it('stops with the turn [RT-25]', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(callTool(grepTool(parts()), { pattern: 'x' }, stop.signal)).rejects.toThrow(
      'stopped',
    );
  });
});

describe('globMatcher', () => {
  it.each([
    ['*.ts', 'a/b/c.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/**', 'src/a/b.ts', true],
    ['**/test/*', 'test/a', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c].md', 'b.md', true],
    ['[!a-c].md', 'b.md', false],
    ['{a,b{c,d}}.js', 'bd.js', true],
    ['{a}.js', '{a}.js', true],
    ['./x/*', 'x/y', true],
    ['a.b', 'axb', false],
    ['a\\*b', 'a*b', true],
    ['(x)+|^$', '(x)+|^$', true],
    ['é*', 'été', true],
    ['?.txt', '😀.txt', true],
  ])('%s on %s: %s [SDK-60.glob]', (pattern, path, fits) => {
    expect(globMatcher(pattern)(path)).toBe(fits);
  });
});
