import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHandServer, legacy, modern } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandAnswerer, HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { silentLog } from '../../lib/logger.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { EraStore } from '../client/era.ts';
import { Opened, textOf } from '../client/testing/connections.ts';
import { openEraFile } from './era-file.ts';

const DAY = 86_400_000;
let folder: string;
let clock: ManualClock;
const opened = new Opened();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-eras-'));
  clock = new ManualClock();
});
afterEach(async () => {
  await opened.closeAll();
  await rm(folder, { recursive: true, force: true });
});

const path = (): string => join(folder, 'profile', 'server-eras.json');
const openFile = (): Promise<EraStore> => openEraFile({ path: path(), clock, log: silentLog });
const discover = { supportedVersions: ['2026-07-28'], capabilities: {} };

describe('what is known of the eras of servers', () => {
  it('is in a file of the profile, with its date, for the next start [MC-20.file]', async () => {
    const at = clock.now();
    const first = await openFile();
    await first.set('one', { era: 'modern', at, discover });
    await first.set('two', { era: 'legacy', at, transport: 'sse' });
    await first.set('three', { era: 'legacy', at });
    await first.delete('three');
    const second = await openFile();
    expect(await second.get('one')).toEqual({ era: 'modern', at, discover });
    expect(await second.get('two')).toEqual({ era: 'legacy', at, transport: 'sse' });
    expect(await second.get('three')).toBeUndefined();
    expect(await second.get('__proto__')).toBeUndefined();
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });

  it('is forgotten after a week, and the oldest beyond 200 servers [MC-20.file]', async () => {
    const verdicts = Object.fromEntries([
      ['old', { era: 'legacy', at: clock.now() - 8 * DAY }],
      ...Array.from({ length: 200 }, (_, index) => [
        `server ${index}`,
        { era: 'legacy', at: clock.now() - 200 + index },
      ]),
    ]);
    await mkdir(join(folder, 'profile'));
    await writeFile(path(), JSON.stringify({ schemaVersion: 1, verdicts }));
    const store = await openFile();
    await store.set('new', { era: 'legacy', at: clock.now() });
    const kept = JSON.parse(await readFile(path(), 'utf8')) as { verdicts: object };
    expect(Object.keys(kept.verdicts)).toHaveLength(200);
    expect(kept.verdicts).toHaveProperty('new');
    expect(kept.verdicts).not.toHaveProperty('old');
    expect(kept.verdicts).not.toHaveProperty('server 0');
  });

  it('is begun anew where the file is broken, and goes on where it cannot be written [MC-20.file]', async () => {
    await mkdir(join(folder, 'profile'));
    await writeFile(path(), '{"schemaVersion":1,"verdicts":{"one":{"era":"stone"}}}');
    const told: string[] = [];
    const log = (_: string, message: string) => void told.push(message);
    const store = await openEraFile({ path: path(), clock, log });
    expect(await store.get('one')).toBeUndefined();
    expect((await readdir(join(folder, 'profile'))).join()).toContain('.corrupt-');
    await rm(join(folder, 'profile'), { recursive: true });
    await writeFile(join(folder, 'profile'), 'no folder');
    await store.set('one', { era: 'legacy', at: clock.now() });
    expect(told).toEqual([expect.stringContaining('read'), expect.stringContaining('written')]);
  });

  it('leaves out what a server says of itself at too great a length [MC-20.file]', async () => {
    const store = await openFile();
    const at = clock.now();
    const instructions = 'x'.repeat(70_000);
    await store.set('one', { era: 'modern', at, discover: { ...discover, instructions } });
    expect(await store.get('one')).toBeUndefined();
  });
});

describe('a second start', () => {
  async function serve(answerer: HandAnswerer): Promise<HandServer> {
    return opened.add(await createHandServer(answerer));
  }
  /** Connects as another start of the program would. */
  async function start({ url }: HandServer) {
    const eras = { store: await openFile(), key: 'one' };
    return opened.connect({ type: 'http', url, headers: {} }, { eras, clock });
  }

  it('costs a modern server no question, and a legacy one only its handshake [MC-20.second-start]', async () => {
    const now = await serve(modern(() => 'pass'));
    await start(now);
    const before = now.requests.length;
    await start(now);
    expect(now.requests).toHaveLength(before);
    await rm(path());
    const then = await serve(legacy(() => 'pass'));
    await start(then);
    await start(then);
    expect(then.seen('server/discover')).toHaveLength(1);
  });

  it('asks again after a week, however often the server was used in between [MC-20.second-start]', async () => {
    const server = await serve(legacy(() => 'pass'));
    for (let day = 0; day < 8; day += 1) {
      await start(server);
      clock.advance(DAY);
    }
    expect(server.seen('server/discover')).toHaveLength(2);
  });

  it('meets a server that changed its era either way without an error [MC-20.second-start]', async () => {
    let isModern = false;
    const [older, newer] = [legacy(() => 'pass'), modern(() => 'pass')];
    const server = await serve((request, response) => {
      if (!isModern && request.headers['mcp-method'] !== undefined) return { status: 400 };
      return (isModern ? newer : older)(request, response);
    });
    expect((await start(server)).era).toBe('legacy');
    isModern = true;
    const connection = await start(server);
    expect(connection.era).toBe('modern');
    isModern = false;
    const again = await start(server);
    expect(textOf(await again.callTool('echo', {}))).toBe('done');
    expect(again.era).toBe('legacy');
  });
});
