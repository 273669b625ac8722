import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assert, asyncProperty, constantFrom, array, oneof, property, string } from 'fast-check';
import { forEachChild, parse } from 'unbash';
import type { SyntaxNode } from 'unbash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePermissionRule } from '../../../../shared/agent/permission-rule.ts';
import { allowsCommand, findsCommand } from './command-rules.ts';
import { loadShellGrammar } from './shell-command.ts';
import type { ShellGrammar } from './shell-command.ts';

let grammar: ShellGrammar;
let root = '';
beforeAll(async () => {
  grammar = await loadShellGrammar();
  root = await mkdtemp(join(tmpdir(), 'parley-commands-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function contentOf(text: string) {
  const parsed = parsePermissionRule(`Bash(${text})`);
  if (!('rule' in parsed) || parsed.rule.content?.kind !== 'command') throw new Error(text);
  return parsed.rule.content;
}
const allows = (rule: string, command: string) => allowsCommand(grammar, contentOf(rule), command);
const finds = (rule: string, command: string) => findsCommand(grammar, contentOf(rule), command);

describe('an allow rule for commands', () => {
  it.each([
    ['git status:*', 'git status'],
    ['git status:*', 'git  status -s "a b" src/x.ts'],
    ['git status:*', "git 'status' # and a comment"],
    ['git status:*', 'git status src/*.ts'],
    ['git:*', 'git --no-pager log -n 3'],
    ['npm run build', 'npm run build'],
    ['find:*', 'find . -name "*.ts" -type f'],
    ['sed:*', "sed -n '1,20p' file"],
    ['sed:*', "sed 's/a/b/g; 3d' file"],
    ['node scripts/x.mjs:*', 'node scripts/x.mjs --eval 1'],
    ['rg:*', 'rg -n foo src'],
    ['tar:*', 'tar -tf a.tar'],
    ['env FOO=1 npm test', 'env FOO=1 npm test'],
  ])('"%s" covers: %s [SE-42.commands]', (rule, command) => {
    expect(allows(rule, command)).toBe(true);
  });

  it.each([
    ['git status:*', 'git statusx'],
    ['git status:*', 'git log'],
    ['git status:*', './git status'],
    ['git status:*', 'git status; rm x'],
    ['git status:*', 'git status && rm x'],
    ['git status:*', 'git status | sh'],
    ['git status:*', 'git status & rm x'],
    ['git status:*', 'git status\nrm x'],
    ['git status:*', 'git status $(rm x)'],
    ['git status:*', 'git status `rm x`'],
    ['git status:*', 'git status "$(rm x)"'],
    ['git status:*', 'git status <(rm x)'],
    ['git status:*', 'git status ${x:-$(rm)}'],
    ['git status:*', 'git status $((a[$(rm x)]))'],
    ['git status:*', 'git status > x'],
    ['git status:*', 'git status 2>&1'],
    ['git status:*', 'git status <<E\n$(rm x)\nE'],
    ['git status:*', 'GIT_PAGER=evil git status'],
    ['git status:*', 'git status "'],
    ['git status:*', 'git status *'],
    ['git status:*', 'git status {-x,y}'],
    ['git status:*', "git status $'\\'; rm x; #'"],
    ['git status:*', 'git status \u0000 x'],
    ['git status:*', '(git status)'],
    ['git status:*', 'if git status; then rm x; fi'],
    ['git status:*', 'git() { rm x; }; git status'],
    ['npm run build', 'npm run build -- --x'],
    ['git:*', 'git -c alias.x=!rm x'],
    ['git:*', 'git -C /tmp status'],
    ['git:*', 'git --exec-path=/tmp status'],
    ['git:*', 'git x'],
    ['git:*', 'git bisect run rm'],
    ['git:*', 'git submodule foreach rm'],
    ['git:*', 'git config alias.x "!rm"'],
    ['git fetch:*', 'git fetch --upload-pack=rm x'],
    ['git fetch:*', 'git fetch --upload=rm x'],
    ['git fetch:*', "git fetch 'ext::sh -c rm'"],
    ['git rebase:*', 'git rebase -x rm main'],
    ['git log:*', 'git log --output=.bashrc'],
    ['git grep:*', 'git grep -Orm x'],
    ['find:*', 'find . -exec rm {} +'],
    ['find:*', 'find . -delete'],
    ['find:*', 'find . -fprint x'],
    ['xargs:*', 'xargs rm'],
    ['env:*', 'env rm x'],
    ['sudo:*', 'sudo rm x'],
    ['timeout 5 ls:*', 'timeout 5 ls x'],
    ['python3:*', 'python3 -c "x"'],
    ['node:*', 'node -e 1'],
    ['bash:*', 'bash -c rm'],
    ['/usr/bin/env:*', '/usr/bin/env rm'],
    ['sed:*', "sed '1e rm x' f"],
    ['sed:*', "sed 's/a/rm/e' f"],
    ['sed:*', "sed 's/a/b/w x' f"],
    ['sed:*', "sed -n 'w x' f"],
    ['sed:*', "sed -e p -e 'e rm' f"],
    ['sed:*', 'sed -i s/a/b/ f'],
    ['sed:*', 'sed -f script f'],
    ['sed:*', 'sed -n 1p --expression=e f'],
    ['tar:*', 'tar xf a --to-command=rm'],
    ['tar:*', 'tar xf a --checkpoint=1 --checkpoint-action=exec=rm'],
    ['tar:*', 'tar xIf rm a'],
    ['rg:*', 'rg --pre rm x'],
    ['sort:*', 'sort -o .bashrc x'],
    ['sort:*', 'sort --compress-prog=rm x'],
    ['rsync:*', 'rsync -e rm a b:c'],
    ['make:*', 'make SHELL=rm'],
    ['go:*', 'go run x.go'],
    ['npm:*', 'npm exec rm'],
    ['awk:*', 'awk \'BEGIN{system("rm")}\''],
    ['test:*', "test -v 'a[$(rm x)]'"],
    ['printf:*', "printf -v 'a[$(rm x)]' 1"],
  ])('"%s" does not cover: %s [SE-42.commands]', (rule, command) => {
    expect(allows(rule, command)).toBe(false);
  });

  const fragments = [
    ...[
      'git',
      'status',
      'rm',
      'x',
      '-s',
      '-c',
      ' ',
      ' ',
      '\n',
      ';',
      '&',
      '|',
      '&&',
      '||',
      '>',
      '<',
    ],
    ...[
      '$(',
      ')',
      '`',
      '"',
      "'",
      '\\',
      '$',
      '{',
      '}',
      '(',
      '<(',
      '#',
      '*',
      '~',
      '=',
      "$'",
      '<<E\n',
    ],
    ...[
      'E\n',
      '!',
      'if',
      'then',
      'fi',
      'time',
      'eval',
      'FOO=1',
      '$((',
      '))',
      '[[',
      ']]',
      '\t',
      '\r',
    ],
  ];

  it('never covers a text in which the grammar finds another program [SE-42.property]', () => {
    const texts = oneof(
      array(constantFrom(...fragments), { maxLength: 14 }).map((parts) => parts.join('')),
      array(constantFrom(...fragments), { maxLength: 10 }).map(
        (parts) => `git status ${parts.join('')}`,
      ),
      string({ unit: 'binary', maxLength: 12 }).map((text) => `git status ${text}`),
    );
    let covered = 0;
    assert(
      property(texts, (text) => {
        if (!allows('git status:*', text)) return;
        covered += 1;
        const names: (string | undefined)[] = [];
        const visit = (node: SyntaxNode): void => {
          if (node.type === 'Command') names.push(node.name?.value);
          if (node.type === 'Redirect' || node.type === 'Function') names.push(node.type);
          forEachChild(node, visit);
        };
        const script = parse(text);
        visit(script);
        expect([names, script.errors ?? []]).toEqual([['git'], []]);
      }),
      { numRuns: 4_000 },
    );
    // The rule is not empty either.
    expect(covered).toBeGreaterThan(50);
  });

  it('lets a real shell run nothing but the program of the rule, whatever is covered [SE-42.property]', async () => {
    const bin = join(root, 'bin');
    await mkdir(bin, { recursive: true });
    for (const name of ['git', 'rm', 'x', 'E', 'status'])
      await writeFile(join(bin, name), `#!/bin/sh\necho ${name} >> "$LOG"\n`);
    for (const name of ['git', 'rm', 'x', 'E', 'status']) await chmod(join(bin, name), 0o755);
    const log = join(root, 'log');
    const run = promisify(execFile);
    const shells = ['/bin/sh', '/bin/bash'];
    const texts = array(constantFrom(...fragments), { maxLength: 8 })
      .map((parts) => `git status ${parts.join('')}`)
      .filter((text) => allows('git status:*', text));
    await assert(
      asyncProperty(texts, constantFrom(...shells), async (text, shell) => {
        await writeFile(log, '');
        await run(shell, ['-c', text], { cwd: root, env: { PATH: bin, LOG: log } });
        expect(await readFile(log, 'utf8')).toBe('git\n');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a rule that forbids a command', () => {
  it.each([
    ['curl:*', 'curl x'],
    ['curl:*', '/usr/bin/curl x'],
    ['curl:*', "'cu'rl x"],
    ['curl:*', 'echo a; curl x'],
    ['curl:*', 'echo $(curl x)'],
    ['curl:*', 'cat <(curl x)'],
    ['curl:*', 'FOO=1 curl x'],
    ['curl:*', 'env -i curl x'],
    ['curl:*', 'echo x | xargs curl'],
    ['curl:*', 'bash -c "echo; curl x"'],
    ['curl:*', 'sh -c \'bash -c "curl x"\''],
    ['curl:*', 'f() { curl x; }; f'],
    ['curl:*', 'if true; then curl x; fi'],
    ['git push:*', 'git push --force'],
    ['git push', 'git push'],
  ])('"%s" is found in: %s [SE-42.deny]', (rule, command) => {
    expect(finds(rule, command)).toBe('found');
  });

  it.each([
    ['curl:*', '$X y'],
    ['curl:*', 'eval "$X"'],
    ['curl:*', 'curl "'],
    ['git push:*', 'git -C x push'],
    ['git push:*', 'git $X'],
  ])('"%s" cannot be told from: %s [SE-42.deny]', (rule, command) => {
    expect(finds(rule, command)).not.toBeUndefined();
  });

  it.each([
    ['curl:*', 'echo curl'],
    ['git push:*', 'git pull'],
    ['git push', 'git push --force'],
  ])('"%s" is not in: %s [SE-42.deny]', (rule, command) => {
    expect(finds(rule, command)).toBeUndefined();
  });
});
