import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startModelServer } from '../../../../e2e/servers/model/model-server.ts';
import { runCommand } from './run-command.ts';

const servers = join(import.meta.dirname, '../../../../e2e/servers/mcp');
const scripted = join(servers, 'scripted-stdio.mjs');
let root = '';
let interrupts: (() => void)[] = [];
let isTerminal = false;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-command-')));
  await mkdir(join(root, 'work'));
  interrupts = [];
  isTerminal = false;
});
afterEach(() => rm(root, { recursive: true, force: true }));

const profile = (name: string): string => join(root, 'profile', name);
const work = (name: string): string => join(root, 'work', name);

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const [output, notices] = [new PassThrough(), new PassThrough()];
  const texts = Promise.all([readText(output), readText(notices)]);
  const code = await runCommand(args, output, {
    environment: {
      PATH: process.env['PATH'],
      HOME: root,
      PARLEY_CONFIG_DIR: join(root, 'profile'),
      ...env,
    },
    folder: join(root, 'work'),
    input: Readable.from([]),
    notices,
    onInterrupt: (listener) => {
      interrupts.push(listener);
      return () => (interrupts = interrupts.filter((one) => one !== listener));
    },
    isTerminal,
  });
  output.end();
  notices.end();
  const [out, err] = await texts;
  return { code, out, err };
}
const json = async (...args: string[]): Promise<unknown> => {
  const { code, out, err } = await run([...args, '--json']);
  if (code !== 0) throw new Error(`${String(code)}: ${err}`);
  return JSON.parse(out);
};
const add = (name: string, ...switches: string[]) =>
  run(['mcp', 'add', name, '-e', 'SECRET=canary', '--', process.execPath, scripted, ...switches]);

describe('parley -p', () => {
  it('says what is wrong with an option in words, with the code of bad usage [RT-60.usage]', async () => {
    const wrong = async (...args: string[]) => {
      const { code, out, err } = await run(['-p', 'hi', '--provider', 'offline', ...args]);
      expect([code, out]).toEqual([2, '']);
      return err;
    };
    expect(await wrong('--max-turns', 'no')).toContain('Expected a whole number above 0');
    expect(await wrong('--resume', '!')).toContain('as parley sessions list shows it');
    expect(await wrong('--resume', '1111')).toContain('There is no session 1111');
    expect(await wrong('--cwd', 'nowhere')).toContain(`no folder ${work('nowhere')}`);
    expect((await run(['sessions', 'show'])).err).toContain('needs the id of a session');
  });

  it('goes on with a session by the beginning of its id, in its folder [RT-60.resume]', async () => {
    const first = await run(['-p', 'hi', '--provider', 'offline', '--output-format', 'json']);
    const { session_id: id } = JSON.parse(first.out) as { session_id: string };
    await mkdir(work('else'));
    const args = ['-p', 'again', '--provider', 'offline', '--resume', id.slice(0, 8).toUpperCase()];
    const second = await run([...args, '--output-format', 'json']);
    expect(JSON.parse(second.out)).toMatchObject({ session_id: id, subtype: 'success' });
  });

  it('ends its turn and leaves no trace of a failure when its reader goes away [RT-60.pipe]', async () => {
    const service = await startModelServer({ kind: 'hold', parts: [{ text: 'One.' }], rest: [] });
    const output = new PassThrough();
    const notices = new PassThrough();
    const said = readText(notices);
    const ended = runCommand(
      [
        '-p',
        'hi',
        '--provider',
        'openai-compatible',
        '--base-url',
        service.url,
        '--model',
        'm',
      ].concat(['--output-format', 'stream-json']),
      output,
      {
        environment: { HOME: root, PARLEY_CONFIG_DIR: join(root, 'profile') },
        folder: join(root, 'work'),
        input: Readable.from([]),
        notices,
        onInterrupt: () => () => undefined,
        isTerminal: false,
      },
    );
    await service.held();
    output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(await ended).toBe(130);
    notices.end();
    expect(await said).not.toContain('EPIPE');
    await service.dispose();
  });
});

describe('parley mcp', () => {
  it('keeps servers in the file of the app, for all folders or for one, and forgets them [RT-60.mcp]', async () => {
    expect(await add('Files')).toMatchObject({ code: 0, err: '' });
    const args = ['mcp', 'add', 'api', 'https://x.example/mcp', '-H', 'X-Team: blue'];
    expect((await run([...args, '--scope', 'folder'])).code).toBe(0);
    const stored = JSON.parse(await readFile(profile('servers.json'), 'utf8')) as {
      servers: object[];
    };
    expect(stored.servers).toMatchObject([
      { key: 'files', enabled: true, trustedHash: expect.any(String) as string },
      { settings: { scope: { kind: 'folder', folder: join(root, 'work') } } },
    ]);
    await run(['mcp', 'add', 'odd', '--', 'node', 'two words', '$HOME', '${TOKEN}']);
    const again = await run(['mcp', 'add', 'ODD', '--', 'node']);
    expect(again.err).toContain('parley mcp remove ODD.');
    // As it could be typed.
    expect((await run(['mcp', 'list'])).out).toContain("node 'two words' '$HOME' '${TOKEN}'");
    await run(['mcp', 'remove', 'odd']);
    const { out } = await run(['mcp', 'list']);
    expect(out).toMatch(/^files {2}“Files” {2}.*scripted-stdio/);
    expect(out).toContain(`only in ${join(root, 'work')}`);
    const listed = await json('mcp', 'list');
    expect(listed).toMatchObject([
      { key: 'files', trusted: true, definition: { envNames: ['SECRET'] } },
      { key: 'api', definition: { type: 'http', headerNames: ['X-Team'] } },
    ]);
    expect(JSON.stringify(listed) + out).not.toMatch(/canary|blue/);
    expect(await json('mcp', 'list', '--folder', root)).toHaveLength(1);
    await symlink(join(root, 'work'), join(root, 'link'), 'junction');
    expect(await json('mcp', 'list', '--folder', '../link')).toHaveLength(2);
    expect((await run(['mcp', 'remove', 'API'])).code).toBe(0);
    expect(await json('mcp', 'list')).toHaveLength(1);
  });

  it('shows exactly the hints that are declared true as badges [RT-60.test, SDK-32.only-declared]', async () => {
    await add('hinted', '--hints');
    const { out } = await run(['mcp', 'test', 'hinted']);
    const lines = out.split('\n').filter((line) => line.includes(' hints_'));
    expect(lines).toHaveLength(27);
    for (const line of lines) {
      const [, hints = ''] = /hints_([tf_]{3})/.exec(line) ?? [];
      const declared = ['[read-only]', '[destructive]', '[open-world]'].filter(
        (_, place) => hints[place] === 't',
      );
      expect(line.match(/\[[a-z-]+\]/g) ?? []).toEqual(declared);
    }
  });

  it('tries a server: its tools with their badges, or why it does not start [RT-60.test]', async () => {
    await add('good');
    const { code, out } = await run(['mcp', 'test', 'good']);
    expect(code).toBe(0);
    expect(out).toMatch(/^good {2}connected/);
    expect(out).toContain('[read-only]');
    expect((await run(['mcp', 'list', '--tools'])).out).toContain('[read-only]');
    await run(['mcp', 'add', 'bad', '--', 'no-such-program', 'x']);
    const bad = await run(['mcp', 'test', 'bad']);
    expect(bad).toMatchObject({ code: 1, err: '' });
    expect(bad.out).toMatch(/failed {2}no-such-program x\n.*was not found/);
    expect(bad.out).toMatch(/failed +Command not found/);
  });

  it('starts nothing that was not agreed to, and takes the agreement [RT-60.test, SE-32.command]', async () => {
    await add('odd');
    const path = profile('servers.json');
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace('"SECRET":', '"OTHER": "1", "SECRET":'),
    );
    const refused = await run(['mcp', 'test', 'odd']);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.out).toContain('parley mcp test odd --trust');
    await run(['mcp', 'test', 'odd', '--trust']);
    expect(await json('mcp', 'list')).toMatchObject([{ key: 'odd', trusted: true }]);
  });

  it.each([
    [['mcp', 'lst'], /Did you mean list\?/],
    [['mcp', 'list', '--tols'], /no option --tols\. Did you mean --tools\?/],
    [['mcp', 'test'], /needs name/],
    [['mcp', 'test', 'x'], /no server “x”/],
    [['mcp', 'add', 'x'], /address or command/],
    [['mcp', 'add', 'x', 'https://x.example', '--env', 'A=1'], /--env is for commands/],
    [['mcp', 'add', 'x', 'y', '--env', 'canary'], /--env is written NAME=VALUE/],
    [['mcp', 'add', 'x', 'y', '--transport', 'ftp'], /stdio, http or sse/],
    [['mcp', 'add', 'x', 'y', '--scope', 'folder', '--folder', 'none'], /does not exist/],
    [['mcp', 'login', 'x', '--acount', 'y'], /Did you mean --account\?/],
    [['sesions'], /Did you mean sessions\?/],
    [['sessions', 'shw', 'x'], /Did you mean show\?/],
    [['sessions', 'delete', '99999999'], /no session 99999999/],
    [['trust', 'none'], /does not exist/],
    [['-p', 'x', '--modell', 'y'], /Did you mean --model\?/],
    [['-p', 'x', 'y'], /behind -p/],
  ])('%j is wrong usage [RT-60.usage]', async (args, words) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(words);
    expect(err).not.toContain('canary');
  });

  it.each([
    ['mcp', '--help'],
    ['mcp', 'add', '--help'],
    ['mcp', 'login', '-h'],
    ['help', 'mcp', 'test'],
    ['sessions', 'list', '--help'],
    ['doctor', '--help'],
    ['trust', '--help'],
  ])('%s %s explains itself [RT-60.help]', async (...args) => {
    const { code, out } = await run(args);
    expect(code).toBe(0);
    expect(out).toContain(
      `parley ${args.filter((word) => !/^(-|help|list)/.test(word)).join(' ')}`,
    );
  });
});

describe('parley sessions', () => {
  it('shows, names, tags, archives, exports and deletes what is stored [RT-60.sessions]', async () => {
    const said = await run([
      '-p',
      // A terminal would obey the second line.
      'hello there\n\u001B[2Jmore',
      '--provider',
      'offline',
      '--output-format',
      'json',
    ]);
    const { session_id: id } = JSON.parse(said.out) as { session_id: string };
    const short = id.slice(0, 8);
    expect(await json('sessions')).toMatchObject([{ sessionId: id, title: 'hello there' }]);
    const shown = await run(['sessions', 'show', short]);
    expect(shown.out).toMatch(/## You\n\nhello there\n\[2Jmore\n\n## Assistant/);
    expect(shown.out).toContain(`--resume ${id}`);
    await run(['sessions', 'rename', short, 'My title']);
    await run(['sessions', 'tag', short, 'work']);
    expect((await run(['sessions', 'list', '--tag', 'work'])).out).toMatch(/My title.*#work/);
    expect((await run(['sessions', 'rename', short, '--none'])).code).toBe(0);
    await run(['sessions', 'archive', short]);
    expect(await json('sessions', 'list')).toEqual([]);
    expect(await json('sessions', 'list', '--archived')).toMatchObject([{ title: 'hello there' }]);
    await run(['sessions', 'archive', short, '--undo']);
    expect((await run(['sessions', 'export', short, '-o', 'out.md'])).out).toBe(
      `${work('out.md')}\n`,
    );
    expect(await readFile(work('out.md'), 'utf8')).toMatch(/^# hello there\n/);
    expect((await run(['sessions', 'export', short, '-o', 'out.md'])).code).toBe(2);
    const page = await run(['sessions', 'export', short, '--format', 'html']);
    expect(page.out).toMatch(/^<!doctype html>[^]*<section class="person">/);
    expect((await run(['sessions', 'export', short, '--format', 'pdf'])).code).toBe(2);
    const whole = JSON.parse((await run(['sessions', 'export', short, '--json'])).out) as object;
    expect(whole).toMatchObject({ format: 'parley-session', sessionId: id });
    const kept = await run(['sessions', 'delete', short]);
    expect(kept).toMatchObject({ code: 2 });
    expect(kept.err).toContain('--yes');
    // Somebody sits there and answers nothing.
    isTerminal = true;
    expect(await run(['sessions', 'delete', short])).toMatchObject({ code: 2 });
    expect((await run(['sessions', 'delete', short, '--yes'])).code).toBe(0);
    expect(await json('sessions')).toEqual([]);
  });
});

describe('parley trust', () => {
  it('has a folder used from now on, or for one run, and takes it back [RT-60.trust, SE-32.command]', async () => {
    await writeFile(
      work('.mcp.json'),
      JSON.stringify({ mcpServers: { own: { command: process.execPath, args: [scripted] } } }),
    );
    const servers = async (...more: string[]): Promise<string[]> => {
      const at = ['-p', 'hello', '--provider', 'offline', '--output-format', 'stream-json'];
      const { out } = await run([...at, ...more]);
      const init = out.split('\n').find((line) => line.includes('"subtype":"init"')) ?? '{}';
      const { mcp_servers: found = [] } = JSON.parse(init) as { mcp_servers?: { name: string }[] };
      return found.map(({ name }) => name);
    };
    expect(await servers()).toEqual([]);
    expect(await servers('--trust')).toEqual(['own']);
    const { out } = await run(['trust']);
    expect(out).toMatch(/work is trusted.*\nNow: \.mcp\.json\n.*\n {2}own: .*scripted-stdio/);
    expect(await servers()).toEqual(['own']);
    expect(await servers('--strict-mcp-config')).toEqual([]);
    expect(await json('trust', '--list')).toEqual([join(root, 'work')]);
    expect((await run(['trust', '--remove'])).out).toContain('trusted no more');
    expect(await servers()).toEqual([]);
  });
});

describe('parley doctor', () => {
  it('looks at everything, and says what must be mended [RT-60.doctor]', async () => {
    expect((await run(['doctor'])).out).toMatch(/^ok +profile .*first needed/m);
    expect(await readdir(root)).toEqual(['work']);
    await mkdir(join(root, 'profile'), { mode: 0o700 });
    const fine = (await json('doctor')) as { checks: { name: string; result: string }[] };
    expect(fine).toMatchObject({ ok: true });
    expect(fine.checks.length).toBeGreaterThan(8);
    await writeFile(profile('settings.json'), '{ broken');
    await writeFile(profile('servers.json'), '{"schemaVersion": 1,');
    await writeFile(work('AGENTS.md'), 'x');
    const { code, out } = await run(['doctor']);
    expect(code).toBe(1);
    expect(out).toMatch(/^failed +settings .*no JSON/m);
    expect(out).toMatch(/^failed +servers .*servers\.json: Line 1/m);
    expect(await readdir(join(root, 'profile'))).toEqual(['servers.json', 'settings.json']);
    expect(out).toMatch(/^note +folder .*AGENTS\.md, not used before parley trust/m);
  });
});

describe('parley -p', () => {
  it('tells servers that nobody can be asked [SDK-16.undeclared, RT-60]', async () => {
    const args = [join(servers, 'asking-stdio.mjs'), `--log=${work('log')}`];
    const mcpServers = { own: { command: process.execPath, args } };
    await writeFile(work('mcp.json'), JSON.stringify({ mcpServers }));
    const at = ['--provider', 'offline', '--mcp-config', 'mcp.json', '--allowed-tools', 'mcp__own'];
    expect(await run(['-p', 'Use the create_release tool', ...at])).toMatchObject({ code: 0 });
    const [declared = ''] = (await readFile(work('log'), 'utf8')).split('\n');
    expect(JSON.parse(declared)).toEqual({ declared: {} });
  });
});

describe('Ctrl-C', () => {
  it('ends the turn at first, and everything at once the second time [RT-60.interrupt]', async () => {
    const service = await startModelServer({ kind: 'hold', parts: [{ text: 'a' }], rest: [] });
    try {
      const at = ['--provider', 'openai-compatible', '--base-url', service.url, '--model', 'm'];
      const running = run(['-p', 'x', ...at], { OPENAI_API_KEY: 'k' });
      await service.held();
      for (const interrupt of [...interrupts]) interrupt();
      for (const interrupt of [...interrupts]) interrupt();
      const { code, err } = await running;
      expect(code).toBe(130);
      expect(err).toContain('Ctrl-C again');
      expect(interrupts).toEqual([]);
    } finally {
      await service.dispose();
    }
  });

  it('gives up a sign-in whose server says nothing [RT-60.interrupt, RT-60.login]', async () => {
    const silent = createServer(() => undefined);
    const asked = once(silent, 'request');
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = silent.address() as AddressInfo;
      const running = run(['mcp', 'login', `http://127.0.0.1:${String(port)}/mcp`]);
      await asked;
      for (const interrupt of [...interrupts]) interrupt();
      expect(await running).toMatchObject({ code: 130, out: '' });
      expect(interrupts).toEqual([]);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });
});
