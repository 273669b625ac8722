import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptEntry } from '../../../e2e/servers/model/model-script.ts';
import { startModelServer } from '../../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../../e2e/servers/model/model-server.ts';
import { runtimeFrame } from '../../../shared/agent/frames.ts';
import { runtimeBundle } from '../../lib/testing/runtime-bundle.ts';
import type { RuntimeBundle } from '../../lib/testing/runtime-bundle.ts';
import { findTranscript } from '../../storage/transcript/list-transcripts.ts';
import { readTranscript } from '../../storage/transcript/read-transcript.ts';

let root = '';
let program = '';
let bundle: RuntimeBundle;
const services: ModelServer[] = [];

/** The real bundle in a real process. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-entry-'));
  bundle = await runtimeBundle();
  program = bundle.program;
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
  it('writes frames and nothing else to stdout, and ends with its host [RT-2.stdout, RT-9]', async () => {
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

describe('the utility mode', () => {
  it('ends by itself when its host is gone and nobody tells it [RT-9.parent-death]', async () => {
    const port = join(root, 'port.mjs');
    await writeFile(
      port,
      `setInterval(() => {}, 1000);
process.parentPort = { on() {}, postMessage: (message) => process.send?.(message) };`,
    );
    const host = join(root, 'host.mjs');
    await writeFile(
      host,
      `import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['--import', ${JSON.stringify(port)}, ${JSON.stringify(program)}],
  { stdio: ['ignore', 'ignore', 'ignore', 3, 'ipc'] });
child.on('message', (message) => process.stdout.write(JSON.stringify(message) + '\\n'));`,
    );
    const child = spawn(process.execPath, [host], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const text = { out: '' };
    child.stdout?.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
    await until(child, text, '"type":"ready"');
    // Only the runtime holds the other end of this pipe once its host is gone.
    const held = child.stdio[3] as Readable;
    const ended = once(held.resume(), 'end');
    child.kill('SIGKILL');
    await ended;
  });
});

describe('the bundle', () => {
  /** What is evaluated with the file whose name begins so. */
  const loadedWith = (name: string): string[] => {
    const seen = new Set<string>();
    const visit = (fileName: string): void => {
      const chunk = bundle.chunks.find((one) => one.fileName === fileName);
      if (!chunk || seen.has(fileName)) return;
      seen.add(fileName);
      chunk.imports.forEach(visit);
    };
    const start = bundle.chunks.find((one) => one.fileName.startsWith(name));
    if (!start) throw new Error(`There is no chunk ${name}.`);
    visit(start.fileName);
    return bundle.chunks.filter((one) => seen.has(one.fileName)).flatMap((one) => one.modules);
  };
  const late =
    /node_modules\/(ai|@ai-sdk|@modelcontextprotocol|cross-spawn)\/|main\/mcp\/client\/open-/;

  it.each(['parley.js', 'run-sdk-mode', 'run-command'])(
    '%s loads neither the model packages nor the MCP client before they are used [RT-10.lazy]',
    (name) => {
      const modules = loadedWith(name);
      expect(modules.filter((module) => late.test(module))).toEqual([]);
      // They are in the bundle, so that the check above can fail.
      const all = bundle.chunks.flatMap((chunk) => chunk.modules);
      expect(all.filter((module) => late.test(module)).length).toBeGreaterThan(3);
    },
  );
});

describe('parley -p', () => {
  afterEach(async () => {
    for (const service of services.splice(0)) await service.dispose();
  });

  async function serveModel(...script: readonly ScriptEntry[]): Promise<ModelServer> {
    const service = await startModelServer(...script);
    services.push(service);
    return service;
  }
  const promptFor = (service: ModelServer, ...more: string[]): string[] => {
    const at = ['--provider', 'openai-compatible', '--base-url', service.url, '--model', 'm'];
    return ['-p', 'tell me', ...at, ...more];
  };

  it('exits with 1 and the words of the provider when the turn fails [RT-60.exit, RT-24]', async () => {
    const error = { error: { message: 'Your key is a teapot.' } };
    const service = await serveModel({ kind: 'error', status: 401, body: error });
    const ended = await run(promptFor(service), { OPENAI_API_KEY: 'sk-very-secret' }).ended;
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain('Your key is a teapot.');
    expect(ended.err).not.toContain('very-secret');
  });

  it('exits with 4 and a sentence when the runtime cannot work [RT-60.exit]', async () => {
    const file = join(root, 'no-folder');
    await writeFile(file, '');
    const ended = await run(['-p', 'hello', '--provider', 'offline'], { PARLEY_CONFIG_DIR: file })
      .ended;
    expect(ended).toMatchObject({ code: 4, out: '' });
    expect(ended.err).toMatch(/^parley: .*no-folder/);
  });

  it('exits with 130 at SIGINT, and keeps the text so far as interrupted [RT-60.exit, RT-25]', async () => {
    const held = {
      kind: 'hold',
      parts: [{ text: 'Once upon' }],
      rest: [{ text: ' a time' }],
    } as const;
    const service = await serveModel(held);
    const { child, ended, text } = run(promptFor(service, '--output-format', 'stream-json'));
    await service.held();
    await until(child, text, '"status":"requesting"');
    const { session_id: id } = JSON.parse(text.out.split('\n')[0] ?? '') as { session_id: string };
    const path = (await findTranscript(join(root, 'profile'), id)) ?? '';
    await expect.poll(() => readFile(path, 'utf8'), { timeout: 5_000 }).toContain('Once upon');
    child.kill('SIGINT');
    const { code, out } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'result',
      subtype: 'interrupted',
    });
    const { messages } = await readTranscript(path);
    expect(messages.find((message) => message.type === 'assistant')).toMatchObject({
      message: { stop_reason: 'interrupted', content: [{ type: 'text', text: 'Once upon' }] },
    });
    expect(await service.requests[0]?.closed).toBe('aborted');
  });

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
    [['help'], 0, /Usage/],
    [['hlep'], 2, /'hlep'\. Did you mean help\?.* See parley --help\.\n$/],
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
