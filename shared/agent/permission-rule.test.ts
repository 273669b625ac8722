import { describe, expect, it } from 'vitest';
import { parsePermissionRule } from './permission-rule.ts';

describe('parsePermissionRule', () => {
  it.each([
    ['Read', 'Read', undefined],
    ['mcp__files', 'mcp__files', undefined],
    ['mcp__files__*', 'mcp__files__*', undefined],
    ['mcp__a b__do (x)', 'mcp__a b__do (x)', undefined],
    ['Bash(git status:*)', 'Bash', { kind: 'command', command: 'git status', isPrefix: true }],
    ['Bash(npm test)', 'Bash', { kind: 'command', command: 'npm test', isPrefix: false }],
    ['Read(src/**)', 'Read', { kind: 'path', pattern: 'src/**' }],
    ['Edit(a (copy).txt)', 'Edit', { kind: 'path', pattern: 'a (copy).txt' }],
    ['WebFetch(domain:Example.com)', 'WebFetch', { kind: 'domain', domain: 'example.com' }],
    ['WebFetch(domain:*.example.com)', 'WebFetch', { kind: 'domain', domain: '*.example.com' }],
    ['Agent(reviewer)', 'Agent', { kind: 'agent', agent: 'reviewer' }],
  ])('reads %s [SDK-14.rules]', (text, tool, content) => {
    expect(parsePermissionRule(text)).toEqual({ rule: { text, tool, content } });
  });

  it.each([
    ['', /no rule/],
    ['(x)', /no rule/],
    ['Read src', /no rule/],
    ['mcp__', /names no server/],
    ['Bash(git', /closing bracket/],
    ['Bash()', /empty/],
    ['Bash(:*)', /names no command/],
    ['Bash(git *)', /star may only stand at the end/],
    ['Bash(a; b)', /not one plain command/],
    ['Bash(a $(b):*)', /not one plain command/],
    ['Bash(a > b)', /not one plain command/],
    ['TodoWrite(x)', /take nothing in brackets/],
    ['WebFetch(example.com)', /names no domain/],
    ['WebFetch(domain:http://x)', /names no domain/],
  ])('says what is wrong with "%s" [SDK-14.rules]', (text, problem) => {
    const parsed = parsePermissionRule(text);
    expect('problem' in parsed && parsed.problem).toMatch(problem);
  });
});
