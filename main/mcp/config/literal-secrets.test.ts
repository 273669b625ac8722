import { describe, expect, it } from 'vitest';
import { stdioDefinition } from '../../../shared/mcp/server-config.ts';
import { looksLikeSecret } from '../../../shared/mcp/secret-values.ts';
import { moveSecrets } from './literal-secrets.ts';
import { isExactVersion, packageArgument, pinPackage } from '../../../shared/mcp/package-pin.ts';

describe('values that look like secrets', () => {
  it.each([
    ['GITHUB_TOKEN', 'abcd1234', true],
    ['Authorization', 'Bearer hb_live_1', true],
    ['X-API-Key', 'value', true],
    ['DATABASE', 'postgres://u:pw@host/db', true],
    ['ANYTHING', 'ghp_0123456789abcdef0123', true],
    ['ANYTHING', 'sk-proj-0123456789ab', true],
    ['X', '0123456789abcdef0123456789abcdef', true],
    ['MAX_TOKENS', '4096', false],
    ['TOKEN_FILE', '/run/token', false],
    ['REGION', 'eu-central-1', false],
    ['API_TOKEN', '${API_TOKEN}', false],
    ['USE_TOKEN', 'true', false],
    ['API_KEY', '', false],
  ])('%s=%s: %s [UI-32.literal]', (name, value, expected) => {
    expect(looksLikeSecret(name, value)).toBe(expected);
  });

  it('become references, and the values go beside [UI-32.literal]', () => {
    const { definition, moved } = moveSecrets('Billing API', {
      type: 'http',
      url: 'https://a.example/',
      headers: { Authorization: 'Bearer hb_live_1', 'X-Region': 'eu' },
    });
    expect(definition.headers).toEqual({
      Authorization: '${secret:billing-api-authorization}',
      'X-Region': 'eu',
    });
    expect(moved).toEqual([
      {
        ref: { kind: 'secret', name: 'billing-api-authorization' },
        value: 'Bearer hb_live_1',
        place: { field: 'headers', name: 'Authorization' },
      },
    ]);
    const started = moveSecrets(
      'x',
      stdioDefinition.parse({
        type: 'stdio',
        command: 'npx',
        args: ['--api-key', 'abcdef', '--token=zyxwvu', '--port', '80', 'ghp_0123456789abcdef0123'],
        env: { 'A-KEY': 'secret-1', A_KEY: 'secret-2' },
      }),
    );
    expect(started.definition.args).toEqual([
      '--api-key',
      '${secret:x-api-key}',
      '--token=${secret:x-token}',
      '--port',
      '80',
      '${secret:x-argument-6}',
    ]);
    expect(Object.values(started.definition.env)).toEqual([
      '${secret:x-a-key}',
      '${secret:x-a-key-2}',
    ]);
    expect(started.moved.map(({ value }) => value)).toEqual([
      'secret-1',
      'secret-2',
      'abcdef',
      'zyxwvu',
      'ghp_0123456789abcdef0123',
    ]);
  });
});

describe('a package without a version', () => {
  it.each([
    ['npx', ['-y', '@a/b'], '@a/b', false, ['-y', '@a/b@1.2.3']],
    ['npx', ['-y', '@a/b@latest', 'x'], '@a/b', false, ['-y', '@a/b@1.2.3', 'x']],
    ['C:\\n\\npx.cmd', ['b@1.0.0'], 'b', true, ['b@1.2.3']],
    ['npx', ['--package=b', 'run'], 'b', false, ['--package=b@1.2.3', 'run']],
    ['npx', ['-p', 'b', 'run'], 'b', false, ['-p', 'b@1.2.3', 'run']],
    ['pnpm', ['dlx', 'b'], 'b', false, ['dlx', 'b@1.2.3']],
    [
      'uvx',
      ['mcp-server-time', '--tz', 'x'],
      'mcp-server-time',
      false,
      ['mcp-server-time==1.2.3', '--tz', 'x'],
    ],
    ['uvx', ['--python', '3.12', 'a==2.0'], 'a', true, ['--python', '3.12', 'a==1.2.3']],
    ['uvx', ['--from', 'a', 'run'], 'a', false, ['--from', 'a==1.2.3', 'run']],
  ])('%s %j is found and pinned [SE-35.pin]', (command, args, name, isPinned, pinned) => {
    expect(packageArgument(command, args)).toMatchObject({ name, isPinned });
    const definition = stdioDefinition.parse({ type: 'stdio', command, args });
    expect(pinPackage(definition, '1.2.3').args).toEqual(pinned);
  });

  it.each([
    ['node', ['a.js']],
    ['npx', ['./local']],
    ['pnpm', ['exec', 'b']],
    ['uvx', ['git+https://a.example/b']],
    ['npx', ['-y']],
  ])('%s %j fetches none by name [SE-35.pin]', (command, args) => {
    expect(packageArgument(command, args)).toBeUndefined();
  });

  it('takes exact versions only', () => {
    expect(['1.2.3', '2025.9.25', '1.0.0-beta.1'].every(isExactVersion)).toBe(true);
    expect(['latest', '^1.0.0', '', '1.2.3 && x'].some(isExactVersion)).toBe(false);
  });
});
