// @ts-check
/** @typedef {import('./run-case.mjs').Row} Row */

/** @param {Row} row */
function verdict(row) {
  if (row.passed) return 'passed';
  return row.checks[1] === 0 ? 'empty' : 'failed';
}

/** @param {Row[]} rows */
export function summary(rows) {
  const counts = { passed: 0, failed: 0, empty: 0 };
  for (const row of rows) counts[verdict(row)] += 1;
  return counts;
}

/**
 * The published table.
 * @param {Row[]} rows
 */
export function markdown(rows) {
  const { passed, failed, empty } = summary(rows);
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|');
  return [
    '# Conformance of the MCP client',
    '',
    'Client scenarios of `@modelcontextprotocol/conformance`, run by `npm run conformance` against a thin host',
    '(`e2e/conformance/host.mjs`) that uses nothing but `parley-desktop/mcp`. A scenario that checked nothing is',
    'called empty, not passed.',
    '',
    `${passed} passed, ${failed} failed, ${empty} empty.`,
    '',
    '| suite | version | scenario | result | checks | reason |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${row.suite} | ${row.specVersion} | ${row.scenario} | ${verdict(row)} | ${row.checks[0]}/${row.checks[1]} | ${cell(row.reason ?? '')} |`,
    ),
    '',
  ].join('\n');
}
