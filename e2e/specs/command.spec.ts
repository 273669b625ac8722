import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { projectRoot } from '../fixtures/launch.ts';
import { stillRunning, descendantsOf } from '../fixtures/processes.ts';
import { filesWith, transcriptFiles } from '../fixtures/profile-files.ts';
import { scriptedDefinition } from '../fixtures/seeds.ts';
import { appPages } from '../pages/app-pages.ts';

const command = join(projectRoot, 'out', 'runtime', 'parley.js');

interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly notices: string;
}

/** The command in plain Node, on a profile, with no key of this machine. */
function spawnCommand(
  profile: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof spawn> {
  return spawn(process.execPath, [command, ...args], {
    cwd: profile,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: profile,
      PARLEY_CONFIG_DIR: join(profile, 'config'),
      ...env,
    },
    stdio: 'pipe',
  });
}

async function run(
  profile: string,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
): Promise<Finished> {
  const child = spawnCommand(profile, args, options.env);
  let output = '';
  let notices = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (notices += chunk.toString('utf8')));
  child.stdin?.end(options.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, notices };
}

/** A configuration file with the scripted server. */
function mcpConfig(profile: string, ...switches: readonly string[]): string {
  const path = join(profile, 'mcp.json');
  const { command: program, args } = scriptedDefinition(switches);
  writeFileSync(path, JSON.stringify({ mcpServers: { scripted: { command: program, args } } }));
  return path;
}

interface Message {
  readonly type: string;
  readonly subtype?: string;
  readonly session_id: string;
  readonly result?: string;
  readonly errors?: readonly string[];
  readonly is_error?: boolean;
  readonly permission_denials?: readonly { readonly tool_name: string }[];
}
const parse = (line: string): Message => JSON.parse(line) as Message;

test.describe('the command in plain Node', () => {
  test('says how it is used, and what was wrong, by its exit code [RT-60]', async ({ profile }) => {
    const offline = ['-p', 'x', '--provider', 'offline'];
    const [help, version, none, unknown, empty, noConfig, badConfig, noSession, danger, noModel] =
      await Promise.all([
        run(profile, ['--help']),
        run(profile, ['--version']),
        run(profile, []),
        run(profile, ['--nothing']),
        run(profile, ['-p', ' ']),
        run(profile, ['-p', 'x', '--mcp-config', 'missing.json']),
        run(profile, ['-p', 'x', '--mcp-config', command]),
        run(profile, [...offline, '--resume', '00000000-0000-4000-8000-000000000000']),
        run(profile, ['-p', 'x', '--permission-mode', 'bypassPermissions']),
        run(profile, ['-p', 'x', '--provider', 'openai-compatible']),
      ]);
    expect(help).toMatchObject({ code: 0, notices: '' });
    for (const option of ['--provider', '--mcp-config', '--resume', 'Exit codes']) {
      expect(help.output).toContain(option);
    }
    expect(version.output).toMatch(/^\d+\.\d+\.\d+\n$/);
    const refusals = [none, unknown, empty, noConfig, badConfig, noSession, danger, noModel];
    expect(refusals.map(({ code, output }) => [code, output])).toEqual(refusals.map(() => [2, '']));
    for (const { notices } of refusals) expect(notices).toMatch(/^parley: .+\n$/);
    const noKey = await run(profile, ['-p', 'x', '--provider', 'anthropic']);
    expect(noKey).toMatchObject({ code: 3, output: '' });
    expect(noKey.notices).toContain('ANTHROPIC_API_KEY');
  });

  test('runs a prompt with a server in each output format, and goes on with it [RT-60, RT-40]', async ({
    profile,
  }) => {
    const config = mcpConfig(profile, '--junk-first', '--stderr=talkative');
    const usual = ['--provider', 'offline', '--mcp-config', config];
    const allowed = [...usual, '--allowed-tools', 'mcp__scripted__echo'];
    const prompt = 'Use the echo tool with text="from the command"';

    const plain = await run(profile, ['-p', prompt, ...allowed]);
    expect(plain.code).toBe(0);
    expect(plain.output).toContain('from the command');
    expect(plain.output).not.toContain('Welcome to the server');

    const json = await run(profile, ['-p', '-', ...allowed, '--output-format', 'json'], {
      input: prompt,
    });
    expect(json.code).toBe(0);
    const result = parse(json.output);
    expect(result).toMatchObject({ type: 'result', subtype: 'success', is_error: false });
    expect(result.result).toContain('from the command');

    // Nobody can be asked here: what no rule allows is denied, and the model is told.
    const denied = await run(profile, [
      '-p',
      prompt.replace('echo tool', 'arguments tool'),
      ...allowed,
      '--output-format',
      'stream-json',
    ]);
    expect(denied.code).toBe(0);
    const messages = denied.output.trim().split('\n').map(parse);
    expect(messages.map((message) => message.subtype ?? message.type)).toEqual(
      expect.arrayContaining(['init', 'user', 'assistant', 'permission_denied', 'success']),
    );
    expect(messages.at(-1)?.permission_denials?.map((denial) => denial.tool_name)).toEqual([
      'mcp__scripted__arguments',
    ]);

    const folder = join(profile, 'config');
    const [transcript = ''] = filesWith(folder, result.session_id).filter((path) =>
      path.endsWith('.jsonl'),
    );
    expect(transcript).toContain(result.session_id);
    expect(statSync(transcript).mode & 0o777).toBe(0o600);
    const before = readFileSync(transcript, 'utf8');
    const resumed = await run(profile, [
      '-p',
      'Use the echo tool with text="resumed"',
      ...allowed,
      '--resume',
      result.session_id,
      '--output-format',
      'json',
    ]);
    expect(resumed.code).toBe(0);
    expect(parse(resumed.output)).toMatchObject({ session_id: result.session_id });
    const after = readFileSync(transcript, 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length)).toContain('resumed');
    expect(transcriptFiles(folder)).toHaveLength(3);
  });

  test('ends with 1 when the turn fails, and never shows the key [RT-60, SE-51]', async ({
    profile,
  }) => {
    const key = 'canary-key-of-the-command';
    const provider = createServer((_request, response) => {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(`{"error":{"message":"Incorrect API key provided: ${key}"}}`);
    });
    await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
    try {
      const url = `http://127.0.0.1:${String((provider.address() as AddressInfo).port)}/v1`;
      const failed = await run(
        profile,
        ['-p', 'hello', '--provider', 'openai-compatible', '--model', 'm', '--base-url', url],
        { env: { OPENAI_API_KEY: key } },
      );
      expect(failed.code).toBe(1);
      expect(failed.output).toBe('');
      expect(failed.notices).toContain('Incorrect API key');
      expect(failed.notices).not.toContain(key);
      expect(filesWith(profile, key)).toEqual([]);
    } finally {
      provider.close();
      provider.closeAllConnections();
    }
  });

  test('ends with 130 by Ctrl-C in the middle of a call, and leaves no server [RT-60, RE-10]', async ({
    profile,
  }) => {
    const config = mcpConfig(profile, '--ignore-term', '--grandchild');
    const args = [
      '--provider',
      'offline',
      '--mcp-config',
      config,
      '--output-format',
      'stream-json',
    ];
    const child = spawnCommand(profile, [
      '-p',
      'Use the silent tool',
      ...args,
      '--allowed-tools',
      'mcp__scripted',
    ]);
    const { stdout } = child;
    if (stdout === null) throw new Error('The command has no output.');
    child.stderr?.resume();
    const messages: Message[] = [];
    const running = new Promise<void>((seen) => {
      createInterface({ input: stdout }).on('line', (line) => {
        const message = parse(line);
        messages.push(message);
        if (message.subtype === 'tool_progress') seen();
      });
    });
    await running;
    const family = descendantsOf(child.pid ?? 0);
    expect(family.some((process) => process.command.includes('scripted-stdio'))).toBe(true);
    const closed = once(child, 'close');
    child.kill('SIGINT');
    const [code] = (await closed) as [number | null];
    expect(code).toBe(130);
    expect(messages.at(-1)).toMatchObject({ type: 'result', subtype: 'interrupted' });
    await expect.poll(() => stillRunning(family), { timeout: 10_000 }).toEqual([]);
  });

  test('speaks frames and nothing else on stdout as a runtime [RT-2, RT-3, RT-6]', async ({
    profile,
  }) => {
    const child = spawnCommand(profile, ['--sdk']);
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error('The runtime has no pipes.');
    child.stderr?.resume();
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<Record<string, unknown>> => {
      const { value } = await lines.next();
      return JSON.parse(String(value ?? 'null')) as Record<string, unknown>;
    };
    expect(await next()).toMatchObject({ type: 'ready', protocol_version: '1.0' });
    stdin.write('this is no frame\n');
    stdin.write('{"type":"control_request","request_id":"a","request":{"subtype":"nothing"}}\r\n');
    expect(await next()).toMatchObject({
      type: 'control_response',
      response: { subtype: 'error', request_id: 'a' },
    });
    const closed = once(child, 'close');
    stdin.end();
    const [code] = (await closed) as [number | null];
    expect(code).toBe(0);
    expect((await lines.next()).done).toBe(true);
  });
});

test('app and command go on with each other’s sessions, one at a time [RT-43, JOB-3]', async ({
  start,
  profile,
}) => {
  // Both on one profile; the home folder is not in it.
  const env = { PARLEY_CONFIG_DIR: profile };
  const made = await run(
    profile,
    ['-p', 'Good morning from the terminal', '--provider', 'offline', '--output-format', 'json'],
    { env },
  );
  expect(made.code).toBe(0);
  const ofCommand = parse(made.output).session_id;

  const parley = await start();
  const { chat, shell } = appPages(parley);
  await shell.openSession('Good morning from the terminal');
  await expect(chat.ownMessages.first()).toHaveText('Good morning from the terminal');
  await chat.send('And now the app');
  await expect(chat.ownMessages.last()).toHaveText('And now the app');
  await expect(chat.answers).toHaveCount(2);
  await chat.turnEnded();

  const refused = await run(
    profile,
    ['-p', 'Too early', '--provider', 'offline', '--resume', ofCommand],
    { env },
  );
  expect(refused).toMatchObject({ code: 1, output: '' });
  expect(refused.notices).toMatch(/open in another program \(.*process \d+\)/);
  const { messages } = await callValue(parley.window, 'sessions.open', { sessionId: ofCommand });
  expect(JSON.stringify(messages)).not.toContain('Too early');

  await shell.openStart();
  await chat.send('A session of the app');
  await expect(chat.ownMessages).toHaveText(['A session of the app']);
  await expect(chat.answers).toHaveCount(1);
  await chat.turnEnded();
  const { sessions } = await callValue(parley.window, 'sessions.list');
  const ofApp = sessions.find((session) => session.id !== ofCommand)?.id ?? '';
  await parley.quit();

  for (const id of [ofCommand, ofApp]) {
    const resumed = await run(
      profile,
      ['-p', 'Back in the command', '--provider', 'offline', '--resume', id],
      { env },
    );
    expect(resumed.notices).toBe('');
    expect(resumed.code).toBe(0);
    const transcript = transcriptFiles(profile).find((path) => path.includes(id)) ?? '';
    const text = readFileSync(transcript, 'utf8');
    expect(text).toContain('Back in the command');
    expect(text).toContain(id === ofApp ? 'A session of the app' : 'And now the app');
  }
});
