import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { gitHead } from './git-head.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

it('is read from the files of a repository, of a worktree and below both [UI-64.branch]', async () => {
  const root = await mkdtemp(join(tmpdir(), 'parley-git-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (path: string, text: string) => {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await mkdir(join(root, 'main/src/deep'), { recursive: true });
  await write('main/.git/HEAD', 'ref: refs/heads/fix/注文-index\n');
  await write('main/.git/worktrees/other/HEAD', `${commit}\n`);
  await write('other/.git', `gitdir: ${join(root, 'main/.git/worktrees/other')}\n`);
  await write('module/.git', 'gitdir: ../main/.git\n');
  await write('remote/.git', 'gitdir: //evil.example/share\n');
  await write('broken/.git/HEAD', 'ref: elsewhere\n');

  const branch = { kind: 'branch', name: 'fix/注文-index' };
  expect(await gitHead(join(root, 'main'))).toEqual(branch);
  expect(await gitHead(join(root, 'main/src/deep'))).toEqual(branch);
  expect(await gitHead(join(root, 'module'))).toEqual(branch);
  expect(await gitHead(join(root, 'other'))).toEqual({ kind: 'detached', commit: '01234567' });
  for (const none of ['remote', 'broken', 'missing'])
    expect(await gitHead(join(root, none))).toBeUndefined();
});
