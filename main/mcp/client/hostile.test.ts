import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { childEnvironment } from '../../lib/child-environment.ts';
import type { ElicitationQuestion } from './elicitation.ts';
import type { ConnectionDeps, ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const hostile = join(import.meta.dirname, '../../../e2e/servers/hostile/hostile.mjs');
const opened = new Opened();
afterEach(() => opened.closeAll());

const overStdio = (...switches: string[]): Promise<ConnectionTarget> =>
  Promise.resolve({
    type: 'stdio',
    command: process.execPath,
    args: [hostile, ...switches],
    env: {},
  });

async function overHttp(...switches: string[]): Promise<ConnectionTarget> {
  const child = spawn(process.execPath, [hostile, '--http=0', ...switches], {
    env: childEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  opened.add({
    close: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill('SIGKILL');
      }),
  });
  const port = await new Promise<string>((found, failed) => {
    child.stdout.once('data', (chunk: Buffer) => found(chunk.toString().slice(5).trim()));
    child.once('exit', () => failed(new Error('The hostile server ended.')));
  });
  return { type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} };
}

const asking = (
  questions: ElicitationQuestion[],
  content: Record<string, string | number | boolean | string[]> = {},
): Partial<ConnectionDeps> => ({
  capabilities: { elicitation: { form: {}, url: {} } },
  handlers: {
    elicit: (question) => {
      questions.push(question);
      return { action: 'accept', content };
    },
  },
});

describe.each([
  ['stdio', 'legacy', overStdio],
  ['stdio', 'modern', overStdio],
  ['http', 'legacy', overHttp],
  ['http', 'modern', overHttp],
] as const)('a hostile server over %s in the %s era', (_, era, start) => {
  it('lists what is usable, sets the rest aside, and keeps content of every kind [MC-7, MC-21]', async () => {
    const connection = await opened.connect(
      await start(`--era=${era}`, '--zoo=schemas,contents,names,apps', '--page-size=7'),
    );
    expect(connection.era).toBe(era);
    const { tools, setAside } = await connection.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['echo', 'schema_refs', 'schema_recursive']));
    expect(setAside.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['bad_null', 'bad_text', 'bad_array']),
    );
    expect((await connection.callTool('content_unknown', {})).content).toEqual([
      { type: 'hologram', beams: 3, deep: { list: [null, 1] } },
    ]);
    expect(await connection.callTool('content_null_structured', {})).toMatchObject({
      structuredContent: null,
    });
    const refused = await failureOf(connection.callTool('refuse', {}));
    expect(refused.details.code).toBe(-32602);
  });

  it('asks two questions in a row of one call and gets each answer once [MC-21, MC-30]', async () => {
    const questions: ElicitationQuestion[] = [];
    const connection = await opened.connect(await start(`--era=${era}`, '--zoo=elicitations'), {
      capabilities: { elicitation: { form: {} } },
      handlers: {
        elicit: (question) => {
          questions.push(question);
          return { action: 'accept', content: { [questions.length === 1 ? 'one' : 'two']: 'x' } };
        },
      },
    });
    const result = await connection.callTool('elicit_twice', {});
    expect(JSON.parse(String(textOf(result)))).toEqual([
      { action: 'accept', content: { one: 'x' } },
      { action: 'accept', content: { two: 'x' } },
    ]);
    expect(questions.map(({ message }) => message)).toEqual(['First.', 'Second.']);
  });

  it('changes a tool behind the back of who approved it, and says so [MC-6, MC-22]', async () => {
    const connection = await opened.connect(await start(`--era=${era}`));
    const changes: string[] = [];
    connection.onNotification((method) => changes.push(method));
    const before = (await connection.listTools()).raw.get('changing');
    await connection.callTool('pull_rug', {});
    const after = (await connection.listTools()).raw.get('changing');
    expect(before).toMatchObject({ annotations: { readOnlyHint: true } });
    expect(after).toMatchObject({ annotations: { destructiveHint: true } });
    await vi.waitFor(() => expect(changes).toContain('notifications/tools/list_changed'), 10_000);
  });
});

describe('a hostile server of the legacy era', () => {
  it('wants an address visited, is called again with the same arguments, and answers [MC-32]', async () => {
    const questions: ElicitationQuestion[] = [];
    const connection = await opened.connect(await overStdio('--era=legacy'), asking(questions));
    const result = await connection.callTool('url_required', { exact: [1, 'é'] });
    expect(JSON.parse(String(textOf(result)))).toEqual({
      visited: true,
      args: { exact: [1, 'é'] },
    });
    expect(questions).toMatchObject([{ mode: 'url', url: 'https://example.com/connect' }]);
  });

  it('refuses what is nested and what is no way of asking, and goes on [MC-30]', async () => {
    const questions: ElicitationQuestion[] = [];
    const connection = await opened.connect(
      await overStdio('--era=legacy', '--zoo=elicitations'),
      asking(questions, { id: 'no uuid', code: 'abc' }),
    );
    for (const name of ['elicit_nested', 'elicit_bad_mode']) {
      const result = await connection.callTool(name, {});
      expect(JSON.parse(String(textOf(result)))).toMatchObject([{ error: { code: -32602 } }]);
    }
    const unknown = await connection.callTool('elicit_unknown', {});
    expect(JSON.parse(String(textOf(unknown)))).toMatchObject([{ action: 'accept' }]);
    expect(questions).toHaveLength(1);
  });
});
