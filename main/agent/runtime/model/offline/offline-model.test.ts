import { describe, expect, it } from 'vitest';
import type { ToolResultBlock } from '../../../../../shared/agent/content.ts';
import type { JsonObject } from '../../../../../shared/lib/json.ts';
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
  input: JsonObject = {},
): ModelMessage[] {
  return [
    {
      role: 'assistant',
      content: [
        {
          type: 'tool_use',
          id,
          name: tool.name,
          input,
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

/** A tool of a notebook whose fields are all texts and all needed. */
function noteTool(toolName: string, fields: readonly string[]): ModelTool {
  return {
    name: `mcp__notes__${toolName}`,
    toolName,
    serverName: 'notes',
    description: '',
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
      required: [...fields],
    },
  };
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

  it('takes "it" and its like for what the step before was about [MODEL-1.steps]', async () => {
    const [write, read, send] = [
      noteTool('write_note', ['name', 'text']),
      noteTool('read_note', ['name']),
      noteTool('send_message', ['to', 'text']),
    ] as const;
    const visible = [write, read, send];
    const done = (tool: ModelTool, input: JsonObject, text: string): ModelMessage[] =>
      called(tool, `${tool.name}-${text}`, 'ok', said(text), input);
    for (const step of [
      'then read_note it',
      'then use read_note on that note',
      'and then read that file with read_note',
      'then call read_note with the same',
    ]) {
      const prompt = person(`Use write_note with name "plans" and text "Water it.", ${step}`);
      expect([step, (await ask([prompt], visible)).call?.input]).toEqual([
        step,
        { name: 'plans', text: 'Water it.' },
      ]);
      const first = done(write, { name: 'plans', text: 'Water it.' }, 'Wrote it.');
      expect([step, (await ask([prompt, ...first], visible)).call]).toEqual([
        step,
        expect.objectContaining({ name: read.name, input: { name: 'plans' } }) as unknown,
      ]);
    }
    // What a tool answered is handed on where a text is wanted and none is said.
    const prompt = person(
      'Use read_note with name "plans" then use send_message with to="Ada" and that',
    );
    const afterRead = [prompt, ...done(read, { name: 'plans' }, 'Water the plants.')];
    expect((await ask(afterRead, visible)).call?.input).toEqual({
      to: 'Ada',
      text: 'Water the plants.',
    });
    // A later message can point back, too.
    const answered: ModelMessage = {
      role: 'assistant',
      content: [{ type: 'text', text: 'Done.' }],
    };
    const next = person('Now read_note it');
    const later = [
      person('Use write_note with name "plans" and text "Water."'),
      ...done(write, { name: 'plans', text: 'Water.' }, 'Wrote it.'),
      answered,
      next,
    ];
    expect((await ask(later, visible)).call?.input).toEqual({ name: 'plans' });
  });

  it('points at nothing where there is nothing, and never changes what is said [MODEL-1.steps, MODEL-2]', async () => {
    const [read, search] = [noteTool('read_note', ['name']), noteTool('search', ['query'])];
    const first = await ask([person('Use count_books then read_note the plans')], [count, read]);
    expect(first.call?.name).toBe(count.name);
    const nothing = [
      person('Use count_books then read_note it'),
      ...called(count, 'one', 'ok', said('42')),
    ];
    const asked = await ask(nothing, [count, read]);
    expect(asked.call).toBeUndefined();
    expect(asked.text).toContain('name');
    const quoted = [
      person('Use count_books then use search with query "that file is it"'),
      ...called(count, 'one', 'ok', said('42')),
    ];
    expect((await ask(quoted, [count, search])).call?.input).toEqual({
      query: 'that file is it',
    });
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
