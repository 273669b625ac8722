import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { PackageVersions } from './package-versions.ts';
import { RegistryClient } from './registry-client.ts';
import { registryDrafts } from './registry-draft.ts';
import { registryServer } from './registry-entry.ts';

const signal = new AbortController().signal;
let asked: string[];
let answer: { status: number; body: string } | 'silence';
let url: string;
let close: () => Promise<void>;

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: '{"servers":[]}' };
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (answer === 'silence') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  close = () =>
    new Promise((closed) => {
      server.closeAllConnections();
      server.close(() => closed());
    });
});
afterEach(() => close());

const client = (): RegistryClient =>
  new RegistryClient({ fetch: globalThis.fetch, baseUrl: `${url}/`, clock: systemClock });
const entry = (part: object) => ({ name: 'io.example/pg', version: '1.2.3', ...part });

describe('the registry', () => {
  it('is searched page by page, and an odd entry hides no other [UI-31.registry]', async () => {
    answer = {
      status: 200,
      body: JSON.stringify({
        servers: [
          { server: entry({ description: 'SQL' }), _meta: {} },
          { server: { name: 7 } },
          'text',
          entry({ name: 'old/shape' }),
        ],
        metadata: { nextCursor: 'next', count: 4 },
      }),
    };
    const results = await client().search('post gres', undefined, signal);
    expect(results.servers.map(({ name }) => name)).toEqual(['io.example/pg', 'old/shape']);
    expect(results.nextCursor).toBe('next');
    await client().search('', 'next', signal);
    expect(asked).toEqual([
      '/v0/servers?limit=30&version=latest&search=post+gres',
      '/v0/servers?limit=30&version=latest&cursor=next',
    ]);
  });

  it.each([
    [{ status: 503, body: '' }, /127\.0\.0\.1.*status 503/],
    [{ status: 200, body: '<html>' }, /could not be asked/],
    [{ status: 200, body: '{"other":1}' }, /no list of servers/],
    [{ status: 200, body: `"${'x'.repeat(8_000_001)}"` }, /larger than 8 MB/],
  ])('that answers badly is told with the reason [UI-31.registry]', async (given, reason) => {
    answer = given;
    await expect(client().search('', undefined, signal)).rejects.toMatchObject({
      code: 'registry.failed',
      message: expect.stringMatching(reason) as string,
    });
  });

  it('that cannot be reached, or is silent, is told too [UI-31.registry]', async () => {
    answer = 'silence';
    const clock = new ManualClock();
    const silent = new RegistryClient({ fetch: globalThis.fetch, baseUrl: url, clock });
    const waiting = silent.search('', undefined, signal);
    const refused = expect(waiting).rejects.toThrow(/no answer in 20 seconds/);
    clock.advance(20_000);
    await refused;
    await close();
    await expect(client().search('', undefined, signal)).rejects.toThrow(/ECONNREFUSED/);
    close = async () => undefined;
  });
});

describe('the latest version of a package', () => {
  const versions = (base = url) =>
    new PackageVersions({
      fetch: globalThis.fetch,
      clock: systemClock,
      registries: { npm: base, pypi: `${base}/` },
    });

  it.each([
    ['npm', '@a/docs-mcp', '{"version":"2.3.1"}', '/@a%2fdocs-mcp/latest', '2.3.1'],
    ['pypi', 'docs_mcp[cli]', '{"info":{"version":"1!4.0"}}', '/pypi/docs_mcp/json', '1!4.0'],
  ] as const)('of %s is asked for by its name alone [SE-35.latest]', async (...given) => {
    const [ecosystem, name, body, path, version] = given;
    answer = { status: 200, body };
    expect(await versions().latest(ecosystem, name, signal)).toBe(version);
    expect(asked).toEqual([path]);
    expect(versions().hostOf(ecosystem)).toBe(new URL(url).host);
  });

  it.each([
    [{ status: 404, body: '' }, /knows nothing of that name/],
    [{ status: 200, body: '{"version":"latest"}' }, /names no version/],
    [{ status: 200, body: '{}' }, /names no version/],
  ])('that is not told is an error with what to do [SE-35.latest]', async (given, reason) => {
    answer = given;
    const failed = versions().latest('npm', 'docs-mcp', signal);
    await expect(failed).rejects.toMatchObject({ code: 'registry.failed' });
    await expect(failed).rejects.toThrow(reason);
    await expect(failed).rejects.toThrow(/Type a version that you know/);
  });

  it('is not asked for what is no name, and offline says so [SE-35.latest]', async () => {
    for (const name of ['../../secret', 'a b', 'http://elsewhere', '', '${NAME}']) {
      await expect(versions().latest('npm', name, signal)).rejects.toThrow(/no name of a package/);
      await expect(versions().latest('pypi', name, signal)).rejects.toThrow(/no name of a package/);
    }
    expect(asked).toEqual([]);
    await close();
    await expect(versions().latest('npm', 'docs-mcp', signal)).rejects.toThrow(
      /ECONNREFUSED.*when you are online/,
    );
    close = async () => undefined;
  });
});

describe('an entry of the registry', () => {
  const drafts = (part: object) => registryDrafts(registryServer.parse(entry(part)));

  it.each([
    [
      { registryType: 'npm', identifier: '@a/pg', version: '1.2.3' },
      { command: 'npx', args: ['-y', '@a/pg@1.2.3'] },
    ],
    [
      { registryType: 'pypi', identifier: 'pg', version: '1.2.3' },
      { command: 'uvx', args: ['pg==1.2.3'] },
    ],
    [
      {
        registryType: 'oci',
        identifier: 'docker.io/a/pg',
        version: '1.2.3',
        environmentVariables: [{ name: 'KEY', isSecret: true, isRequired: true }],
      },
      {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'KEY', 'docker.io/a/pg:1.2.3'],
        env: { KEY: '${secret:KEY}' },
      },
    ],
    [
      {
        registryType: 'npm',
        identifier: 'pg',
        version: '1.0.0',
        runtimeHint: 'bunx',
        packageArguments: [
          { type: 'positional', valueHint: 'folder', isRequired: true },
          { type: 'named', name: '--mode', default: 'a${b' },
          { type: 'named', name: '--url', value: 'x/{host}', variables: { host: {} } },
          { type: 'named', name: '--unused' },
        ],
        environmentVariables: [{ name: 'LEVEL', default: 'info' }, { name: 'FREE' }],
      },
      {
        command: 'bunx',
        args: ['pg@1.0.0', '${input:folder}', '--mode', 'a$${b', '--url', 'x/${input:host}'],
        env: { LEVEL: 'info' },
      },
    ],
  ])(
    'becomes a definition of exactly its version [UI-31.registry, SE-35.pin]',
    (part, expected) => {
      const [found] = drafts({ packages: [part] }).entries;
      expect(found?.definition).toMatchObject(expected);
      expect(found?.name).toBe('pg');
    },
  );

  it('becomes an address with what is asked for as inputs and secrets [UI-31.registry, UI-32.inputs]', () => {
    const [found] = drafts({
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://a.example/mcp',
          headers: [
            {
              name: 'Authorization',
              value: 'Bearer {key}',
              variables: { key: { isSecret: true } },
            },
            { name: 'X-Region', isRequired: true, description: 'Where', choices: ['eu', 'us'] },
          ],
        },
      ],
    }).entries;
    expect(found?.definition).toEqual({
      type: 'http',
      url: 'https://a.example/mcp',
      headers: { Authorization: 'Bearer ${secret:key}', 'X-Region': '${input:X-Region}' },
    });
    expect(found?.inputs).toEqual([
      { id: 'X-Region', description: 'Where', options: ['eu', 'us'] },
    ]);
  });

  it('that cannot be used says why [UI-31.registry]', () => {
    const told = (part: object): string | undefined => {
      const { entries, notes } = drafts(part);
      return [...notes, ...entries.flatMap((one) => one.notes)][0]?.sentence;
    };
    expect(told({})).toMatch(/neither a package nor an address/);
    expect(told({ packages: [{ registryType: 'mcpb', identifier: 'x' }] })).toMatch(/mcpb/);
    expect(told({ remotes: [{ type: 'sse', url: 'ftp://x' }] })).toMatch(/https/);
  });
});
