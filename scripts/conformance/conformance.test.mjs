// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../build/build.mjs';
import { root } from '../process/paths.mjs';
import { markdown, summary } from './report.mjs';
import { runCase } from './run-case.mjs';
import { allCases, suites } from './scenarios.mjs';

describe('the conformance suites', () => {
  beforeAll(() => build({ only: 'mcp' }), 60_000);

  it.concurrent.each([
    [suites.legacy, 'default', 'elicitation-sep1034-client-defaults'],
    [suites.legacy, 'default', 'auth/2025-03-26-oauth-metadata-backcompat'],
    [suites.modern, 'default', 'sse-retry'],
    [suites.modern, '2026-07-28', 'request-metadata'],
    [suites.modern, '2026-07-28', 'sep-2322-client-request-state'],
    [suites.modern, '2026-07-28', 'auth/scope-step-up'],
    [suites.modern, '2026-07-28', 'auth/wif-jwt-bearer'],
    [suites.modern, '2026-07-28', 'sep-2640-client-verify-frontmatter'],
  ])(
    '%o at %s: %s passes with our client [MC-23]',
    async (suite, specVersion, scenario) => {
      const row = await runCase({ suite, specVersion, scenario });
      expect(row.reason).toBeUndefined();
      expect(row.passed).toBe(true);
      expect(row.checks[1]).toBeGreaterThan(0);
    },
    60_000,
  );

  it('lists the scenarios of both, the newer one at the newest version too, and publishes them in that order [MC-23]', async () => {
    const cases = await allCases();
    const count = (/** @type {string} */ version, /** @type {string} */ specVersion) =>
      cases.filter((one) => one.suite.version === version && one.specVersion === specVersion)
        .length;
    expect(count('0.1.16', 'default')).toBe(26);
    expect(count('0.2.0-alpha.12', 'default')).toBe(48);
    expect(count('0.2.0-alpha.12', '2026-07-28')).toBe(43);
    const published = await readFile(join(root, 'docs', 'conformance.md'), 'utf8');
    const rows = published.split('\n').flatMap((line) => {
      const [, suite = '', specVersion = '', scenario = ''] = line.split(/ *\| */);
      return /^\d/.test(suite) ? [`${suite} ${specVersion} ${scenario}`] : [];
    });
    expect(rows).toEqual(
      cases.map(
        ({ suite, specVersion, scenario }) => `${suite.version} ${specVersion} ${scenario}`,
      ),
    );
  }, 60_000);

  it('calls a scenario without checks empty, never passed [MC-23]', () => {
    /** @type {import('./run-case.mjs').Row[]} */
    const rows = [
      { suite: 's', specVersion: 'v', scenario: 'full', passed: true, checks: [2, 2] },
      {
        suite: 's',
        specVersion: 'v',
        scenario: 'hollow',
        passed: false,
        checks: [0, 0],
        reason: 'empty',
      },
      {
        suite: 's',
        specVersion: 'v',
        scenario: 'bad',
        passed: false,
        checks: [1, 2],
        reason: 'a | b',
      },
    ];
    expect(summary(rows)).toEqual({ passed: 1, failed: 1, empty: 1 });
    expect(markdown(rows)).toContain('| s | v | hollow | empty | 0/0 | empty |');
    expect(markdown(rows)).toContain(String.raw`a \| b`);
  });
});
