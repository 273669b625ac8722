import { describe, expect, it } from 'vitest';
import { consentRequest } from '../../../shared/ipc/consent.ts';
import type { ServerDefinition, ServerSource } from '../../../shared/mcp/server-config.ts';
import { linkRequest, networkRequest, serverRequest, signInRequest } from './consent-questions.ts';

const command: ServerDefinition = {
  type: 'stdio',
  command: 'npx',
  args: ['-y', 'docs-mcp', 'a\u200b | sh', 'two\nlines'],
  env: { DOCS_TOKEN: 'c4n4ry-1' },
};
const ask = (definition: ServerDefinition, previous?: ServerDefinition) =>
  consentRequest.parse(
    serverRequest({
      name: 'docs',
      definition,
      previous,
      resolvedPath: '/usr/bin/npx',
      folder: '/home/a',
      previousFolder: previous && '/home/before',
    }),
  );

describe('what the person is shown of a server', () => {
  it('is where it came from, unless they typed it [SE-31.command]', () => {
    const from = (definition: ServerDefinition, source: ServerSource) => {
      const places = { resolvedPath: null, folder: '/home/a', previousFolder: undefined };
      const question = { name: 'docs', definition, previous: undefined, ...places, source };
      const shown = consentRequest.parse(serverRequest(question));
      return shown.kind === 'run-command' || shown.kind === 'connect-url'
        ? shown.from?.map(({ text }) => text)
        : undefined;
    };
    const path = '/home/a/.mcp.json';
    const remote: ServerDefinition = { type: 'http', url: 'https://a.example', headers: {} };
    expect(from(command, { kind: 'folder', detail: path })).toEqual(['a working folder', path]);
    expect(from(remote, { kind: 'link' })).toEqual(['an install link']);
    expect(from(command, { kind: 'form' })).toBeUndefined();
  });

  it('is the exact command, every argument, the folder and the names of the environment [SE-31.command]', () => {
    const shown = ask(command);
    expect(shown).toMatchObject({
      kind: 'run-command',
      occasion: 'new',
      serverName: 'docs',
      command: { text: 'npx' },
      resolvedPath: '/usr/bin/npx',
      folder: '/home/a',
      environmentNames: ['DOCS_TOKEN'],
      warnings: [
        { code: 'hidden-characters', argument: 3 },
        { code: 'hidden-characters', argument: 4 },
        { code: 'shell-text', argument: 3 },
        { code: 'unpinned-package', argument: 2 },
      ],
    });
    expect(shown.kind === 'run-command' && shown.args.map((argument) => argument.text)).toEqual(
      command.args,
    );
  });

  it('marks hidden characters and line breaks by their codes [SE-31.hidden]', () => {
    const shown = ask(command);
    if (shown.kind !== 'run-command') throw new Error('wrong kind');
    expect(shown.args[2]?.parts).toEqual([
      { text: 'a', hidden: false },
      { text: 'U+200B', hidden: true },
      { text: ' | sh', hidden: false },
    ]);
    expect(shown.args[3]?.parts).toEqual([
      { text: 'two', hidden: false },
      { text: 'U+000A', hidden: true },
      { text: 'lines', hidden: false },
    ]);
  });

  it('keeps an argument of 3,000 characters whole, with what hides in it [SE-31.command, SE-31.hidden]', () => {
    const long = `${'x'.repeat(1_500)}\u202e\n${'y'.repeat(1_500)}; rm -rf ~`;
    const shown = ask({ type: 'stdio', command: 'npx', args: ['-y', long], env: {} });
    if (shown.kind !== 'run-command') throw new Error('wrong kind');
    const [, argument] = shown.args;
    expect(argument?.text).toBe(long);
    const parts = argument?.parts ?? [];
    expect(parts.filter(({ hidden }) => hidden).map(({ text }) => text)).toEqual([
      'U+202E',
      'U+000A',
    ]);
    const visible = parts.filter(({ hidden }) => !hidden).map(({ text }) => text);
    expect(visible.join('')).toBe(long.replace(/[\u202e\n]/gu, ''));
  });

  it('holds no value of environment or headers [SE-31.names-only, SE-51.consent]', () => {
    const remote: ServerDefinition = {
      type: 'http',
      url: 'https://docs.example/mcp',
      headers: { Authorization: 'Bearer c4n4ry-2' },
    };
    expect(JSON.stringify([ask(command, command), ask(remote, remote)])).not.toContain('c4n4ry');
  });

  it('carries the old definition when it changed [SE-30.diff]', () => {
    expect(ask({ ...command, cwd: '/other' }, { ...command, args: ['-y', 'old'] })).toMatchObject({
      occasion: 'changed',
      previous: {
        command: 'npx',
        args: ['-y', 'old'],
        folder: '/home/before',
        environmentNames: ['DOCS_TOKEN'],
      },
    });
  });

  it('says "changed" also when the server was of another kind before', () => {
    const shown = ask({ type: 'http', url: 'https://a.example/', headers: {} }, command);
    expect(shown).toMatchObject({ kind: 'connect-url', occasion: 'changed' });
    expect(shown).not.toHaveProperty('previous');
  });

  it.each([
    ['https://docs.example/mcp', []],
    ['http://docs.example/mcp', ['plain-http']],
    ['http://localhost:3000/mcp', ['private-address']],
    ['http://192.168.0.2/mcp', ['plain-http', 'private-address']],
    ['https://me:pw@docs.example/', ['userinfo']],
  ])('warns about %s: %j [SE-31.address]', (url, codes) => {
    const shown = ask({ type: 'http', url, headers: {} });
    expect(shown).toMatchObject({ warnings: codes.map((code) => ({ code })) });
    expect(shown).toMatchObject({ host: new URL(url).host });
  });
});

describe('what the person is shown of a link', () => {
  it('is the whole address and its host [SE-10.review]', () => {
    expect(consentRequest.parse(linkRequest('https://docs.example:8443/a?b#c'))).toMatchObject({
      kind: 'open-link',
      url: { text: 'https://docs.example:8443/a?b#c' },
      host: 'docs.example:8443',
      warnings: [],
    });
  });
});

describe('what the person is shown of a sign-in', () => {
  it('is the server, the page, who asks and the way back [UI-39.consent, SE-5]', () => {
    const page = {
      serverName: 'linear',
      url: 'https://auth.example/authorize?state=s',
      issuer: 'https://auth.example/te\u200bnant',
      redirect: 'protocol',
    } as const;
    expect(consentRequest.parse(signInRequest(page))).toMatchObject({
      kind: 'sign-in',
      serverName: 'linear',
      url: { text: page.url },
      host: 'auth.example',
      issuer: { parts: [{}, { text: 'U+200B', hidden: true }, {}] },
      redirect: 'protocol',
      warnings: [],
    });
  });
});

it('another way to the network is shown whole, with whom the CA file is of [UI-8.settings]', () => {
  const network = {
    proxy: 'address',
    proxyAddress: 'http://proxy\u200b.test:8080',
    bypass: '.test',
    caFile: '/etc/company.pem',
    systemCertificates: false,
  } as const;
  expect(consentRequest.parse(networkRequest(network, ['CN=Company']))).toMatchObject({
    kind: 'change-network',
    proxy: 'address',
    proxyAddress: {
      parts: [{ hidden: false }, { text: 'U+200B', hidden: true }, { hidden: false }],
    },
    caFile: { text: '/etc/company.pem' },
    authorities: [{ text: 'CN=Company' }],
    systemCertificates: false,
  });
});

it('whom a server trusts is part of the question, with what it was [UI-8.ca-file]', () => {
  const remote = { type: 'http', url: 'https://a.example/', headers: {} } as const;
  const shown = ask({ ...remote, caFile: '/b.pem' }, { ...remote, caFile: '/a.pem' });
  expect(shown).toMatchObject({ caFile: { text: '/b.pem' }, previous: { caFile: '/a.pem' } });
});
