import { expect, it } from 'vitest';
import { serverRecord } from '../../../shared/mcp/server-config.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import { compareEntry } from './compare-entry.ts';
import { definitionHash } from './definition-hash.ts';
import { readServerText } from './reading/read-text.ts';
import { resolveDefinition } from './resolve-definition.ts';
import { exportServers } from './setup/export-servers.ts';

const url = 'https://mcp.example.test/mcp';
const recordOf = (caFile?: string): ServerRecord =>
  serverRecord.parse({
    id: '00000000-0000-4000-8000-000000000001',
    key: 'inside',
    name: 'inside',
    definition: { type: 'http', url, headers: {}, ...(caFile === undefined ? {} : { caFile }) },
    enabled: true,
    startTimeoutMs: 60_000,
    createdAt: '2026-01-01T00:00:00.000Z',
  });

it('a CA file goes with its server through JSON, export and import, and is part of what is trusted [UI-8.ca-file]', () => {
  const record = recordOf('/etc/company.pem');
  const { text } = exportServers([record]);
  expect(JSON.parse(text)).toMatchObject({
    mcpServers: { inside: { caFile: '/etc/company.pem' } },
  });
  const [entry] = readServerText(text).entries;
  expect(entry?.notes).toEqual([]);
  expect(entry?.definition).toEqual(record.definition);
  const compared = compareEntry('inside', record.definition, [recordOf()], (one) => one.definition);
  expect(compared).toMatchObject({ kind: 'renamed', difference: 'Yours has another CA file' });
  expect(definitionHash(record.definition)).not.toBe(definitionHash(recordOf().definition));
});

it('its path may hold variables [UI-8.ca-file]', () => {
  const { definition } = resolveDefinition(recordOf('${HOME}/company.pem').definition, {
    env: (name) => (name === 'HOME' ? '/home/a' : undefined),
    input: () => undefined,
    secret: () => undefined,
  });
  expect(definition).toMatchObject({ caFile: '/home/a/company.pem' });
});
