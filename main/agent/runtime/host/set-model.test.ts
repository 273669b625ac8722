import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MissingKeyError } from '../model/model-contract.ts';
import { ScriptedHost, textAnswer } from '../testing/scripted-host.ts';
import type { ScriptedHostOptions } from '../testing/scripted-host.ts';

let root = '';
const hosts: ScriptedHost[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-set-model-'));
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.runtime.end();
  await rm(root, { recursive: true, force: true });
});

const first = {
  id: 'first',
  kind: 'openai-compatible',
  label: 'First',
  base_url: 'http://127.0.0.1:1/v1',
} as const;
const second = { ...first, id: 'second', base_url: 'http://127.0.0.1:2/v1' } as const;

/** A session of the first provider, whose key is `old`. */
async function start(options: ScriptedHostOptions = {}, fields = {}): Promise<ScriptedHost> {
  const host = new ScriptedHost(options);
  hosts.push(host);
  host.credentials.deliver({ modelKey: 'old', servers: {} });
  await host.initialize({
    config_root: join(root, 'profile'),
    cwd: root,
    persist_session: false,
    provider: first,
    model: { provider_id: 'first', id: 'm' },
    ...fields,
  });
  return host;
}
type Provider = { readonly id: string };
const setModel = (host: ScriptedHost, provider: Provider, file?: string) =>
  host.control.request({
    subtype: 'set_model',
    provider,
    model: { provider_id: provider.id, id: 'm' },
    ...(file === undefined ? {} : { credential_file: file }),
  });
const keys = (host: ScriptedHost) => host.models.map((made) => [made.provider.id, made.apiKey]);

describe('set_model', () => {
  it('keeps the key with its provider and sends it to no other, whatever that is called [RT-5.renewal]', async () => {
    const host = await start();
    await setModel(host, first);
    await setModel(host, second);
    await setModel(host, { ...second, id: 'first' });
    await setModel(host, first);
    expect(keys(host)).toEqual([
      ['first', 'old'],
      ['first', 'old'],
      ['second', undefined],
      ['first', undefined],
      ['first', undefined],
    ]);
  });

  it('reads the renewed key from the file that it names, once, and unlinks it [RT-5.renewal]', async () => {
    const host = await start();
    const file = join(root, 'credentials-2.json');
    await writeFile(file, JSON.stringify({ modelKey: 'new' }));
    await setModel(host, second, file);
    expect(existsSync(file)).toBe(false);
    await setModel(host, second);
    expect(keys(host).slice(1)).toEqual([
      ['second', 'new'],
      ['second', 'new'],
    ]);
  });

  it('changes nothing when the file is missing or broken, and quotes nothing of it [RT-5.renewal]', async () => {
    const host = await start();
    const file = join(root, 'credentials-2.json');
    await writeFile(file, '{"modelKey": sk-very-secret');
    const broken = await setModel(host, second, file).catch((error: unknown) => error);
    expect(broken).toMatchObject({ code: 'credentials' });
    expect(String(broken)).not.toContain('very-secret');
    await expect(setModel(host, second, file)).rejects.toMatchObject({ code: 'credentials' });
    await setModel(host, first);
    expect(keys(host)).toEqual([
      ['first', 'old'],
      ['first', 'old'],
    ]);
  });

  it('takes the key of the message before it, each change its own [RT-5.renewal]', async () => {
    const host = await start();
    host.credentials.deliver({ modelKey: 'for second', servers: {} });
    const changed = setModel(host, second);
    host.credentials.deliver({ servers: {} });
    await Promise.all([changed, setModel(host, { ...second, id: 'third' })]);
    await setModel(host, second);
    expect(keys(host).slice(1)).toEqual([
      ['second', 'for second'],
      ['third', undefined],
      ['second', undefined],
    ]);
  });

  it('says that a key is missing and stays with the model it has [RT-5.renewal]', async () => {
    const host = await start({
      script: [() => textAnswer('still the first')],
      refuseModel: ({ apiKey }) =>
        apiKey === undefined ? new MissingKeyError('A key is needed.') : undefined,
    });
    await expect(setModel(host, second)).rejects.toMatchObject({ code: 'credentials' });
    host.say('hello');
    expect(await host.result()).toMatchObject({ result: 'still the first' });
  });

  it('leaves out what the new provider cannot take, says so, and brings it back with the old one [RT-28.model-change]', async () => {
    const tool = (name: string, field: string) => ({
      name,
      inputSchema: {
        type: 'object',
        properties: { [field]: { type: 'string' } },
        required: [field],
      },
    });
    const host = await start(
      {
        script: [() => textAnswer('1'), () => textAnswer('2'), () => textAnswer('3')],
        servers: { files: { tools: [tool('plain', 'path'), tool('odd', 'größe!')] } },
      },
      { sdk_servers: [{ name: 'files' }], tools: ['mcp__files'] },
    );
    const changes = () =>
      host.messages.filter(
        (message) => message.type === 'system' && message.subtype === 'tools_changed',
      );
    host.say('one');
    await host.result(1);
    expect(changes()).toEqual([]);
    await setModel(host, { ...second, kind: 'anthropic' } as Provider);
    host.say('two');
    expect(await host.result(2)).toMatchObject({ subtype: 'success' });
    await setModel(host, first);
    host.say('three');
    await host.result(3);
    expect(host.requests.map((request) => request.tools.map((one) => one.toolName))).toEqual([
      ['odd', 'plain'],
      ['plain'],
      ['odd', 'plain'],
    ]);
    expect(changes()).toMatchObject([
      {
        added: [],
        removed: ['mcp__files__odd'],
        left_out: [
          { name: 'mcp__files__odd', reason: expect.stringContaining('größe!') as string },
        ],
      },
      { added: ['mcp__files__odd'], removed: [], left_out: [] },
    ]);
  });
});
