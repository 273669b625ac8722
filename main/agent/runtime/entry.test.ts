import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { runtimeFrame } from '../../../shared/agent/frames.ts';

let root = '';
let program = '';

/** The real bundle in a real process. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-entry-'));
  program = join(root, 'out', 'parley.js');
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['node', 'import', 'module', 'default'] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir: join(root, 'out'),
      emptyOutDir: true,
      rolldownOptions: {
        input: join(import.meta.dirname, 'entry.ts'),
        external: ['electron', ...builtinModules, /^node:/],
        output: { format: 'es', entryFileNames: 'parley.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}, 60_000);
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

function run(args: readonly string[], env: Record<string, string> = {}, input?: string) {
  const child: ChildProcess = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], PARLEY_CONFIG_DIR: join(root, 'profile'), ...env },
  });
  const text = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  if (input !== undefined) child.stdin?.end(input);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }));
  return { child, ended, text };
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const initialize = () => ({
  type: 'control_request',
  request_id: 'i',
  request: {
    subtype: 'initialize',
    session_id: crypto.randomUUID(),
    cwd: root,
    config_root: join(root, 'profile'),
    model: { provider_id: 'offline', id: 'offline' },
    provider: { id: 'offline', kind: 'offline', label: 'Offline' },
  },
});
const until = async (child: ChildProcess, text: { out: string }, part: string): Promise<void> => {
  while (!text.out.includes(part) && child.stdout) await once(child.stdout, 'data');
};

describe('parley --sdk', () => {
  it('writes frames and nothing else to stdout, and ends with its host [RT-2, RT-9]', async () => {
    const { child, ended, text } = run(['--sdk']);
    child.stdin?.write(
      `junk\n${line(initialize())}${line({ type: 'user', message: { role: 'user', content: 'hello' } })}`,
    );
    await until(child, text, '"type":"result"');
    child.stdin?.end();
    const { code, out, err } = await ended;
    expect(code).toBe(0);
    const frames = out
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one) as { type: string });
    for (const frame of frames) expect(runtimeFrame.safeParse(frame).error).toBeUndefined();
    expect(frames[0]?.type).toBe('ready');
    expect(err).toContain('junk');
  });

  it('takes credentials from the file once, unlinks it, and never tells them [RT-5]', async () => {
    const file = join(root, 'credentials.json');
    await writeFile(file, JSON.stringify({ modelKey: 'sk-very-secret' }), { mode: 0o600 });
    const { child, ended, text } = run(['--sdk'], { PARLEY_CREDENTIAL_FILE: file });
    child.stdin?.write(line(initialize()));
    await until(child, text, '"request_id":"i"');
    expect(existsSync(file)).toBe(false);
    child.stdin?.end();
    const { out, err } = await ended;
    expect(out + err).not.toContain('very-secret');
  });

  it('answers a broken credential file with an error that quotes nothing of it [RT-5]', async () => {
    const file = join(root, 'broken.json');
    await writeFile(file, '{"modelKey": sk-very-secret', { mode: 0o600 });
    const { child, ended, text } = run(['--sdk'], { PARLEY_CREDENTIAL_FILE: file });
    child.stdin?.write(line(initialize()));
    await until(child, text, '"request_id":"i"');
    child.stdin?.end();
    const { out, err } = await ended;
    expect(out).toContain('"code":"credentials"');
    expect(out + err).not.toContain('very-secret');
  });
});

describe('parley -p', () => {
  it('answers with the offline planner, says so on stderr, and resumes the session [RT-60]', async () => {
    const first = await run(['-p', 'hello', '--output-format', 'json']).ended;
    expect(first.code).toBe(0);
    expect(first.err).toContain('offline planner');
    const result = JSON.parse(first.out) as { session_id: string; subtype: string };
    expect(result.subtype).toBe('success');
    const again = await run(
      ['-p', '-', '--provider', 'offline', '--resume', result.session_id],
      {},
      'more\n',
    ).ended;
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).not.toBe('');
  });

  it.each([
    [['--help'], 0, /Usage/],
    [['--version'], 0, /^\d+\.\d+\.\d+/],
    [[], 2, /prompt is needed/],
    [['-p', 'x', '--output-format', 'xml'], 2, /--output-format/],
    [['-p', 'x', '--permission-mode', 'bypassPermissions'], 2, /allow-dangerously/],
    [['-p', 'x', '--resume', '99999999-9999-4999-8999-999999999999'], 2, /no session/],
    [['-p', 'x', '--mcp-config', 'missing.json'], 2, /missing\.json/],
    [['-p', 'x', '--provider', 'anthropic'], 3, /key/],
  ])('%j exits with %i [RT-60.exit]', async (args, code, words) => {
    const ended = await run(args).ended;
    expect(ended.code).toBe(code);
    expect(ended.out + ended.err).toMatch(words);
  });
});
