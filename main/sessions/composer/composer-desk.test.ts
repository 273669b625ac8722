import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { McpError } from '../../mcp/client/mcp-error.ts';
import type { McpClientConnection } from '../../mcp/client/connection.ts';
import type { ServerOffer } from '../../mcp/hub/hub-contract.ts';
import type { LiveSession } from '../live-session.ts';
import { ComposerDesk } from './composer-desk.ts';
import { FolderFiles } from './folder-files.ts';
import { scriptedServer as server } from './testing/scripted-server.ts';

let root = '';
let folder = '';
const sessionId = '00000000-0000-4000-8000-000000000001';
const place = { sessionId };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-composer-'));
  folder = join(root, 'repo');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

interface Scripted {
  readonly state: ServerState;
  readonly offer?: Partial<ServerOffer>;
  readonly answers?: Readonly<Record<string, JsonObject | Error>>;
}

function desk(servers: readonly Scripted[] = [], ripgrep?: string) {
  const asked: unknown[] = [];
  const of = (id: string) => servers.find(({ state }) => state.id === id);
  const made = new ComposerDesk({
    files: new FolderFiles({
      clock: systemClock,
      log: silentLog,
      ...(ripgrep === undefined ? {} : { ripgrep }),
    }),
    hub: {
      list: () => servers.map(({ state }) => state),
      offer: (id) => ({ resources: [], templates: [], prompts: [], ...of(id)?.offer }),
      open: (id) =>
        Promise.resolve({
          request: (method: string, params: JsonObject) => {
            asked.push([method, params]);
            const answer = of(id)?.answers?.[method];
            return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? {});
          },
        } as unknown as McpClientConnection),
    },
    sessions: {
      live: () =>
        Promise.resolve({
          facts: { folder, cwd: folder },
          recorded: true,
          about: () =>
            Promise.resolve({
              commands: () => Promise.resolve([{ name: 'compact', description: 'Sums up.' }]),
            }),
        } as unknown as LiveSession),
    },
    requireFolder: () => {
      throw new Error('Not chosen.');
    },
  });
  return { desk: made, asked };
}

const names = async (of: ReturnType<typeof desk>, query: string) =>
  (await of.desk.mentions(place, query)).mentions.map((one) =>
    one.kind === 'file' ? one.path : `${one.kind} ${one.name}`,
  );

describe('what @ offers', () => {
  it('is the files of the folder, closest first, without what the project ignores [UI-10.mention]', async () => {
    await put('.gitignore', 'dist/\n*.log\n');
    await put('.git/config', 'x');
    await put('dist/orders.js', 'x');
    await put('orders.log', 'x');
    await put('src/orders/list.ts', 'x');
    await put('src/orders/list.test.ts', 'x');
    await put('docs/orders.md', 'x');
    await put('.github/ci.yml', 'x');
    const all = desk();
    expect(await names(all, 'orders')).toEqual(
      expect.arrayContaining(['docs/orders.md', 'src/orders/list.ts', 'src/orders/list.test.ts']),
    );
    expect((await names(all, 'ordlist'))[0]).toBe('src/orders/list.ts');
    const shown = await names(all, '');
    expect(shown).toContain('.github/ci.yml');
    expect(shown.join()).not.toMatch(/dist|\.log|\.git\//);
  });

  it('is servers, resources and templates of those that this session uses [UI-10.mention]', async () => {
    const offer = {
      resources: [{ uri: 'notes://first', name: 'First steps', mimeType: 'text/plain' }, {}],
      templates: [{ uriTemplate: 'notes://{name}', name: 'A note', description: 'By its name' }],
    };
    await put('a.ts', 'x');
    const elsewhere = {
      ...server(2).settings,
      scope: { kind: 'folder' as const, folder: '/else' },
    };
    const of = desk([
      { state: server(1, { name: 'notes' }), offer },
      { state: server(2, { settings: elsewhere }), offer },
      { state: server(3, { status: 'failed' }), offer },
      { state: server(4, { enabled: false }), offer },
    ]);
    expect(await names(of, '')).toEqual([
      'a.ts',
      'server notes',
      'resource First steps',
      'template A note',
    ]);
    expect(await names(of, 'first')).toEqual(['resource First steps']);
    expect(await names(of, 'zzzz')).toEqual([]);
  });

  it('is not the files of a folder that the person did not choose [UI-10.mention]', async () => {
    await expect(desk().desk.mentions({ folder: '/etc' }, 'passwd')).rejects.toThrow('Not chosen');
  });
});

describe('attaching', () => {
  it('reads files as what they are, under their path [UI-10.mention]', async () => {
    await put('src/a.ts', 'const ä = 1;');
    await put('dot.png', new Uint8Array([137, 80, 78, 71]));
    await put('paper.pdf', '%PDF-1.7');
    const { desk: of } = desk();
    const read = async (path: string) => (await of.attachFile(place, path)).attachments;
    expect(await read('src/a.ts')).toEqual([
      { type: 'file', media_type: 'text/plain', text: 'const ä = 1;', name: 'src/a.ts' },
    ]);
    expect(await read('dot.png')).toEqual([
      { type: 'image', media_type: 'image/png', data: 'iVBORw==', name: 'dot.png' },
    ]);
    expect(await read('paper.pdf')).toMatchObject([{ media_type: 'application/pdf' }]);
  });

  it('reads nothing out of the folder, nothing binary and nothing too large, and says why [UI-10.mention]', async () => {
    await put('program.bin', new Uint8Array([0, 1, 2]));
    await put('long.txt', 'x'.repeat(1_000_001));
    await put('empty.txt', '');
    await put('sub/a.txt', 'x');
    await writeFile(join(root, 'secret.txt'), 'secret');
    await symlink(join(root, 'secret.txt'), join(folder, 'link.txt'));
    const { desk: of } = desk();
    const reason = (path: string) =>
      of.attachFile(place, path).then(
        () => 'read',
        (failure: unknown) => messageOf(failure),
      );
    expect(await reason('../secret.txt')).toMatch(/leads out of the folder/);
    expect(await reason('link.txt')).toMatch(/leads out of the folder/);
    expect(await reason('.')).toMatch(/leads out of the folder/);
    expect(await reason('sub')).toMatch(/not a file/);
    if (process.platform !== 'win32') {
      // Nobody ever writes to it, and nothing waits for that.
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      expect(await reason('pipe')).toMatch(/not a file/);
    }
    expect(await reason('gone.txt')).toMatch(/could not be read/);
    expect(await reason('program.bin')).toMatch(/neither an image/);
    expect(await reason('long.txt')).toMatch(/larger than 1 MB/);
    expect(await reason('empty.txt')).toMatch(/empty/);
  });

  it('takes the contents of a resource, and the words of the server where it refuses [UI-10.mention]', async () => {
    const { desk: of, asked } = desk([
      {
        state: server(1),
        answers: {
          'resources/read': {
            contents: [
              { uri: 'notes://first', mimeType: 'text/markdown; charset=utf-8', text: '# First' },
              { uri: 'notes://dot', mimeType: 'image/png', blob: 'iVBORw==' },
              { uri: 'notes://zip', mimeType: 'application/zip', blob: 'AAAA' },
            ],
          },
        },
      },
      {
        state: server(2),
        answers: { 'resources/read': new McpError('rpc', 'There is no such note.') },
      },
      { state: server(3, { status: 'failed' }) },
    ]);
    expect(await of.attachResource(place, server(1).id, 'notes://first')).toEqual({
      attachments: [
        { type: 'file', media_type: 'text/markdown', text: '# First', name: 'notes://first' },
        { type: 'image', media_type: 'image/png', data: 'iVBORw==', name: 'notes://dot' },
      ],
      notes: [expect.stringContaining('notes://zip was not attached')],
    });
    expect(asked).toEqual([['resources/read', { uri: 'notes://first' }]]);
    await expect(of.attachResource(place, server(2).id, 'x')).rejects.toMatchObject({
      code: 'composer.refused',
      message: 'There is no such note.',
    });
    await expect(of.attachResource(place, server(3).id, 'x')).rejects.toThrow('not connected');
  });
});

describe('what / offers', () => {
  const offer = {
    prompts: [
      {
        name: 'review',
        title: 'Review',
        arguments: [{ name: 'file', required: true, description: 'Which one' }],
      },
      { title: 'without a name' },
    ],
  };

  it('is the commands of the runtime and the prompts of servers [UI-10.command]', async () => {
    const { desk: of } = desk([{ state: server(1), offer }]);
    expect(await of.commands(place, true)).toEqual({
      commands: [{ name: 'compact', description: 'Sums up.' }],
      prompts: [
        {
          serverId: server(1).id,
          serverName: 'Server 1',
          name: 'review',
          title: 'Review',
          arguments: [{ name: 'file', description: 'Which one', required: true }],
        },
      ],
    });
    expect((await of.commands({ folder: null }, true)).commands).toEqual([]);
  });

  it('makes the messages of a prompt words and parts of one message [UI-10.command]', async () => {
    const say = (role: string, content: unknown) => ({ role, content });
    const answers = (messages: unknown[]) => ({ 'prompts/get': { messages } as JsonObject });
    const embedded = { uri: 'file:///a.ts', mimeType: 'text/x-ts', text: 'let a;' };
    const { desk: of } = desk([
      {
        state: server(1),
        offer,
        answers: answers([
          say('user', { type: 'text', text: 'Review this.' }),
          say('user', [
            { type: 'resource', resource: embedded },
            { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
          ]),
        ]),
      },
      {
        state: server(2),
        answers: answers([
          say('user', { type: 'text', text: 'Hello' }),
          say('assistant', { type: 'text', text: 'How can I help?' }),
        ]),
      },
      { state: server(3) },
    ]);
    const request = { name: 'review', arguments: { file: 'a.ts' } };
    expect(await of.prompt(place, server(1).id, request)).toEqual({
      text: 'Review this.',
      attachments: [
        { type: 'file', media_type: 'text/x-ts', text: 'let a;', name: 'file:///a.ts' },
      ],
      notes: [expect.stringContaining('“audio”')],
    });
    expect((await of.prompt(place, server(2).id, request)).text).toBe(
      'Person:\nHello\n\nAssistant:\nHow can I help?',
    );
    await expect(of.prompt(place, server(3).id, request)).rejects.toThrow('became no message');
  });
});

describe('the files of a folder', () => {
  it('are found without the search program, too, and what cannot be read is left out [UI-10.mention]', async () => {
    await put('a.txt', 'x');
    const broken = join(root, 'rg');
    await writeFile(broken, '#!/bin/sh\nprintf "a.txt\\n"; exit 2\n');
    await chmod(broken, 0o755);
    expect(await names(desk([], broken), 'a')).toEqual(['a.txt']);
    await rm(folder, { recursive: true });
    expect(await names(desk(), 'a')).toEqual([]);
  });
});
