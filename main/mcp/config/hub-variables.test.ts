import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScriptedHttpServer } from '../../../e2e/servers/mcp/scripted-http.ts';
import { serverSettings } from '../../../shared/mcp/server-config.ts';
import { systemClock } from '../../lib/clock.ts';
import { openSecretStore } from '../../storage/secret-store.ts';
import { HubDesk, remoteDraft, scriptedDraft, stateOf, until } from '../hub/testing/hub-desk.ts';
import type { McpHub } from '../hub/hub.ts';
import { expandEnvironment, resolveDefinition } from './resolve-definition.ts';
import { environmentFor, ServerSecrets, sourcesFor } from './server-secrets.ts';
import { ServerStore } from './server-store.ts';

vi.setConfig({ testTimeout: 30_000 });

const signal = new AbortController().signal;
const canary = 'canary-variable-4711';
let desk: HubDesk;
let secrets: ServerSecrets;

beforeEach(async () => {
  desk = await HubDesk.open();
  const path = join(desk.root, 'secrets.json');
  const store = await openSecretStore(
    { path, clock: systemClock, onTrouble: () => undefined },
    undefined,
  );
  secrets = new ServerSecrets(store);
});
afterEach(() => desk.dispose());

async function open(store?: ServerStore): Promise<McpHub> {
  const sources = {
    secrets,
    environment: { MY_TOKEN: canary, NODE: process.execPath },
    home: '/home/mira',
  };
  return desk.hub({
    ...(store ? { store } : {}),
    resolveDefinition: async (record) =>
      resolveDefinition(record.definition, sourcesFor(record, sources)),
    expandCommand: (command, settings) =>
      expandEnvironment(command, environmentFor(settings, sources)),
  });
}

describe('variables of a server that starts', () => {
  it.each([
    ['Bearer ${MY_TOKEN}', `Bearer ${canary}`],
    ['${NOT_SET:-fallback}', 'fallback'],
    ['$${MY_TOKEN}', '${MY_TOKEN}'],
    ['${secret:token}', canary],
  ])('reach a server as their values: %s [UI-32.forms]', async (header, sent) => {
    const server = await createScriptedHttpServer();
    const hub = await open();
    const draft = remoteDraft(server.url, { authorization: header });
    const { serverId = '' } = await hub.add(
      draft,
      signal,
      serverSettings.parse({}),
      async (record) => secrets.set(record, { kind: 'secret', name: 'token' }, canary),
    );
    await until(hub, serverId, ({ status }) => expect(status).toBe('connected'));
    expect(server.requests.at(-1)?.headers['authorization']).toBe(sent);
    expect(await readFile(join(desk.root, 'servers.json'), 'utf8')).not.toContain(canary);
    await hub.dispose();
    await server.close();
  });

  it('that are missing are a named failure, and nothing is started or sent [UI-32.missing]', async () => {
    const server = await createScriptedHttpServer();
    const hub = await open();
    const { serverId = '' } = await hub.add(
      remoteDraft(server.url, { authorization: '${NOT_SET}' }),
      signal,
    );
    const { failure } = await until(hub, serverId, ({ status }) => expect(status).toBe('failed'));
    expect(failure?.code).toBe('variable-missing');
    expect(failure?.message).toMatch(/NOT_SET is not set, and the header authorization needs it/);
    expect(server.requests).toEqual([]);
    const stdio = await hub.add(scriptedDraft(['${secret:none}']), signal);
    const local = await until(hub, stdio.serverId ?? '', ({ status }) =>
      expect(status).toBe('failed'),
    );
    expect(local.failure).toMatchObject({ code: 'variable-missing' });
    expect(local.failure?.message).toMatch(/“none”/);
    expect(hub.logs(stdio.serverId ?? '').some(({ text }) => text.startsWith('Started'))).toBe(
      false,
    );
    // Once it is given, the same definition starts.
    const record = hub.recordOf(stdio.serverId ?? '');
    if (record) await secrets.set(record, { kind: 'secret', name: 'none' }, '--quiet-canary');
    await hub.restart(stdio.serverId ?? '');
    await until(hub, stdio.serverId ?? '', ({ status }) => expect(status).toBe('connected'));
    await server.close();
  });
});

describe('a secret of a server that runs here', () => {
  it('reaches it in the variable that it was given to, and is in no argument and no file [UI-32.report-18, UI-32.report-10]', async () => {
    const hub = await open();
    const { serverId = '' } = await hub.add(
      scriptedDraft(['--quiet'], {
        GITHUB_PERSONAL_ACCESS_TOKEN: '${secret:token}',
        DATABASE: '${input:database}',
      }),
      signal,
      serverSettings.parse({ inputs: [{ id: 'database', password: true }] }),
      async (record) => {
        await secrets.set(record, { kind: 'secret', name: 'token' }, canary);
        await secrets.set(record, { kind: 'input', name: 'database' }, `${canary}-db`);
      },
    );
    await until(hub, serverId, ({ status }) => expect(status).toBe('connected'));
    const answer = await hub.callTool(serverId, 'process', {});
    const content: unknown = answer.content;
    const [said] = content as readonly { readonly text: string }[];
    const seen = JSON.parse(said?.text ?? '') as {
      readonly pid: number;
      readonly env: Readonly<Record<string, string>>;
    };
    expect(seen.env).toMatchObject({
      GITHUB_PERSONAL_ACCESS_TOKEN: canary,
      DATABASE: `${canary}-db`,
    });
    expect(await readFile(`/proc/${String(seen.pid)}/cmdline`, 'utf8')).not.toContain(canary);
    const files = await readdir(desk.root, { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile() && !file.name.includes('.lock'))
      // Half written files go away meanwhile.
      .map((file) => readFile(join(file.parentPath, file.name), 'utf8').catch(() => ''));
    expect((await Promise.all(texts)).filter((text) => text.includes(canary))).toEqual([]);
  });
});

describe('a command with variables', () => {
  it('is looked up as what it becomes, and shown as both, without any secret [SE-31.expanded]', async () => {
    const hub = await open();
    const draft = scriptedDraft();
    const withCommand = (command: string) => {
      if (draft.definition.type !== 'stdio') throw new Error('It runs here.');
      return { ...draft, definition: { ...draft.definition, command } };
    };
    const { serverId = '' } = await hub.add(withCommand('${NODE}'), signal);
    expect(desk.person.asked.at(-1)).toMatchObject({
      definition: { command: '${NODE}' },
      expandedCommand: process.execPath,
      resolvedPath: process.execPath,
    });
    await until(hub, serverId, ({ status }) => expect(status).toBe('connected'));
    desk.person.accepts = false;
    await hub.add(withCommand('${userHome}/${secret:token}'), signal);
    expect(desk.person.asked.at(-1)).toMatchObject({
      expandedCommand: '/home/mira/${secret:token}',
      resolvedPath: null,
    });
    await hub.add(withCommand(process.execPath), signal);
    expect(desk.person.asked.at(-1)?.expandedCommand).toBeUndefined();
    expect((await hub.findCommand('${NODE}')).path).toBe(process.execPath);
  });
});

describe('servers that come in turned off', () => {
  it('are stored without trust, start nothing, and ask when they are turned on [SE-30.import]', async () => {
    const hub = await open();
    const prepared: string[] = [];
    const [id = ''] = await hub.addOff([
      {
        draft: scriptedDraft(),
        settings: serverSettings.parse({ source: { kind: 'import' } }),
        prepare: async (record) => {
          prepared.push(record.id);
        },
      },
    ]);
    expect(stateOf(hub, id)).toMatchObject({ enabled: false, trusted: false, status: 'disabled' });
    expect(prepared).toEqual([id]);
    expect(desk.person.asked).toEqual([]);
    desk.person.accepts = false;
    expect((await hub.setEnabled(id, true, signal)).outcome).toBe('cancelled');
    expect(desk.person.asked).toHaveLength(1);
    expect(stateOf(hub, id).status).toBe('disabled');
  });

  it('are not stored when their secrets cannot be kept [UI-32.keychain]', async () => {
    const hub = await open();
    const refused = async (): Promise<void> => {
      throw new Error('The keychain is locked.');
    };
    await expect(
      hub.add(scriptedDraft(), signal, serverSettings.parse({}), refused),
    ).rejects.toThrow(/locked/);
    expect(hub.list().map(({ origin }) => origin)).toEqual(['builtin']);
  });
});

describe('a file of servers that was changed outside', () => {
  it('counts at once: what is new and changed waits for review, what is gone stops [UI-33.outside, SE-30.raw]', async () => {
    const path = join(desk.root, 'servers.json');
    const store = await ServerStore.open({ path, clock: systemClock, onTrouble: () => undefined });
    const hub = await open(store);
    const { serverId = '' } = await hub.add(scriptedDraft(), signal);
    await until(hub, serverId, ({ status }) => expect(status).toBe('connected'));
    const text = await vi.waitFor(async () => {
      const written = await readFile(path, 'utf8');
      expect(written.match(/knownTools/g)).toHaveLength(2);
      return written;
    });
    await writeFile(path, text.replace('scripted-stdio.mjs"', 'scripted-stdio.mjs", "--changed"'));
    expect(await store.takeOver()).toBe(true);
    await hub.reload();
    expect(stateOf(hub, serverId)).toMatchObject({
      trusted: false,
      status: 'failed',
      failure: { code: 'not-trusted' },
    });
    await writeFile(path, JSON.stringify({ schemaVersion: 1, servers: [] }));
    await store.takeOver();
    await hub.reload();
    expect(hub.list()).toEqual([]);
  });
});
