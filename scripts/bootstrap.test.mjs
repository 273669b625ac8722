// @ts-check
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const bootstrap = join(import.meta.dirname, 'bootstrap.cjs');
/** @type {string} a checkout that holds the bootstrap and nothing else */
let checkout;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'parley-bootstrap-'));
  mkdirSync(join(checkout, 'scripts'));
  cpSync(bootstrap, join(checkout, 'scripts', 'bootstrap.cjs'));
});
afterEach(() => {
  rmSync(checkout, { recursive: true, force: true });
});

/**
 * @param {readonly string[]} args
 * @param {{ before?: string, env?: Record<string, string> }} [options] before: code that runs first
 */
function run(args, { before, env = {} } = {}) {
  const preload = join(checkout, 'before.cjs');
  if (before !== undefined) writeFileSync(preload, before);
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...(before === undefined ? [] : ['--require', preload]),
      join(checkout, 'scripts', 'bootstrap.cjs'),
      ...args,
    ],
    { encoding: 'utf8', env: { ...process.env, ...env } },
  );
  return { status, sentences: stderr.trim().split('\n') };
}

it('says in one sentence that Node is too old, and what to do [SETUP-1.node]', () => {
  const { status, sentences } = run(['start'], {
    before: "Object.defineProperty(process.versions, 'node', { value: '18.20.0' });",
  });
  expect(status).toBe(1);
  expect(sentences).toEqual([expect.stringMatching(/Node 18\.20\.0, but .* 20\.19 .* install it/)]);
});

it('says that the registry cannot be reached [SETUP-1.registry]', () => {
  const lock = {
    lockfileVersion: 3,
    packages: { '': {}, 'node_modules/is-number': { version: '7.0.0' } },
  };
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(
    join(checkout, 'package.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { 'is-number': '7.0.0' } }),
  );
  const { status, sentences } = run(['test'], {
    env: {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: join(checkout, 'cache'),
      npm_config_fetch_retries: '0',
    },
  });
  expect(status).toBe(1);
  expect(sentences.at(-1)).toMatch(/registry cannot be reached.*run the command again/);
});

it('names its commands when it is given another [SETUP-1.usage]', () => {
  const { status, sentences } = run(['fly']);
  expect(status).toBe(1);
  expect(sentences).toEqual([expect.stringContaining('start|dev|build|check|test')]);
});
