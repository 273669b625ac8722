import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runtimeBundle } from '../../../lib/testing/runtime-bundle.ts';
import { never, openSignInDesk } from '../../../mcp/hub/testing/sign-in-desk.ts';
import type { SignInDesk } from '../../../mcp/hub/testing/sign-in-desk.ts';

vi.setConfig({ testTimeout: 60_000 });

let program = '';
let desk: SignInDesk;
beforeAll(async () => {
  program = (await runtimeBundle()).program;
}, 60_000);
beforeEach(async () => {
  desk = await openSignInDesk();
});
afterEach(() => desk.close());

function run(...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [program, ...args], {
    cwd: desk.root,
    env: { PATH: process.env['PATH'], PARLEY_CONFIG_DIR: desk.root },
  });
  const text = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }));
  return { child, text, ended };
}

const reaches = (serverId: string, status: string): Promise<void> =>
  vi.waitFor(() => expect(desk.stateOf(serverId).status).toBe(status), {
    timeout: 8_000,
    interval: 10,
  });

/** The page that the command prints. */
async function pageOf({ child, text }: ReturnType<typeof run>): Promise<string> {
  for (;;) {
    const page = /^(http\S+)\n/m.exec(text.err)?.[1];
    if (page !== undefined) return page;
    if (child.stderr) await once(child.stderr, 'data');
  }
}

describe('a sign-in of the command and of the app', () => {
  it('is one: each uses what the other has, and each ends it for both [SDK-35.shared, RT-60.login]', async () => {
    const id = await desk.add();
    await reaches(id, 'needs-auth');
    const refused = await run('mcp', 'test', 'protected').ended;
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.out).toContain('parley mcp login protected');
    const login = run('mcp', 'login', 'protected');
    await fetch(await desk.scripted.consent(await pageOf(login)));
    const ended = await login.ended;
    expect(ended).toMatchObject({ code: 0, out: 'Signed in to Protected.\n' });
    expect(ended.err).toContain('no keychain');
    await desk.hub.restart(id);
    await reaches(id, 'connected');
    expect(desk.person.asked).toEqual([]);
    await desk.signIns.signOut(id);
    expect(await run('mcp', 'test', 'protected').ended).toMatchObject({ code: 1 });
    await desk.signIns.start(id, undefined, never);
    await reaches(id, 'connected');
    const tested = await run('mcp', 'test', 'protected').ended;
    expect(tested).toMatchObject({ code: 0 });
    expect(tested.out).toContain('whoami');
    expect((await run('mcp', 'logout', desk.scripted.mcpUrl).ended).out).toMatch(/^Signed out/);
    await desk.hub.restart(id);
    await reaches(id, 'needs-auth');
  });

  it('is given up at Ctrl-C, and nothing is left of it [RT-60.login, RT-60.interrupt]', async () => {
    const login = run('mcp', 'login', desk.scripted.mcpUrl);
    const page = await pageOf(login);
    const back = await desk.scripted.consent(page);
    login.child.kill('SIGINT');
    expect(await login.ended).toMatchObject({ code: 130, out: '' });
    await expect(fetch(back)).rejects.toThrow();
    expect(desk.scripted.to('/token')).toEqual([]);
    expect((await readdir(desk.root)).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });
});

describe('a program that is asked to end', () => {
  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP'] as const)(
    'ends its turn as by Ctrl-C and leaves nothing running: %s [RT-60.interrupt, RE-10]',
    async (signal) => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-ends-'));
      const command = 'echo $$ > pid; exec sleep 600';
      const one = run(
        ...['-p', `Use the Bash tool with command="${command}"`, '--provider', 'offline'],
        ...['--allowed-tools', 'Bash', '--output-format', 'stream-json', '--cwd', folder],
      );
      const pid = await vi.waitFor(
        async () => Number((await readFile(join(folder, 'pid'), 'utf8')).trim() || Number.NaN),
        { timeout: 10_000 },
      );
      one.child.kill(signal);
      expect(await one.ended).toMatchObject({
        code: 130,
        out: expect.stringContaining('"subtype":"interrupted"') as string,
      });
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 5_000 });
      await rm(folder, { recursive: true, force: true });
    },
  );
});
