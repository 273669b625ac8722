import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import type { PermissionUpdate } from '../../../../shared/agent/permission-update.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { callAnswer, ScriptedHost, textAnswer } from '../testing/scripted-host.ts';

let root = '';
let configRoot = '';
const hosts: ScriptedHost[] = [];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-session-permissions-')));
  configRoot = join(root, 'profile');
  await mkdir(join(root, 'work/.parley'), { recursive: true });
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.runtime.end();
  await rm(root, { recursive: true, force: true });
});

const NAME = 'mcp__files__write';
/** A session whose model calls one tool of a server once for each message. */
async function open(
  fields: Partial<InitializeRequest> & Record<string, unknown>,
  handlers: Record<string, (request: JsonObject) => unknown> = {},
) {
  const ran: JsonObject[] = [];
  const turns = 4;
  const host = new ScriptedHost({
    script: Array.from({ length: turns }, (_, n) => [
      () => callAnswer({ id: `call-${String(n)}`, name: NAME, input: { n } }),
      () => textAnswer('done'),
    ]).flat(),
    servers: {
      files: {
        tools: [{ name: 'write', inputSchema: { type: 'object' } }],
        call: (_name, args) => {
          ran.push(args);
          return { content: [{ type: 'text', text: 'written' }] };
        },
      },
    },
    handlers,
  });
  hosts.push(host);
  const answer = await host.initialize({
    config_root: configRoot,
    cwd: join(root, 'work'),
    sdk_servers: [{ name: 'files' }],
    ...fields,
  });
  let count = 0;
  const ask = async () => {
    host.say('go');
    count += 1;
    return host.result(count);
  };
  return { host, ran, ask, answer };
}

/** Answers `can_use_tool` with a change of what is allowed, and counts. */
function personWith(...updates: readonly object[]) {
  const asked: JsonObject[] = [];
  return {
    asked,
    handlers: {
      can_use_tool: (request: JsonObject) => {
        asked.push(request);
        return { behavior: 'allow', updatedPermissions: updates };
      },
    },
  };
}

const addRule = (destination: string): PermissionUpdate => ({
  type: 'addRules',
  behavior: 'allow',
  rules: ['mcp__files'],
  destination: destination as 'session',
});

describe('an answer with changes of permissions', () => {
  it.each(['session', 'user', 'project', 'local'])(
    'for %s holds from the next call on, and is kept where it says [SDK-17.updates]',
    async (destination) => {
      const person = personWith(addRule(destination));
      const session = await open({ has_can_use_tool: true }, person.handlers);
      await session.ask();
      await session.ask();
      expect(person.asked).toHaveLength(1);
      expect(person.asked[0]).toMatchObject({
        tool_name: NAME,
        server_name: 'files',
        suggestions: [{ type: 'addRules', behavior: 'allow', rules: [NAME] }],
      });
      expect(session.ran).toHaveLength(2);
      const files = {
        session: undefined,
        user: join(configRoot, 'settings.json'),
        project: join(root, 'work/.parley/settings.json'),
        local: join(root, 'work/.parley/settings.local.json'),
      };
      const file = files[destination as keyof typeof files];
      if (file !== undefined)
        expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
          permissions: { allow: ['mcp__files'] },
        });
    },
  );

  it('may set the mode, but not to skip permissions unless the session was started for that [SDK-17.updates, SDK-18]', async () => {
    const person = personWith({ type: 'setMode', mode: 'bypassPermissions' });
    const session = await open({ has_can_use_tool: true }, person.handlers);
    await session.ask();
    await session.ask();
    expect(person.asked).toHaveLength(2);
    expect(session.host.diagnostics.join()).toContain('was not started for');
    const other = await open(
      {
        has_can_use_tool: true,
        allow_skip_permissions: true,
        session_id: '22222222-2222-4222-8222-222222222222',
      },
      person.handlers,
    );
    await other.ask();
    await other.ask();
    expect(person.asked).toHaveLength(3);
  });

  it('that cannot be read denies [SDK-17.updates]', async () => {
    const person = personWith({ type: 'addRules', behavior: 'allow', rules: ['Bash('] });
    const session = await open({ has_can_use_tool: true }, person.handlers);
    expect((await session.ask()).permission_denials).toHaveLength(1);
    expect(session.ran).toEqual([]);
  });
});

describe('settings in a session', () => {
  const settings = (more: object) => JSON.stringify(more);

  it('of the person bring rules and hooks; the hook is told and its word holds [SDK-19.settings, SE-32.settings]', async () => {
    await mkdir(configRoot);
    await writeFile(
      join(configRoot, 'settings.json'),
      settings({
        permissions: { allow: ['mcp__files'] },
        hooks: {
          PreToolUse: [
            { matcher: 'mcp__files__.*', hooks: [{ command: 'echo "not today" >&2; exit 2' }] },
          ],
        },
      }),
    );
    const session = await open({});
    const result = await session.ask();
    expect(result.permission_denials).toMatchObject([{ tool_name: NAME, reason: 'not today' }]);
    expect(session.ran).toEqual([]);
    const told = session.host.messages.filter(
      (one) => one.type === 'system' && one.subtype.startsWith('hook_'),
    );
    expect(told).toMatchObject([
      { subtype: 'hook_started', hook_event: 'PreToolUse', tool_use_id: expect.any(String) },
      { subtype: 'hook_response', outcome: 'blocked' },
    ]);
    expect(
      session.host.messages.some(
        (one) => one.type === 'system' && one.subtype === 'permission_denied',
      ),
    ).toBe(true);
  });

  it('of a folder that nobody trusts start nothing and allow nothing [SE-32.settings]', async () => {
    await writeFile(
      join(root, 'work/.parley/settings.json'),
      settings({
        permissions: { allow: ['mcp__files'] },
        hooks: { SessionStart: [{ hooks: [{ command: 'touch started' }] }] },
      }),
    );
    const session = await open({});
    expect((await session.ask()).permission_denials).toHaveLength(1);
    await expect(readFile(join(root, 'work/started'))).rejects.toThrow('ENOENT');
    const named = await open({
      setting_sources: ['project'],
      session_id: '22222222-2222-4222-8222-222222222222',
    });
    expect((await named.ask()).permission_denials).toEqual([]);
    expect(await readFile(join(root, 'work/started'), 'utf8')).toBe('');
  });

  it('that are broken are told with the answer to initialize; those of the host refuse it [SDK-20.settings]', async () => {
    await mkdir(configRoot);
    await writeFile(join(configRoot, 'settings.json'), '{ broken');
    const session = await open({});
    expect(session.answer).toMatchObject({ notices: [expect.stringContaining('no JSON')] });
    await expect(open({ settings: { env: { 'A-B': 'x' } } })).rejects.toMatchObject({
      code: 'invalid-settings',
      message: expect.stringContaining('env.A-B') as string,
    });
  });

  it('run their hooks at the end of the session [SDK-19.end]', async () => {
    const session = await open({
      settings: { hooks: { SessionEnd: [{ hooks: [{ command: 'cat > ended.json' }] }] } },
    });
    await session.ask();
    await session.host.runtime.end();
    expect(JSON.parse(await readFile(join(root, 'work/ended.json'), 'utf8'))).toMatchObject({
      hook_event_name: 'SessionEnd',
      reason: 'close',
    });
  });
});

describe('a hook that stops the turn', () => {
  it.each([
    ['UserPromptSubmit', 'error_during_execution', 0],
    ['PreToolUse', 'interrupted', 0],
    ['PostToolUse', 'interrupted', 1],
  ])('%s [SDK-19.stop]', async (event, subtype, ran) => {
    const session = await open(
      { allowed_tools: ['mcp__files'], hooks: [{ event: event as 'Stop', callback_ids: ['h'] }] },
      { hook_callback: () => ({ continue: false, stopReason: 'enough' }) },
    );
    const result = await session.ask();
    expect(result.subtype).toBe(subtype);
    expect(session.ran).toHaveLength(ran);
  });
});

describe('built-in tools in a session', () => {
  /** A session whose model makes one call of a built-in tool; gives how it ended and who was asked. */
  async function call(
    name: string,
    input: JsonObject,
    fields: Partial<InitializeRequest>,
    answer?: object,
  ) {
    const asked: JsonObject[] = [];
    const host = new ScriptedHost({
      script: [() => callAnswer({ id: 'call', name, input }), () => textAnswer('done')],
      handlers: {
        can_use_tool: (request) => {
          asked.push(request);
          return answer ?? { behavior: 'deny', message: 'no' };
        },
      },
    });
    hosts.push(host);
    await host.initialize({
      config_root: configRoot,
      cwd: join(root, 'work'),
      has_can_use_tool: true,
      ...fields,
    });
    host.say('go');
    return { result: await host.result(), asked };
  }
  const isThere = (path: string) =>
    readFile(join(root, path)).then(
      () => true,
      () => false,
    );

  it.each([
    ['Write', { file_path: '.git/hooks/pre-commit', content: 'x' }],
    ['Write', { file_path: 'link/hooks/pre-commit', content: 'x' }],
    ['Bash', { command: 'mkdir -p .git/hooks && echo x > .git/hooks/pre-commit' }],
  ])('%s of a Git hook asks, whatever is allowed: %# [SE-34.decision]', async (name, input) => {
    await mkdir(join(root, 'work/.git/hooks'), { recursive: true });
    await symlink('.git', join(root, 'work/link'));
    const { result, asked } = await call(name, input, {
      permission_mode: 'bypassPermissions',
      allowed_tools: ['Write', 'Edit', 'Bash', 'Edit(**)'],
    });
    expect(asked).toMatchObject([{ tool_name: name, suggestions: [] }]);
    expect(result.permission_denials).toHaveLength(1);
    expect(await isThere('work/.git/hooks/pre-commit')).toBe(false);
  });

  it('a rule for a command lets it run, and not with another behind it [SE-42.commands, SDK-14.kinds]', async () => {
    const fields = { allowed_tools: ['Bash(touch:*)'] };
    const alone = await call('Bash', { command: 'touch one' }, fields);
    expect([alone.asked, await isThere('work/one')]).toEqual([[], true]);
    const other = { ...fields, session_id: '22222222-2222-4222-8222-222222222222' };
    const composed = await call('Bash', { command: 'touch two; touch three' }, other);
    expect(composed.asked).toHaveLength(1);
    expect(await isThere('work/two')).toBe(false);
  });

  it('acceptEdits writes inside without a question; outside it asks and names the path [SDK-18.builtin, SDK-17]', async () => {
    const fields = { permission_mode: 'acceptEdits' } as const;
    const inside = await call('Write', { file_path: 'a.txt', content: 'x' }, fields);
    expect([inside.asked, await isThere('work/a.txt')]).toEqual([[], true]);
    const outside = await call(
      'Write',
      { file_path: '../b.txt', content: 'x' },
      { ...fields, session_id: '22222222-2222-4222-8222-222222222222' },
    );
    expect(outside.asked).toMatchObject([{ blocked_path: join(root, 'b.txt') }]);
    expect(await isThere('b.txt')).toBe(false);
  });
});
