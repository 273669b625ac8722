import { describe, expect, it } from 'vitest';
import type { PackageVersions } from '../../mcp/config/registry/package-versions.ts';
import type { TypedDrafts } from '../../mcp/config/setup/typed-drafts.ts';
import type { ServerSetup } from '../../mcp/config/setup/server-setup.ts';
import type { RawServers } from '../../mcp/config/setup/raw-servers.ts';
import type { Caller } from '../caller.ts';
import { serverSetupHandlers } from './server-setup.ts';

const NOW = 1_000_000;
const asked: string[] = [];
const told = <T>(name: string, value: T) => {
  return async (): Promise<T> => {
    asked.push(name);
    return value;
  };
};
const setup = {
  sources: told('sources', []),
  chooseFile: told('file', null),
  setSecret: told('value', undefined),
  searchRegistry: told('registry', { servers: [], nextCursor: undefined }),
} as unknown as ServerSetup;
const raw = {
  view: told('raw', { path: '', text: '', revision: '', notes: [] }),
} as unknown as RawServers;
const drafts = {
  moveSecrets: told('secrets', { outcome: 'started' }),
  pin: told('pin', { outcome: 'started' }),
} as unknown as TypedDrafts;
const versions = {
  latest: told('latest', '1.0.0'),
  hostOf: () => 'registry.example',
} as unknown as PackageVersions;
const handlers = serverSetupHandlers({ setup, drafts, raw, versions, now: () => NOW });
const caller = (lastInputAt: number): Caller => ({
  windowId: 1,
  signal: new AbortController().signal,
  lastInputAt,
});
const calls = {
  sources: (by: Caller) => handlers['serverSetup.sources']({ pins: {} }, by),
  file: (by: Caller) => handlers['serverSetup.chooseFile'](undefined, by),
  registry: (by: Caller) => handlers['serverSetup.searchRegistry']({ search: '' }, by),
  value: (by: Caller) =>
    handlers['serverSetup.setSecret']({ serverId: 'id', kind: 'input', name: 'n', value: 'v' }, by),
  secrets: (by: Caller) => handlers['serverSetup.moveSecrets']({ serverId: 'id' }, by),
  pin: (by: Caller) => handlers['serverSetup.pin']({ serverId: 'id', version: '1.0.0' }, by),
  latest: (by: Caller) =>
    handlers['serverSetup.latestVersion']({ ecosystem: 'npm', name: 'docs-mcp' }, by),
  raw: (by: Caller) => handlers['serverSetup.raw'](undefined, by),
};

describe('calls that read files, ask the network or keep a value', () => {
  it.each(Object.entries(calls))(
    '%s count only right after a key press or click of the person [SE-5.setup]',
    async (name, call) => {
      asked.length = 0;
      for (const by of [caller(0), caller(NOW - 1_001)]) {
        await expect(Promise.resolve().then(() => call(by))).rejects.toMatchObject({
          code: 'session.no-gesture',
        });
      }
      expect(asked).toEqual([]);
      await call(caller(NOW - 1_000));
      expect(asked).toEqual([name]);
    },
  );
});
