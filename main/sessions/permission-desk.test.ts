import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PermissionResult } from '../../shared/agent/frames.ts';
import type { PermissionPrompt } from '../../shared/ipc/routes/sessions.ts';
import type { ServerRecord } from '../../shared/mcp/server-config.ts';
import { PermissionDesk } from './permission-desk.ts';
import { BookBench, listedTool, serverRecord } from './permissions/testing/scripted-tools.ts';
import type { PermissionAnswer } from './session-service-contract.ts';
import type { ToolQuestion } from './session-query.ts';

const server = serverRecord();
const sessionId = '44444444-4444-4444-8444-444444444444';
const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  required: ['path'],
};
const once = { behavior: 'allow', scope: 'once' } as const;
const always = { behavior: 'allow', scope: 'always' } as const;

describe('the permission desk', () => {
  let bench: BookBench;
  let desk: PermissionDesk;
  let prompts: readonly PermissionPrompt[];
  let aborts: AbortController;
  beforeEach(async () => {
    bench = await BookBench.open();
    bench.tools.put(server);
    bench.tools.list(server.id, listedTool('write', { inputSchema }), listedTool('read'));
    prompts = [];
    aborts = new AbortController();
    desk = new PermissionDesk({
      clock: bench.clock,
      book: bench.book,
      titleOf: () => 'Notes of today',
      onChange: (open) => {
        prompts = open;
      },
    });
  });
  afterEach(() => bench.close());

  /** Asks, and gives the answer that will come once the question is open or decided. */
  async function ask(
    part: Partial<ToolQuestion> = {},
    of: ServerRecord | null = server,
    session = sessionId,
  ): Promise<{ readonly answer: Promise<PermissionResult> }> {
    const answer = desk.ask(
      session,
      {
        toolName: `mcp__files__${part.serverToolName ?? 'write'}`,
        toolUseId: randomUUID(),
        input: { path: 'a' },
        serverKey: 'files',
        serverToolName: 'write',
        title: undefined,
        annotations: {},
        signal: aborts.signal,
        ...part,
      },
      of ?? undefined,
    );
    await Promise.race([answer, new Promise((resolve) => setImmediate(resolve))]);
    return { answer };
  }
  function shown(index = 0): PermissionPrompt {
    const prompt = prompts[index];
    if (!prompt) throw new Error('No such prompt.');
    return prompt;
  }
  const reply = (prompt: PermissionPrompt, answer: PermissionAnswer, at = bench.clock.now()) =>
    desk.answer(prompt.promptId, prompt.argumentsHash, answer, at);

  it('queues prompts in order; one answer settles one of them [SE-41.queue]', async () => {
    const first = await ask({ input: { path: '1' } });
    const second = await ask({ input: { path: '2' } });
    expect(prompts.map((prompt) => prompt.input)).toEqual([{ path: '1' }, { path: '2' }]);
    await reply(shown(), once);
    expect(await first.answer).toEqual({ behavior: 'allow', updatedInput: { path: '1' } });
    expect(prompts.map((prompt) => prompt.input)).toEqual([{ path: '2' }]);
    await reply(shown(), { behavior: 'deny' }, 0);
    expect(await second.answer).toMatchObject({ behavior: 'deny' });
  });

  it('takes no answer with the id of one prompt and the hash of another [SE-41]', async () => {
    await ask({ input: { path: '1' } });
    await ask({ input: { path: '2' } });
    const mixed = { ...shown(0), argumentsHash: shown(1).argumentsHash };
    await expect(reply(mixed, once)).rejects.toMatchObject({ code: 'session.prompt-mismatch' });
    await expect(reply(shown(), once, bench.clock.now() - 1_001)).rejects.toMatchObject({
      code: 'session.no-gesture',
    });
    expect(prompts).toHaveLength(2);
  });

  it('runs exactly the arguments that were edited and shown again [SE-40.edited]', async () => {
    const { answer } = await ask({ input: { path: 'a', count: 2 } });
    const before = shown();
    desk.edit(before.promptId, before.argumentsHash, { path: 'b' });
    expect(shown()).toMatchObject({
      promptId: before.promptId,
      input: { path: 'b' },
      isEdited: true,
    });
    await expect(reply(before, once)).rejects.toMatchObject({ code: 'session.prompt-mismatch' });
    await reply(shown(), { behavior: 'allow', scope: 'always', covers: 'arguments' });
    expect(await answer).toEqual({ behavior: 'allow', updatedInput: { path: 'b' } });
    expect(await (await ask({ input: { path: 'b' } })).answer).toMatchObject({ behavior: 'allow' });
    await ask({ input: { path: 'a', count: 2 } });
    expect(prompts).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a missing field', {}, 'path'],
    ['a wrong type', { path: 1 }, 'path'],
    ['a limit', { path: 'a', count: 0 }, 'count'],
  ])(
    'refuses edited arguments with %s and keeps the prompt [SE-40.edited]',
    async (_what, input, field) => {
      await ask();
      const before = shown();
      expect(() => desk.edit(before.promptId, before.argumentsHash, input)).toThrow(field);
      expect(shown()).toEqual(before);
    },
  );

  it('shows what changed, and refuses an answer to the tool as it was [UI-42.pin, SE-41]', async () => {
    await ask();
    await reply(shown(), always);
    bench.tools.list(server.id, listedTool('write', { inputSchema, description: 'Other.' }));
    const { answer } = await ask();
    const before = shown();
    expect(before).toMatchObject({
      reason: 'changed',
      change: { before: { description: 'Does write.' }, after: { description: 'Other.' } },
    });
    bench.tools.list(server.id, listedTool('write', { inputSchema, description: 'Worse.' }));
    expect(shown().change?.after.description).toBe('Worse.');
    await expect(reply(before, always)).rejects.toMatchObject({ code: 'session.prompt-mismatch' });
    await reply(shown(), always);
    expect(await answer).toMatchObject({ behavior: 'allow' });
    expect(await (await ask()).answer).toMatchObject({ behavior: 'allow' });
  });

  it('lets waiting calls through, or denies them, once that is decided elsewhere [UI-34.table]', async () => {
    const waiting = await ask();
    const elsewhere = await ask({ serverToolName: 'read' });
    await bench.book.set(server.id, 'write', 'allow');
    expect(await waiting.answer).toMatchObject({ behavior: 'allow' });
    await bench.book.set(server.id, 'read', 'deny');
    expect(await elsewhere.answer).toEqual({
      behavior: 'deny',
      message: 'The person denied every call of “read” of the server “Files”. Do without it.',
    });
    expect(prompts).toEqual([]);
  });

  it('allows a whole server for its session with one answer, but asks for what destroys [UI-34.cover, UI-35.risk]', async () => {
    bench.tools.list(
      server.id,
      listedTool('write'),
      listedTool('read'),
      listedTool('wipe', { annotations: { destructiveHint: true } }),
    );
    await ask();
    await reply(shown(), { behavior: 'allow', scope: 'session', covers: 'server' });
    expect(await (await ask({ serverToolName: 'read' })).answer).toMatchObject({
      behavior: 'allow',
    });
    await ask({ serverToolName: 'wipe' });
    expect(shown()).toMatchObject({ reason: 'destructive', annotations: { destructive: true } });
    await ask({}, server, '55555555-5555-4555-8555-555555555555');
    expect(prompts).toHaveLength(2);
    expect(bench.book.state().grants).toMatchObject([
      { scope: 'session', covers: 'server', serverId: server.id, state: 'active' },
    ]);
    await bench.book.forgetSession(sessionId);
    expect(bench.book.state().grants).toEqual([]);
    await ask({ serverToolName: 'read' });
    expect(prompts).toHaveLength(3);
  });

  it.each<[string, PermissionAnswer]>([
    ['a whole server for ever', { behavior: 'allow', scope: 'always', covers: 'server' }],
    ['a whole server once', { behavior: 'allow', scope: 'once', covers: 'server' }],
  ])('does not give %s [UI-34.cover]', async (_what, answer) => {
    await ask();
    await expect(reply(shown(), answer)).rejects.toMatchObject({ code: 'permission.invalid' });
    expect(prompts).toHaveLength(1);
  });

  it('allows no longer than once what is not listed now, or belongs to no known server [SE-40]', async () => {
    await ask({ serverToolName: 'gone' });
    expect(shown().scopes).toEqual(['once']);
    await expect(reply(shown(), always)).rejects.toMatchObject({ code: 'permission.invalid' });
    await ask({ serverKey: 'lost' }, null);
    // Neither is a server that is gone taken for the runtime's own tools.
    expect(shown(1).scopes).toEqual(['once']);
  });

  it('keeps the prompt open when "always" cannot be written [SE-40.before]', async () => {
    await ask();
    await rm(bench.file, { force: true });
    await mkdir(bench.file);
    await expect(reply(shown(), always)).rejects.toThrow();
    expect(prompts).toHaveLength(1);
    await reply(shown(), { behavior: 'deny' });
  });

  it('denies for ever where the person says so [UI-34.always]', async () => {
    const { answer } = await ask();
    await reply(shown(), { behavior: 'deny', scope: 'always' }, 0);
    expect(await answer).toMatchObject({ behavior: 'deny' });
    await bench.restart();
    expect(bench.book.state().grants).toMatchObject([{ behavior: 'deny', tool: 'write' }]);
  });

  it('withdraws prompts with their turn and their runtime, and denies what cannot be shown', async () => {
    const { answer } = await ask();
    aborts.abort();
    expect(await answer).toMatchObject({ behavior: 'deny' });
    aborts = new AbortController();
    const second = await ask();
    desk.withdraw(sessionId);
    expect(await second.answer).toMatchObject({ behavior: 'deny' });
    let deep: unknown = 1;
    for (let level = 0; level < 300; level += 1) deep = [deep];
    expect(await (await ask({ input: { deep } })).answer).toMatchObject({ behavior: 'deny' });
    expect(prompts).toEqual([]);
  });
});
