import { describe, expect, it } from 'vitest';
import type { ToolResultBlock } from '../../../../../shared/agent/content.ts';
import { createModel } from '../create-model.ts';
import type { ModelEvent, ModelMessage, ModelTool } from '../model-contract.ts';
import { createOfflineModel } from './offline-model.ts';

const lend: ModelTool = {
  name: 'mcp__library__lend_book',
  toolName: 'lend_book',
  serverName: 'library',
  description: 'Lends a book to a reader.',
  inputSchema: {
    type: 'object',
    properties: {
      reader: { type: 'string', description: 'Who takes it home' },
      weeks: { type: 'integer', minimum: 1 },
    },
    required: ['reader', 'weeks'],
  },
};
const count: ModelTool = {
  name: 'mcp__library__count_books',
  toolName: 'count_books',
  serverName: 'library',
  description: 'Counts the books on a shelf.',
  inputSchema: { type: 'object', properties: {} },
};
const tools = [lend, count];

interface Answer {
  readonly text: string;
  readonly chunks: readonly string[];
  readonly call: Extract<ModelEvent, { type: 'tool-call' }> | undefined;
  readonly last: ModelEvent | undefined;
}

async function ask(messages: readonly ModelMessage[], visible = tools): Promise<Answer> {
  const events: ModelEvent[] = [];
  const signal = new AbortController().signal;
  const stream = createOfflineModel().stream({ system: '', messages, tools: visible, signal });
  for await (const event of stream) events.push(event);
  const chunks = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
  return {
    text: chunks.join(''),
    chunks,
    call: events.find((event) => event.type === 'tool-call'),
    last: events.at(-1),
  };
}

const person = (text: string): ModelMessage => ({
  role: 'user',
  content: [{ type: 'text', text }],
});

/** The messages of a call and of what came of it. */
function called(
  tool: ModelTool,
  id: string,
  outcome: ToolResultBlock['outcome'],
  content: ToolResultBlock['content'],
): ModelMessage[] {
  return [
    {
      role: 'assistant',
      content: [
        {
          type: 'tool_use',
          id,
          name: tool.name,
          input: {},
          tool_name: tool.toolName,
          ...(tool.serverName === undefined ? {} : { server_name: tool.serverName }),
        },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: id, content, is_error: outcome !== 'ok', outcome },
      ],
    },
  ];
}

const said = (text: string): ToolResultBlock['content'] => [{ type: 'text', text }];

describe('the offline model', () => {
  it('calls the tool, then tells its result [MODEL-1, MODEL-3]', async () => {
    const prompt = person('Use the count_books tool');
    const first = await ask([prompt]);
    expect(first.call).toMatchObject({ name: count.name, input: {} });
    expect(first.last).toMatchObject({ type: 'finish', stopReason: 'tool_use' });
    const second = await ask([prompt, ...called(count, 'one', 'ok', said('There are 42.'))]);
    expect(second.call).toBeUndefined();
    expect(second.text).toBe('count_books (library) answered: There are 42.');
    expect(second.last).toMatchObject({ type: 'finish', stopReason: 'end_turn' });
  });

  it('takes steps in their order, each when the one before it is done [MODEL-1]', async () => {
    const prompt = person('Use count_books, then use lend_book with "Ada" for 3 weeks.');
    expect((await ask([prompt])).call?.name).toBe(count.name);
    const afterOne = [prompt, ...called(count, 'one', 'ok', said('42'))];
    expect((await ask(afterOne)).call).toMatchObject({
      name: lend.name,
      input: { reader: 'Ada', weeks: 3 },
    });
    const done = await ask([...afterOne, ...called(lend, 'two', 'ok', said('Lent.'))]);
    expect(done.call).toBeUndefined();
    expect(done.text).toContain('answered: 42');
    expect(done.text).toContain('answered: Lent.');
  });

  it.each([
    ['error', 'failed: The shelf is locked'],
    ['denied', 'permission was denied. The shelf is locked'],
    ['interrupted', 'was interrupted'],
  ] as const)(
    'says so when a call ended with %s, and goes no further [MODEL-3]',
    async (outcome, words) => {
      const answer = await ask([
        person('Use count_books, then lend_book with "Ada" for 3 weeks'),
        ...called(count, 'one', outcome, said('The shelf is locked')),
      ]);
      expect(answer.call).toBeUndefined();
      expect(answer.text).toContain(words);
      expect(answer.text).not.toContain('answered');
      expect(answer.text).toContain('Not done:\n- lend_book with "Ada"');
    },
  );

  it('says so when a call gave no result [MODEL-3]', async () => {
    const [use] = called(count, 'one', 'ok', []);
    const answer = await ask([person('Use count_books'), ...(use ? [use] : [])]);
    expect(answer.text).toContain('gave no result');
  });

  it('shortens a long result and names what it cannot show [MODEL-3]', async () => {
    const answer = await ask([
      person('Use count_books'),
      ...called(count, 'one', 'ok', [
        { type: 'text', text: 'many\n'.repeat(2000) },
        { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
      ]),
    ]);
    expect(answer.text.length).toBeLessThan(2000);
    expect(answer.text).toMatch(/… \(\d+ more characters\)/);
    const image = await ask([
      person('Use count_books'),
      ...called(count, 'one', 'ok', [{ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }]),
    ]);
    expect(image.text).toContain('[image image/png]');
  });

  it('asks for what is missing, and goes on with the answer [MODEL-2]', async () => {
    const prompt = person('Use the lend_book tool with "Ada", then use count_books');
    const asked = await ask([prompt]);
    expect(asked.call).toBeUndefined();
    expect(asked.text).toContain('`weeks`');
    const described = await ask([person('Use the lend_book tool for 3 weeks')]);
    expect(described.text).toContain('`reader`: Who takes it home');
    const history: ModelMessage[] = [
      prompt,
      { role: 'assistant', content: [{ type: 'text', text: asked.text }] },
      person('5'),
    ];
    expect((await ask(history)).call).toMatchObject({
      name: lend.name,
      input: { reader: 'Ada', weeks: 5 },
    });
    const next = await ask([...history, ...called(lend, 'one', 'ok', said('Lent.'))]);
    expect(next.call?.name).toBe(count.name);
  });

  it('plans from the last message only [MODEL-1]', async () => {
    const answer = await ask([
      person('Use count_books'),
      ...called(count, 'one', 'ok', said('42')),
      { role: 'assistant', content: [{ type: 'text', text: '42' }] },
      person('Use lend_book with "Grace" for 2 weeks'),
    ]);
    expect(answer.call).toMatchObject({ name: lend.name, input: { reader: 'Grace', weeks: 2 } });
  });

  it('says what it is, lists tools and calls nothing when it cannot help [MODEL-2, MODEL-3]', async () => {
    for (const prompt of ['Hello!', 'Who are you?', 'Write me a poem about the sea', '…', '你好']) {
      const answer = await ask([person(prompt)]);
      expect(answer.call, prompt).toBeUndefined();
      expect(answer.text).toContain('Offline (no model)');
      expect(answer.text).toContain('simple rules');
      expect(answer.text).toContain('lend_book');
      expect(answer.text).toContain('Lends a book to a reader.');
      expect(answer.text).not.toMatch(/language model|\bAI\b|assistant/i);
    }
    const alone = await ask([person('Hello!')], []);
    expect(alone.text).toContain('No tool is available');
    expect((await ask([])).text).toContain('Offline (no model)');
  });

  it('says which step it does not understand, after those that it did [MODEL-2, MODEL-3]', async () => {
    const prompt = person('Use count_books and then make me a sandwich');
    expect((await ask([prompt])).call?.name).toBe(count.name);
    const answer = await ask([prompt, ...called(count, 'one', 'ok', said('42'))]);
    expect(answer.call).toBeUndefined();
    expect(answer.text).toContain('42');
    expect(answer.text).toContain('"make me a sandwich"');
  });

  it('streams word by word and gives every call its own id [MODEL-1, RT-23]', async () => {
    const help = await ask([person('Hello!')]);
    expect(help.chunks.length).toBeGreaterThan(20);
    const [left, right] = [
      await ask([person('Use count_books')]),
      await ask([person('Use count_books')]),
    ];
    expect(left.call?.id).not.toBe(right.call?.id);
  });

  it('stops between two words [RT-25]', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const seen: string[] = [];
    const model = await createModel({
      provider: { id: 'offline', kind: 'offline', label: 'Offline (no model)' },
      model: 'offline',
    });
    const run = async (): Promise<void> => {
      const messages = [person('Hello!')];
      for await (const event of model.stream({
        system: '',
        messages,
        tools,
        signal: stop.signal,
      })) {
        if (event.type === 'text-delta') seen.push(event.text);
        if (seen.length === 3) stop.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(seen).toHaveLength(3);
  });
});
