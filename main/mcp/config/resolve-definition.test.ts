import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverDefinition, serverSettings } from '../../../shared/mcp/server-config.ts';
import type { ServerDefinition } from '../../../shared/mcp/server-config.ts';
import { escapeVariables, holdsOnlyVariables } from '../../../shared/mcp/variables.ts';
import { systemClock } from '../../lib/clock.ts';
import { openSecretStore } from '../../storage/secret-store.ts';
import { definitionHash } from './definition-hash.ts';
import { VariableError, missingVariables, resolveDefinition } from './resolve-definition.ts';
import type { VariableSources } from './resolve-definition.ts';
import { ServerSecrets, secretRefs, sourcesFor } from './server-secrets.ts';

const environment: Record<string, string> = {
  TOKEN: 't-1',
  EMPTY: '',
  HOME: '/home/mira',
  'ProgramFiles(x86)': 'C:\\P',
};
const sources: VariableSources = {
  env: (name) => environment[name],
  input: (id) => (id === 'api-key' ? 'from-input' : undefined),
  secret: (name) => (name === 'billing authorization' ? 'from-keychain' : undefined),
};
const argument = (text: string): string | undefined => {
  const { definition } = resolveDefinition(
    { type: 'stdio', command: 'node', args: [text], env: {} },
    sources,
  );
  return definition.type === 'stdio' ? definition.args[0] : undefined;
};

describe('variables of a definition', () => {
  it.each([
    ['${TOKEN}', 't-1'],
    ['Bearer ${TOKEN}!', 'Bearer t-1!'],
    ['${MISSING:-eu}', 'eu'],
    ['${EMPTY:-eu}', 'eu'],
    ['${EMPTY}', ''],
    ['${MISSING:-}', ''],
    ['${env:TOKEN}', 't-1'],
    ['${env:ProgramFiles(x86)}', 'C:\\P'],
    ['${input:api-key}', 'from-input'],
    ['${secret:billing authorization}', 'from-keychain'],
    ['$${TOKEN}', '${TOKEN}'],
    ['$$ and $TOKEN and ${} and ${a b}', '$$ and $TOKEN and ${} and ${a b}'],
    ['${TOKEN}${TOKEN}/$${x}', 't-1t-1/${x}'],
  ])('%s becomes %s [UI-32.forms]', (text, value) => {
    expect(argument(text)).toBe(value);
  });

  it('never looks into a value again, and escaping makes any text plain [UI-32.forms]', () => {
    environment['NESTED'] = '${TOKEN}';
    expect(argument('${NESTED}')).toBe('${TOKEN}');
    const text = 'a ${TOKEN} $${TOKEN} $';
    expect(argument(escapeVariables(text))).toBe(text);
    expect(holdsOnlyVariables('Bearer ${secret:x}')).toBe(true);
    expect(holdsOnlyVariables('sk-live-${X}')).toBe(false);
  });

  it('are replaced in every field, and secrets are told apart [UI-32.places]', () => {
    const stdio = resolveDefinition(
      {
        type: 'stdio',
        command: '${HOME}/bin/run',
        args: ['--key=${input:api-key}'],
        env: { A: '${TOKEN}', B: '${secret:billing authorization}' },
        cwd: '${HOME}/code',
      },
      sources,
    );
    expect(stdio).toEqual({
      definition: {
        type: 'stdio',
        command: '/home/mira/bin/run',
        args: ['--key=from-input'],
        env: { A: 't-1', B: 'from-keychain' },
        cwd: '/home/mira/code',
      },
      secrets: ['from-input', 'from-keychain'],
    });
    const remote = resolveDefinition(
      { type: 'http', url: '${BASE:-https://a.example}/mcp', headers: { K: 'x ${TOKEN}' } },
      sources,
    );
    expect(remote.definition).toMatchObject({
      url: 'https://a.example/mcp',
      headers: { K: 'x t-1' },
    });
  });

  it('that are missing are all named with their place [UI-32.missing]', () => {
    const definition: ServerDefinition = {
      type: 'stdio',
      command: 'node',
      args: ['ok', '${REGION}'],
      env: { KEY: '${secret:none}', PASSWORD: '${input:password}' },
      cwd: '${command:pick}',
    };
    expect(missingVariables(definition, sources).map(({ reference }) => reference.name)).toEqual([
      'REGION',
      'none',
      'password',
      'command:pick',
    ]);
    expect(() => resolveDefinition(definition, sources)).toThrow(VariableError);
    expect(() => resolveDefinition(definition, sources)).toThrow(
      /^The variable REGION is not set, and argument 2 needs it\. .*\$\{REGION:-value\}.*“none”.*environment value KEY.*“password”.*PASSWORD.*\$\{command:pick\} in the working folder/,
    );
  });

  it.each([
    [{ url: '${TOKEN}', headers: {} }, /the address is none/],
    [{ url: 'http://a.example/', headers: { K: 'a\n${TOKEN}' } }, /the header K holds a line/],
  ])('may not make an address or header that cannot be used [UI-32.checked]', (part, message) => {
    expect(() => resolveDefinition({ type: 'http', ...part }, sources)).toThrow(message);
  });

  it('count for trust as they are written [SE-30.variables]', () => {
    const remote = (url: string): ServerDefinition =>
      serverDefinition.parse({ type: 'http', url, headers: {} });
    expect(definitionHash(remote('${BASE}/mcp'))).not.toBe(definitionHash(remote('${OTHER}/mcp')));
    expect(definitionHash(remote('${BASE}/mcp'))).toBe(definitionHash(remote('${BASE}/mcp')));
    expect(serverDefinition.safeParse({ type: 'http', url: 'ftp://x/${A}' }).success).toBe(false);
    expect(serverDefinition.safeParse({ type: 'http', url: 'mcp.example' }).success).toBe(false);
  });
});

describe('values that are asked for', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = async (): Promise<ServerSecrets> => {
    const cipher = {
      backend: 'test',
      encrypt: (text: string) => Buffer.from(text).reverse(),
      decrypt: (bytes: Buffer) => Buffer.from(bytes).reverse().toString(),
    };
    const path = join(folder, 'secrets.json');
    const options = { path, clock: systemClock, onTrouble: () => undefined };
    return new ServerSecrets(await openSecretStore(options, cipher));
  };
  const remote = (id: string, url: string) => ({
    id,
    definition: serverDefinition.parse({
      type: 'http',
      url,
      headers: { A: 'Bearer ${secret:token}' },
    }),
    settings: serverSettings.parse({ inputs: [{ id: 'region', default: 'eu' }] }),
  });
  const ref = { kind: 'secret', name: 'token' } as const;

  it('belong to one server and to the origin they were entered for [UI-32.keychain]', async () => {
    const secrets = await open();
    const mine = remote('1', 'https://a.example/mcp');
    await secrets.set(mine, ref, 'canary-77');
    expect((await open()).get(mine, ref)).toBe('canary-77');
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).not.toContain('canary-77');
    expect(secrets.get(remote('1', 'https://a.example/other'), ref)).toBe('canary-77');
    for (const other of [
      remote('1', 'https://evil.example/mcp'),
      remote('2', 'https://a.example/mcp'),
    ]) {
      expect(secrets.get(other, ref)).toBeUndefined();
      expect(secrets.state(other, ref)).toBe('missing');
    }
    expect(secretRefs(mine.definition)).toEqual([ref]);
    await secrets.forget(mine);
    expect(secrets.state(mine, ref)).toBe('missing');
  });

  it('come from keychain, environment, known folders and defaults of inputs [UI-32.forms]', async () => {
    const secrets = await open();
    const record = remote('1', 'https://a.example/mcp');
    const found = sourcesFor(
      { ...record, settings: { ...record.settings, scope: { kind: 'folder', folder: '/code' } } },
      { secrets, environment, home: '/home/mira' },
    );
    expect(['TOKEN', 'userHome', 'workspaceFolder', 'toString'].map(found.env)).toEqual([
      't-1',
      '/home/mira',
      '/code',
      undefined,
    ]);
    expect(found.input('region')).toBe('eu');
    await secrets.set(record, { kind: 'input', name: 'region' }, 'us');
    expect(found.input('region')).toBe('us');
  });
});
