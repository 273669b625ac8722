import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { runtimeBundle } from '../../lib/testing/runtime-bundle.ts';
import type { Options, Query } from './index.ts';
import { startQuery } from './query.ts';

const scripted = join(import.meta.dirname, '../../../e2e/servers/mcp/scripted-stdio.mjs');
let root = '';
let program = '';
const queries: Query[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-servers-')));
  program = (await runtimeBundle()).program;
  await mkdir(join(root, 'profile'));
  await mkdir(join(root, 'work'));
}, 60_000);
afterEach(async () => {
  await Promise.all(queries.splice(0).map((query) => query.close()));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function statusOf(more: Options): Promise<Record<string, string>> {
  const query = startQuery(
    {
      // Nothing is said: servers begin to connect all the same.
      prompt: (async function* () {
        await new Promise(() => undefined);
        yield* [];
      })(),
      options: {
        provider: 'offline',
        pathToRuntime: program,
        configRoot: join(root, 'profile'),
        cwd: join(root, 'work'),
        ...more,
      },
    },
    { clock: systemClock, environment: { PATH: process.env['PATH'] } },
  );
  queries.push(query);
  await query.initializationResult();
  const read = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await query.mcpServerStatus()).map(({ name, status }) => [name, status]));
  await expect
    .poll(async () => Object.values(await read()), { timeout: 10_000 })
    .not.toEqual(expect.arrayContaining(['connecting']));
  return read();
}

it('servers of settings and of a trusted folder are added, those of the host win, and strict adds none [SDK-12, SDK-11]', async () => {
  const server = { command: process.execPath, args: [scripted] };
  const path = (name: string): string => join(root, name);
  const text = (mcpServers: object): string => JSON.stringify({ mcpServers });
  await writeFile(path('profile/settings.json'), text({ mine: server, same: { command: 'none' } }));
  await writeFile(path('work/.mcp.json'), text({ folder: server }));
  const mcpServers = { same: server };
  expect(await statusOf({ mcpServers })).toEqual({ mine: 'connected', same: 'connected' });
  await writeFile(
    path('profile/trusted-folders.json'),
    JSON.stringify({ schemaVersion: 1, folders: [path('work')] }),
  );
  expect(await statusOf({ mcpServers, allowedMcpServerNames: ['same', 'folder'] })).toEqual({
    mine: 'disabled',
    same: 'connected',
    folder: 'connected',
  });
  expect(await statusOf({ mcpServers, strictMcpConfig: true })).toEqual({ same: 'connected' });
}, 30_000);
