import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startOAuthServer } from '../../../e2e/servers/oauth/oauth-server.ts';
import type { OAuthScript } from '../../../e2e/servers/oauth/oauth-faults.ts';
import type { ScriptedOAuth } from '../../../e2e/servers/oauth/oauth-server.ts';
import type { SDKUserMessageInput } from '../../../shared/agent/messages.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import { systemClock } from '../../lib/clock.ts';
import { runtimeBundle } from '../../lib/testing/runtime-bundle.ts';
import { AuthAfterFirstMessageError } from './errors.ts';
import { startQuery } from './query.ts';
import type { McpServerStatus, Query } from './query-contract.ts';

const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const OWN_ADDRESS = 'http://intranet.example/callback';

let root = '';
let program = '';
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-sign-in-'));
  program = (await runtimeBundle()).program;
}, 60_000);
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function serve(script: Partial<OAuthScript> = {}): Promise<ScriptedOAuth> {
  const server = await startOAuthServer(script);
  closers.push(() => server.close());
  return server;
}

/** A session with a real runtime and one guarded server; the profile is the server's own. */
function open(server: ScriptedOAuth, profile: string) {
  const input = new AsyncQueue<SDKUserMessageInput>();
  const asked: string[] = [];
  const query: Query = startQuery(
    {
      prompt: input,
      options: {
        pathToRuntime: program,
        provider: 'offline',
        configRoot: join(root, profile),
        cwd: root,
        mcpServers: { guarded: { type: 'http', url: server.mcpUrl } },
        onElicitation: (request: { message: string }) => {
          asked.push(request.message);
          return { action: 'cancel' };
        },
      },
    },
    { clock: systemClock, environment },
  );
  closers.push(() => query.close());
  const status = async (): Promise<McpServerStatus | undefined> =>
    (await query.mcpServerStatus())[0];
  const until = (wanted: McpServerStatus['status']) =>
    expect.poll(async () => (await status())?.status, { timeout: 10_000 }).toBe(wanted);
  return { query, input, asked, status, until };
}

describe('signing in to a server', { timeout: 30_000 }, () => {
  it('gives one page, which ends the flow by itself, and asks nobody by elicitation [SDK-33.page, SDK-38, SDK-46]', async () => {
    const server = await serve();
    const { query, until, status, asked } = open(server, 'loopback');
    await until('needs-auth');
    const first = await query.mcpAuthenticate('guarded');
    expect(first).toMatchObject({ requiresUserAction: true });
    expect(await query.mcpAuthenticate('guarded')).toEqual(first);
    const back = await server.consent(first.authUrl ?? '');
    expect(new URL(back).hostname).toBe('127.0.0.1');
    expect((await fetch(back)).status).toBe(200);
    await until('connected');
    expect((await status())?.tools?.length).toBeGreaterThan(0);
    expect(await query.mcpAuthenticate('guarded')).toEqual({ requiresUserAction: false });
    expect(asked).toEqual([]);
  });

  it('takes a pasted address once, after which the server is connected with its tools [SDK-34.once, SDK-37, SDK-33]', async () => {
    const server = await serve();
    const { query, until, status } = open(server, 'pasted');
    await until('needs-auth');
    const { authUrl = '' } = await query.mcpAuthenticate('guarded', OWN_ADDRESS);
    const back = await server.consent(authUrl);
    expect(back.startsWith(OWN_ADDRESS)).toBe(true);
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'another');
    await expect(query.mcpSubmitOAuthCallbackUrl('guarded', wrong.href)).rejects.toMatchObject({
      code: 'callback-unknown',
    });
    await query.mcpSubmitOAuthCallbackUrl('guarded', back);
    expect(await status()).toMatchObject({ status: 'connected', tools: [expect.anything()] });
    const exchanges = server.to('/token').length;
    await query.mcpSubmitOAuthCallbackUrl('guarded', back);
    expect(server.to('/token')).toHaveLength(exchanges);
    const replayed = `${back}&code=other`;
    await expect(query.mcpSubmitOAuthCallbackUrl('guarded', replayed)).rejects.toMatchObject({
      code: 'callback-replayed',
    });
  });

  it('is silent when the profile has what is needed meanwhile, in a file of its owner [SDK-33.silent, SDK-35, SDK-37]', async () => {
    const server = await serve();
    const late = open(server, 'shared');
    const early = open(server, 'shared');
    await Promise.all([late.until('needs-auth'), early.until('needs-auth')]);
    const { authUrl = '' } = await early.query.mcpAuthenticate('guarded', OWN_ADDRESS);
    await early.query.mcpSubmitOAuthCallbackUrl('guarded', await server.consent(authUrl));
    const pages = server.to('/authorize').length;
    expect(await late.query.mcpAuthenticate('guarded')).toEqual({ requiresUserAction: false });
    expect(await late.status()).toMatchObject({ status: 'connected', tools: [expect.anything()] });
    expect(server.to('/authorize')).toHaveLength(pages);
    const file = await stat(join(root, 'shared', 'mcp-oauth-tokens.json'));
    expect(file.mode & 0o777).toBe(0o600);
    // A new session needs nobody.
    await open(server, 'shared').until('connected');
  });

  it('rejects with the reason when the person says no [SDK-37]', async () => {
    const server = await serve({ consent: 'access_denied' });
    const { query, until, status } = open(server, 'denied');
    await until('needs-auth');
    const { authUrl = '' } = await query.mcpAuthenticate('guarded', OWN_ADDRESS);
    const back = await server.consent(authUrl);
    await expect(query.mcpSubmitOAuthCallbackUrl('guarded', back)).rejects.toMatchObject({
      code: 'denied',
    });
    expect((await status())?.status).toBe('needs-auth');
  });

  it('is refused after the first message, and what was open then ends [SDK-33.too-late, SDK-34.too-late]', async () => {
    const server = await serve();
    const { query, until, input, status } = open(server, 'late');
    await until('needs-auth');
    const { authUrl = '' } = await query.mcpAuthenticate('guarded');
    const back = await server.consent(authUrl);
    input.push({
      type: 'user',
      message: { role: 'user', content: 'hi' },
      parent_tool_use_id: null,
    });
    for await (const message of { [Symbol.asyncIterator]: () => ({ next: () => query.next() }) })
      if (message.type === 'result') break;
    await expect(query.mcpAuthenticate('guarded')).rejects.toBeInstanceOf(
      AuthAfterFirstMessageError,
    );
    await expect(query.mcpSubmitOAuthCallbackUrl('guarded', back)).rejects.toBeInstanceOf(
      AuthAfterFirstMessageError,
    );
    // The page's own way back is closed, so no late answer changes the tools.
    expect(
      await fetch(back).then(
        ({ ok }) => ok,
        () => false,
      ),
    ).toBe(false);
    expect((await status())?.status).toBe('needs-auth');
  });

  it('names servers that there is nothing to sign in to, and arguments that are none [SDK-33.unknown, SDK-21.methods]', async () => {
    const { query } = open(await serve(), 'unknown');
    await expect(query.mcpAuthenticate('nobody')).rejects.toMatchObject({ code: 'no-sign-in' });
    await expect(query.mcpAuthenticate('guarded', 'not an address')).rejects.toMatchObject({
      name: 'InvalidOptionsError',
      path: 'mcpAuthenticate.redirectUri',
    });
  });
});
