import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PermissionMode } from '../../../../shared/agent/messages.ts';
import type { CallFacts } from '../builtin/built-in-tool.ts';
import type { AvailableTool } from '../tools/tool-registry.ts';
import { CallJudge } from './call-judge.ts';
import { PermissionRules } from './permission-rules.ts';
import type { RuleTexts } from './permission-rules.ts';
import { protectedPaths } from './protected-paths.ts';
import { RuleMatcher } from './rule-matcher.ts';
import { suggestUpdates } from './suggest-updates.ts';

let root = '';
let cwd = '';
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-judge-')));
  cwd = join(root, 'work');
  await mkdir(join(cwd, 'src'), { recursive: true });
  await mkdir(join(root, 'other'));
  await symlink('../other', join(cwd, 'away'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function tool(name: string, facts?: Omit<CallFacts, 'title'>): AvailableTool {
  const serverName = name.startsWith('mcp__') ? 'server' : undefined;
  return {
    name,
    modelName: name,
    serverName,
    toolName: serverName === undefined ? name : 'tool',
    title: undefined,
    description: '',
    inputSchema: {},
    annotations: { readOnly: true },
    ...(facts ? { facts: async () => ({ title: name, ...facts }) } : {}),
    call: async () => ({ content: [] }),
  };
}
const read = (path: string) => tool('Read', { kind: 'read', paths: [join(cwd, path)] });
const edit = (path: string) => tool('Edit', { kind: 'write', paths: [join(cwd, path)] });
const grep = (path: string) => tool('Grep', { kind: 'read', paths: [join(cwd, path)] });
const bash = (command: string) => tool('Bash', { kind: 'execute', paths: [], command });
const fetch = (url: string) => tool('WebFetch', { kind: 'network', paths: [], url });
const server = tool('mcp__server__tool');

function made(rules: RuleTexts = {}, mode: PermissionMode = 'default') {
  const matcher = new RuleMatcher({ base: cwd, cwd: () => cwd });
  const judge = new CallJudge({
    rules: new PermissionRules(rules),
    matcher,
    paths: protectedPaths({ cwd: () => cwd, configRoot: join(root, 'profile'), home: root }),
    mode: () => mode,
    cwd: () => cwd,
    folders: () => [cwd],
  });
  return { judge, matcher };
}
const judged = (one: AvailableTool, rules?: RuleTexts, mode?: PermissionMode) =>
  made(rules, mode).judge.judge(one, {});

describe('rules by kind of tool', () => {
  it.each([
    ['Read(src/**)', () => read('src/a'), true],
    ['Read(src/**)', () => grep('src'), true],
    ['Read(src/*)', () => grep('src'), false],
    ['Read(src/**)', () => edit('src/a'), false],
    ['Edit(src/**)', () => edit('src/a'), true],
    ['Edit(src/**)', () => tool('Write', { kind: 'write', paths: [join(cwd, 'src/a')] }), true],
    ['Write(src/**)', () => edit('src/a'), false],
    ['Read(src/**)', () => tool('Read', { kind: 'read', paths: [] }), false],
    ['Read', () => read('/etc/x'), true],
    ['Bash(ls:*)', () => bash('ls src'), true],
    ['Bash(ls:*)', () => bash('ls; rm x'), false],
    ['Bash(ls:*)', () => tool('mcp__server__Bash', undefined), false],
    ['WebFetch(domain:example.com)', () => fetch('https://example.com/x'), true],
    ['WebFetch(domain:example.com)', () => fetch('https://example.com.evil.org/'), false],
    ['WebFetch(domain:example.com)', () => fetch('https://example.com@evil.org/'), false],
    ['WebFetch(domain:example.com)', () => fetch('https://www.example.com/'), false],
    ['WebFetch(domain:*.example.com)', () => fetch('https://www.example.com/'), true],
    ['WebFetch(domain:*.example.com)', () => fetch('https://wwwexample.com/'), false],
    ['WebFetch(domain:example.com)', () => fetch('file://example.com/x'), false],
    ['mcp__server', () => server, true],
    ['mcp__server__*', () => server, true],
    ['mcp__server__tool', () => server, true],
    ['mcp__serv', () => server, false],
    ['tool', () => server, false],
  ])('%s and a call: %# [SDK-14.kinds]', async (rule, call, isAllowed) => {
    const { allowRule } = await judged(call(), { allow: [rule] });
    expect(allowRule).toBe(isAllowed ? rule : undefined);
  });

  it('that deny hold for a part, and what cannot be told is asked [SDK-14.kinds, SE-42.deny]', async () => {
    const deny = ['Read(secret/**)', 'Bash(curl:*)'];
    expect(await judged(read('src/../SECRET/x'), { deny })).toMatchObject({ denyRule: deny[0] });
    expect(await judged(bash('echo `curl x`'), { deny })).toMatchObject({ denyRule: deny[1] });
    for (const one of [grep('.'), bash('cat secret/x'), bash('$X')])
      expect(await judged(one, { deny, allow: ['Bash', 'Grep'] })).toMatchObject({
        denyRule: undefined,
        askReason: expect.stringContaining('cannot be told') as string,
      });
    expect(await judged(bash('ls src'), { deny })).toMatchObject({ askReason: undefined });
  });

  it('that deny hold for the whole tool when their brackets cannot be read [SDK-14.rules]', async () => {
    expect(await judged(bash('ls'), { deny: ['Bash(a; b)'] })).toMatchObject({
      denyRule: 'Bash(a; b)',
    });
    expect(await judged(bash('ls'), { allow: ['Bash(a; b)'] })).toMatchObject({
      allowRule: undefined,
    });
  });
});

describe('modes and folders', () => {
  it.each([
    ['default', () => edit('src/a'), undefined],
    ['acceptEdits', () => edit('src/a'), 'allow'],
    ['acceptEdits', () => edit('../other/a'), undefined],
    ['acceptEdits', () => edit('away/a'), undefined],
    ['acceptEdits', () => bash('ls'), undefined],
    ['acceptEdits', () => tool('Edit', { kind: 'write', paths: [] }), undefined],
    ['plan', () => edit('src/a'), 'deny'],
    ['plan', () => bash('rm x'), 'deny'],
    ['plan', () => bash('git log -n 3'), 'allow'],
    ['plan', () => bash('cat ../other/x'), 'deny'],
    ['plan', () => server, 'ask'],
    ['plan', () => read('src/a'), undefined],
    ['auto', () => edit('src/a'), 'allow'],
    ['auto', () => bash('ls -la src'), 'allow'],
    ['auto', () => bash('cat away/x'), undefined],
    ['auto', () => bash('grep -f/etc/passwd x'), undefined],
    ['auto', () => bash('cat ~/x'), undefined],
    ['auto', () => bash('cat src/x > y'), undefined],
    ['auto', () => bash('rm x'), undefined],
    ['auto', () => fetch('https://example.com'), undefined],
    ['auto', () => server, undefined],
    ['dontAsk', () => edit('src/a'), undefined],
    ['bypassPermissions', () => bash('rm x'), 'allow'],
  ] as const)('%s and a call: %# [SDK-18.builtin]', async (mode, call, behavior) => {
    expect((await judged(call(), {}, mode)).modeVerdict?.behavior).toBe(behavior);
  });

  it('reading inside the folders needs nobody, outside it does, and annotations count for nothing [RT-22.folders, SE-43]', async () => {
    expect(await judged(read('src/a'))).toMatchObject({ isReadOnlyBuiltIn: true });
    expect(await judged(tool('TodoWrite', { kind: 'none', paths: [] }))).toMatchObject({
      isReadOnlyBuiltIn: true,
    });
    expect(await judged(read('away/a'))).toMatchObject({
      isReadOnlyBuiltIn: false,
      blockedPath: join(cwd, 'away/a'),
    });
    for (const one of [server, fetch('https://x.org'), bash('ls')])
      expect(await judged(one)).toMatchObject({ isReadOnlyBuiltIn: false });
  });

  it('what is protected is, whatever tool writes it [SE-34.decision]', async () => {
    for (const one of [
      edit('.git/hooks/x'),
      edit('.parley/settings.json'),
      bash('cp x .git/hooks/pre-commit'),
      bash('echo x >> ~/.bashrc'),
      bash('tee < x .GIT/hooks/y'),
      bash('dd of=.mcp.json'),
      bash('cat x > .g*t/config'),
    ])
      for (const mode of ['default', 'bypassPermissions'] as const)
        expect(await judged(one, { allow: ['Edit', 'Bash'] }, mode)).toMatchObject({
          protectedReason: expect.stringContaining('decision of its own') as string,
        });
    expect(await judged(bash('cat .git/config'))).toMatchObject({ protectedReason: undefined });
    expect(await judged(read('.git/config'))).toMatchObject({ protectedReason: undefined });
  });
});

describe('suggestions', () => {
  it.each([
    [() => server, ['mcp__server__tool']],
    [() => bash('git push origin'), ['Bash(git push origin)', 'Bash(git push:*)']],
    [() => bash('xargs rm'), ['Bash(xargs rm)']],
    [() => bash('a; b'), []],
    [() => fetch('https://example.com/x'), ['WebFetch(domain:example.com)']],
  ])('are rules that help: %# [SDK-17.suggestions]', async (call, rules) => {
    const { judge, matcher } = made();
    const one = call();
    const updates = await suggestUpdates(one, {}, await judge.judge(one, {}), matcher);
    expect(updates.flatMap((update) => ('rules' in update ? update.rules : []))).toEqual(rules);
  });

  it('offer the mode for edits inside, and nothing where no rule helps [SDK-17.suggestions]', async () => {
    const { judge, matcher } = made();
    const suggest = async (one: AvailableTool) =>
      suggestUpdates(one, {}, await judge.judge(one, {}), matcher);
    expect(await suggest(edit('src/a'))).toContainEqual({
      type: 'setMode',
      mode: 'acceptEdits',
      destination: 'session',
    });
    expect(await suggest(edit('.git/config'))).toEqual([]);
  });
});

describe('changes of rules', () => {
  it('add, replace and remove by where they belong, never what the options gave [SDK-17.updates]', () => {
    const rules = new PermissionRules({ allow: ['Read'] });
    const texts = () => rules.of('allow').map((rule) => rule.text);
    const change = { behavior: 'allow', destination: 'session' } as const;
    rules.apply({ type: 'addRules', rules: ['Edit', 'Bash'], ...change });
    expect(texts()).toEqual(['Read', 'Edit', 'Bash']);
    rules.apply({ type: 'removeRules', rules: ['Edit', 'Read'], ...change });
    expect(texts()).toEqual(['Read', 'Bash']);
    rules.apply({ type: 'replaceRules', rules: ['Glob'], ...change });
    expect(texts()).toEqual(['Read', 'Glob']);
    rules.apply({ type: 'replaceRules', rules: [], ...change, destination: 'user' });
    expect(texts()).toEqual(['Read', 'Glob']);
  });
});
