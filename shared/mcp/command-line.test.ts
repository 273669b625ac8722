import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  proposeCommand,
  quotePosix,
  quotePowerShell,
  shellCommand,
  splitCommandLine,
} from './command-line.ts';

const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));

describe('splitCommandLine', () => {
  it.each<[string, string[]]>([
    ['npx -y @scope/server@1.2.3', ['npx', '-y', '@scope/server@1.2.3']],
    ['  uvx\tserver  --flag ', ['uvx', 'server', '--flag']],
    [`node "my server.js" --name='a b'`, ['node', 'my server.js', '--name=a b']],
    [String.raw`run my\ file "say \"hi\" \n"`, ['run', 'my file', String.raw`say "hi" \n`]],
    [`run '' ""`, ['run', '', '']],
    ['run $HOME ${TOKEN:-x} *.js ~', ['run', '$HOME', '${TOKEN:-x}', '*.js', '~']],
    ['docker run \\\n  -i --rm \\\r\n image', ['docker', 'run', '-i', '--rm', 'image']],
    [`it's'' not`, []],
  ])('takes %j apart [UI-31]', (line, words) => {
    const split = splitCommandLine(line);
    expect(split).toEqual(
      words.length === 0 ? { ok: false, reason: 'open-quote' } : { ok: true, words },
    );
  });

  it.each(['a | b', 'a && b', 'a > file', 'a; b', '$(a)', '`a`'])(
    'refuses %j, which only a shell could run [UI-31]',
    (line) => {
      expect(splitCommandLine(line)).toEqual({ ok: false, reason: 'shell-operator' });
    },
  );

  it('keeps operators that are quoted', () => {
    expect(splitCommandLine(`sh -c 'a | b > c'`)).toEqual({
      ok: true,
      words: ['sh', '-c', 'a | b > c'],
    });
  });

  it('keeps the backslashes of Windows paths', () => {
    expect(splitCommandLine(String.raw`C:\tools\node.exe "C:\my dir\s.js"`, true)).toEqual({
      ok: true,
      words: [String.raw`C:\tools\node.exe`, String.raw`C:\my dir\s.js`],
    });
  });

  it('gets back exactly what was quoted, whatever the words hold [UI-36]', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(splitCommandLine(words.map(quotePosix).join(' '))).toEqual({ ok: true, words });
      }),
    );
  });

  it('never throws and never loses a character of plain words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) => {
        const split = splitCommandLine(line);
        if (/^[a-z -]+$/.test(line) && line.trim() !== '') {
          expect(split).toEqual({ ok: true, words: line.trim().split(/ +/) });
        }
      }),
    );
  });
});

describe('proposeCommand', () => {
  it('finds variables, command and arguments in a copied terminal line [UI-31]', () => {
    expect(proposeCommand(`$ TOKEN='a b' MODE=x npx -y server --key=1`)).toEqual({
      ok: true,
      proposal: {
        command: 'npx',
        args: ['-y', 'server', '--key=1'],
        env: [
          { name: 'TOKEN', value: 'a b' },
          { name: 'MODE', value: 'x' },
        ],
      },
    });
  });

  it.each(['', '   ', 'A=1 B=2', `''`])('finds no command in %j', (line) => {
    expect(proposeCommand(line)).toEqual({ ok: false, reason: 'empty' });
  });
});

describe('shellCommand', () => {
  it('quotes for sh, changes the folder and leaves values out [UI-36]', () => {
    expect(
      shellCommand(
        {
          command: 'npx',
          args: ['-y', "it's", '$HOME', '--root=/a'],
          cwd: '/my dir',
          envNames: ['TOKEN'],
        },
        'linux',
      ),
    ).toBe(String.raw`cd '/my dir' && env 'TOKEN=<TOKEN>' npx -y 'it'\''s' '$HOME' --root=/a`);
  });

  it('quotes for PowerShell, where a typographic quote ends a string, too [UI-36]', () => {
    expect(
      shellCommand(
        { command: String.raw`C:\my dir\n.exe`, args: ['it\u2019s', '$x'], envNames: ['T'] },
        'win32',
      ),
    ).toBe(String.raw`Set-Item 'env:T' '<T>'; & 'C:\my dir\n.exe' 'it` + "\u2019\u2019s' '$x'");
    expect(quotePowerShell("a'b")).toBe("'a''b'");
  });

  it('never lets a command be read as an assignment', () => {
    expect(shellCommand({ command: 'A=b', args: [], envNames: [] }, 'darwin')).toBe("'A=b'");
  });
});
