import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startModelServer } from '../../../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../../../e2e/servers/model/model-server.ts';
import type { ModelSettings } from '../../../../shared/agent/model-settings.ts';
import { remoteProviderKind } from '../../../../shared/agent/provider.ts';
import type { ProviderConfig } from '../../../../shared/agent/provider.ts';
import { adaptToolSchema } from '../../../../shared/agent/tool-schema/adapt-tool-schema.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { createModel } from './create-model.ts';
import { MissingKeyError, ModelRequestError } from './model-contract.ts';
import type { Model, ModelEvent, ModelMessage, ModelRequest, ModelTool } from './model-contract.ts';

const key = 'sk-secret-key-0123456789';
let server: ModelServer;

beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.dispose());

const weather: ModelTool = {
  name: 'mcp__sky__forecast',
  toolName: 'forecast',
  serverName: 'sky',
  description: 'Tells the weather of a town.',
  inputSchema: {
    type: 'object',
    properties: { town: { type: 'string' } },
    required: ['town'],
  },
};

function asked(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: 'Be brief.',
    messages: [asked('Hello')],
    tools: [weather],
    signal: new AbortController().signal,
    ...changes,
  };
}

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function failureOf(
  model: Model,
  changes?: Partial<ModelRequest>,
): Promise<ModelRequestError> {
  const thrown: unknown = await collect(model.stream(request(changes))).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(thrown instanceof ModelRequestError))
    throw new Error(`No ModelRequestError: ${String(thrown)}`);
  return thrown;
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
}

/** How each protocol says that an answer reached its limit, and that it was refused. */
const ends = {
  anthropic: ['max_tokens', 'refusal'],
  openai: ['max_output_tokens', 'content_filter'],
  google: ['MAX_TOKENS', 'SAFETY'],
  'openai-compatible': ['length', 'content_filter'],
} as const;

describe.each(remoteProviderKind.options)('%s', (kind) => {
  const model = (): Promise<Model> =>
    createModel({
      provider: { id: 'one', kind, label: 'The Service', base_url: server.url },
      model: 'some-model',
      apiKey: key,
    });

  it('streams text as it comes and reports use [MODEL-4, MODEL-5, RT-23]', async () => {
    server.push({
      kind: 'answer',
      parts: [{ text: ['Good ', 'morning', ', 世界'] }],
      usage: { input: 12, output: 7 },
    });
    const events = await collect((await model()).stream(request()));
    const deltas = events.filter((event) => event.type === 'text-delta');
    expect(deltas.length).toBeGreaterThan(1);
    expect(textOf(events)).toBe('Good morning, 世界');
    expect(events.at(-1)).toMatchObject({
      type: 'finish',
      stopReason: 'end_turn',
      usage: { input_tokens: 12, output_tokens: 7 },
    });
    const [sent] = server.requests;
    expect(sent?.model).toBe('some-model');
    expect(JSON.stringify(sent?.body)).toContain('Be brief.');
    expect(JSON.stringify(sent?.body)).not.toContain(key);
  });

  it('gives the first words before the answer is finished [MODEL-4, MODEL-5, RT-23]', async () => {
    server.push({ kind: 'hold', parts: [{ text: 'At once' }], rest: [{ text: ' and later' }] });
    const stream = (await model()).stream(request())[Symbol.asyncIterator]();
    const first = await stream.next();
    expect(first.value).toEqual({ type: 'text-delta', text: 'At once' });
    server.release();
    const rest: ModelEvent[] = [];
    for (let step = await stream.next(); !step.done; step = await stream.next())
      rest.push(step.value);
    expect(textOf(rest)).toBe(' and later');
  });

  it('streams a tool call, and sends call and result back [MODEL-4, MODEL-5]', async () => {
    server.push(
      {
        kind: 'answer',
        parts: [
          { text: 'I look it up.' },
          { tool: { id: 'call_1', name: weather.name, input: { town: 'Győr' } } },
        ],
      },
      { kind: 'answer', parts: [{ text: 'Sunny.' }] },
    );
    const service = await model();
    const events = await collect(service.stream(request()));
    expect(events).toContainEqual({ type: 'tool-input-start', id: 'call_1', name: weather.name });
    const grown = events.map((event) => (event.type === 'tool-input-delta' ? event.text : ''));
    expect(JSON.parse(grown.join(''))).toEqual({ town: 'Győr' });
    expect(events.find((event) => event.type === 'tool-call')).toMatchObject({
      id: 'call_1',
      name: weather.name,
      input: { town: 'Győr' },
    });
    expect(events.at(-1)).toMatchObject({ type: 'finish', stopReason: 'tool_use' });
    await collect(
      service.stream(
        request({
          messages: [
            asked('Hello'),
            {
              role: 'assistant',
              content: [
                { type: 'text', text: 'I look it up.' },
                { type: 'tool_use', id: 'call_1', name: weather.name, input: { town: 'Győr' } },
              ],
            },
            {
              role: 'user',
              content: [
                {
                  type: 'tool_result',
                  tool_use_id: 'call_1',
                  content: [{ type: 'text', text: '21 degrees' }],
                  is_error: false,
                  outcome: 'ok',
                },
              ],
            },
          ],
        }),
      ),
    );
    const sent = JSON.stringify(server.requests[1]?.body);
    expect(sent).toContain('21 degrees');
    // Gemini pairs calls and results by their name.
    expect(
      sent.match(kind === 'google' ? /"name":"mcp__sky__forecast"/g : /call_1/g)?.length,
    ).toBeGreaterThan(1);
    expect(JSON.stringify(server.requests[0]?.body['tools'])).toContain(weather.name);
  });

  // Gemini's calls are JSON by its protocol.
  it.skipIf(kind === 'google')(
    'keeps input that is no JSON as text [MODEL-4, MODEL-5]',
    async () => {
      server.push({
        kind: 'answer',
        parts: [{ tool: { id: 'call_1', name: weather.name, input: '{"town": oops' } }],
      });
      const events = await collect((await model()).stream(request()));
      expect(events.find((event) => event.type === 'tool-call')).toMatchObject({
        input: '{"town": oops',
      });
    },
  );

  it("ends in the provider's own words, without the key [MODEL-4, MODEL-5, RT-24]", async () => {
    server.push({
      kind: 'error',
      status: 401,
      body: {
        type: 'error',
        error: { type: 'authentication_error', message: `Key ${key} is wrong` },
      },
    });
    const failure = await failureOf(await model());
    expect(failure).toMatchObject({ status: 401, retryable: false, provider: 'The Service' });
    expect(failure.message).toContain('The Service answered with status 401: Key [key] is wrong.');
    expect(`${failure.message}${failure.body ?? ''}`).not.toContain(key);
  });

  it('keeps the words and a bounded body of an error that is no JSON [MODEL-4, MODEL-5]', async () => {
    server.push({ kind: 'error', status: 502, body: `Bad gateway ${'x'.repeat(20_000)}` });
    const failure = await failureOf(await model());
    expect(failure.message).toContain('Bad gateway');
    expect(failure).toMatchObject({ status: 502, retryable: true });
    expect(failure.body?.length).toBeLessThan(5000);
  });

  it.each([
    [408, true],
    [409, true],
    [429, true],
    [500, true],
    [529, true],
    [400, false],
    [403, false],
    [404, false],
    [413, false],
  ])(
    `tells whether status %i is worth another try: %s [MODEL-4, MODEL-5, RT-24]`,
    async (status, retryable) => {
      server.push({ kind: 'error', status, body: { error: { message: 'no', type: 'x' } } });
      expect(await failureOf(await model())).toMatchObject({ status, retryable });
      // One request: trying again is not the model's business.
      expect(server.requests).toHaveLength(1);
    },
  );

  it('reads Retry-After in seconds and as a date [MODEL-4, MODEL-5, RT-24]', async () => {
    const limited = (value: string): void => {
      server.push({
        kind: 'error',
        status: 429,
        body: { error: { message: 'slow down', type: 'rate_limit_error' } },
        headers: { 'retry-after': value },
      });
    };
    limited('7');
    expect(await failureOf(await model())).toMatchObject({ status: 429, retryAfterMs: 7000 });
    limited(new Date(Date.now() + 3_600_000).toUTCString());
    const later = (await failureOf(await model())).retryAfterMs ?? 0;
    expect(later).toBeGreaterThan(3_000_000);
    expect(later).toBeLessThanOrEqual(3_600_000);
    for (const nonsense of ['-5', 'soon', 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      limited(nonsense);
      expect((await failureOf(await model())).retryAfterMs).toBeUndefined();
    }
  });

  it('never follows a redirect, which would take key and prompt elsewhere [SE-12, MODEL-4, MODEL-5]', async () => {
    const elsewhere = await startModelServer();
    try {
      const headers = { location: `${elsewhere.url}/stolen` };
      server.push({ kind: 'error', status: 307, body: '', headers });
      expect(await failureOf(await model())).toMatchObject({
        status: 307,
        retryable: false,
        message: expect.stringContaining('redirects') as string,
      });
      expect(elsewhere.requests).toEqual([]);
    } finally {
      await elsewhere.dispose();
    }
  });

  it('says that a web page came in place of an answer, and what it says [RE-20, MODEL-4, MODEL-5]', async () => {
    server.push({
      kind: 'error',
      status: 200,
      body: '<html><body><h1>Sign in to the network</h1></body></html>',
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    const failure = await failureOf(await model());
    expect(failure.retryable).toBe(false);
    expect(failure.message).toContain('web page');
    expect(failure.message).toContain('Sign in to the network');
  });

  it.each(['reset', 'end'] as const)(
    'takes a stream that is cut (%s) for an error, not for an end [MODEL-4, MODEL-5, RT-24]',
    async (how) => {
      server.push({ kind: 'cut', parts: [{ text: 'Half an ans' }], how });
      const seen: ModelEvent[] = [];
      const run = async (): Promise<void> => {
        for await (const event of (await model()).stream(request())) seen.push(event);
      };
      await expect(run()).rejects.toMatchObject({ name: 'ModelRequestError', retryable: true });
      expect(textOf(seen)).toBe('Half an ans');
      expect(seen.some((event) => event.type === 'finish')).toBe(false);
    },
  );

  it('takes a stream that is cut before its first word for an error [MODEL-4, MODEL-5]', async () => {
    server.push({ kind: 'cut', parts: [], how: 'end' });
    expect(await failureOf(await model())).toMatchObject({ retryable: true });
  });

  it('reports an error inside of a stream in its own words [MODEL-4, MODEL-5]', async () => {
    server.push({
      kind: 'stream-error',
      parts: [{ text: 'Well, ' }],
      error: { type: 'overloaded_error', code: 503, message: 'Too many guests' },
    });
    const failure = await failureOf(await model());
    expect(failure.message).toContain('Too many guests');
    expect(failure.retryable).toBe(true);
  });

  it.runIf(kind === 'openai')('takes the forms of an error in a stream [MODEL-7]', async () => {
    const error = { type: 'server_error', code: 'rate_limit_exceeded', message: 'Slow down' };
    server.push({ kind: 'stream-error', parts: [], error });
    expect(await failureOf(await model())).toMatchObject({
      retryable: true,
      message: expect.stringContaining('Slow down') as string,
    });
  });

  it('says that there is no connection [MODEL-4, MODEL-5, RT-24]', async () => {
    const service = await model();
    await server.dispose();
    const failure = await failureOf(service);
    expect(failure).toMatchObject({ status: undefined, retryable: true });
    expect(failure.message).toContain('ECONNREFUSED');
  });

  it('ends at once when it is stopped, and lets the connection go [MODEL-4, MODEL-5, RT-25]', async () => {
    server.push({ kind: 'hold', parts: [{ text: 'Once upon' }], rest: [] });
    const stop = new AbortController();
    const seen: ModelEvent[] = [];
    const reason = new Error('stopped by the person');
    const run = async (): Promise<void> => {
      for await (const event of (await model()).stream(request({ signal: stop.signal }))) {
        seen.push(event);
        if (event.type === 'text-delta') stop.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(textOf(seen)).toBe('Once upon');
    expect(await server.requests[0]?.closed).toBe('aborted');
  });

  it('ends the request when the reader leaves [MODEL-4, MODEL-5]', async () => {
    server.push({ kind: 'hold', parts: [{ text: 'Once upon' }], rest: [] });
    for await (const event of (await model()).stream(request())) {
      if (event.type === 'text-delta') break;
    }
    expect(await server.requests[0]?.closed).toBe('aborted');
  });

  it('tells a limit and a refusal apart from an end [MODEL-4, MODEL-5]', async () => {
    const [limit, refusal] = ends[kind];
    for (const [stop, stopReason] of [
      [limit, 'max_tokens'],
      [refusal, 'refusal'],
    ] as const) {
      server.push({ kind: 'answer', parts: [{ text: 'so far' }], stop });
      const events = await collect((await model()).stream(request()));
      expect(events.at(-1)).toMatchObject({ type: 'finish', stopReason });
    }
  });

  it('sends a conversation that was interrupted so that it is taken [MODEL-4, MODEL-5]', async () => {
    server.push({ kind: 'answer', parts: [{ text: 'fine' }] });
    const messages: ModelMessage[] = [
      asked('Hello'),
      {
        role: 'assistant',
        content: [
          { type: 'text', text: '' },
          { type: 'tool_use', id: 'lost', name: weather.name, input: { town: 'Ulm' } },
        ],
      },
      asked('Go on'),
    ];
    await collect((await model()).stream(request({ messages })));
    const sent = JSON.stringify(server.requests[0]?.body);
    if (kind !== 'google') expect(sent.match(/"lost"/g)).toHaveLength(2);
    expect(sent).toContain('interrupted');
    expect(sent.indexOf('interrupted')).toBeLessThan(sent.indexOf('Go on'));
  });

  it('prints nothing, because stdout carries frames [MODEL-4, MODEL-5, RT-2]', async () => {
    const spies = (['log', 'info', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    server.push(
      { kind: 'answer', parts: [{ text: 'fine' }] },
      { kind: 'error', status: 500, body: 'no' },
    );
    const service = await model();
    await collect(service.stream(request()));
    await failureOf(service);
    const calls = [...spies, write].map((spy) => spy.mock.calls.length);
    vi.restoreAllMocks();
    expect(calls).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('what a provider attaches', () => {
  const anthropic = (): Promise<Model> =>
    createModel({
      provider: { id: 'one', kind: 'anthropic', label: 'The Service', base_url: server.url },
      model: 'some-model',
      apiKey: key,
    });

  it('is kept as it came and sent back: the signature of thinking [RT-45, MODEL-4]', async () => {
    server.push(
      {
        kind: 'answer',
        parts: [
          { thinking: 'Let me see', signature: 'signed-by-the-service' },
          { tool: { id: 'call_1', name: weather.name, input: { town: 'Ulm' } } },
        ],
      },
      { kind: 'answer', parts: [{ text: 'Sunny.' }] },
    );
    const service = await anthropic();
    const events = await collect(service.stream(request()));
    const end = events.find((event) => event.type === 'thinking-end');
    expect(events).toContainEqual({ type: 'thinking-delta', text: 'Let me see' });
    const stored = JSON.parse(JSON.stringify(end?.providerMetadata ?? {})) as JsonObject;
    await collect(
      service.stream(
        request({
          messages: [
            asked('Hello'),
            {
              role: 'assistant',
              content: [
                { type: 'thinking', thinking: 'Let me see', provider_metadata: stored },
                { type: 'tool_use', id: 'call_1', name: weather.name, input: { town: 'Ulm' } },
              ],
            },
          ],
        }),
      ),
    );
    expect(JSON.stringify(server.requests[1]?.body['messages'])).toContain(
      '{"type":"thinking","thinking":"Let me see","signature":"signed-by-the-service"}',
    );
  });

  it('does not go to another kind of provider [RT-45, MODEL-5]', async () => {
    server.push({ kind: 'answer', parts: [{ text: 'fine' }] });
    const service = await createModel({
      provider: { id: 'two', kind: 'openai-compatible', label: 'Other', base_url: server.url },
      model: 'some-model',
    });
    const thinking = {
      type: 'thinking' as const,
      thinking: 'Private',
      provider_metadata: { anthropic: { signature: 'sig' } },
    };
    const assistant: ModelMessage = {
      role: 'assistant',
      content: [thinking, { type: 'text', text: 'Hi.' }],
    };
    await collect(
      service.stream(request({ messages: [asked('Hello'), assistant, asked('More')] })),
    );
    const [sent] = server.requests;
    expect(JSON.stringify(sent?.body)).not.toContain('Private');
    expect(sent?.headers['authorization']).toBeUndefined();
  });

  it.each([
    ['anthropic', 'aGVsbG8=', 'JVBERi0='],
    ['openai', 'aGVsbG8=', 'JVBERi0='],
    ['google', 'aGVsbG8=', 'file:///paper.pdf'],
    ['openai-compatible', '[image image/png]', 'file:///paper.pdf'],
  ] as const)(
    'sends an image and a PDF of a result as far as %s takes them [SDK-60.read]',
    async (kind, expected, document) => {
      server.push({ kind: 'answer', parts: [{ text: 'A cat.' }] });
      const service = await createModel({
        provider: { id: 'two', kind, label: 'Other', base_url: server.url },
        model: 'some-model',
        apiKey: key,
      });
      const messages: ModelMessage[] = [
        asked('Look'),
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call_1', name: weather.name, input: {} }],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'call_1',
              content: [
                { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
                { type: 'resource_link', uri: 'notes://one', name: 'one' },
                {
                  type: 'resource',
                  resource: {
                    uri: 'file:///paper.pdf',
                    mimeType: 'application/pdf',
                    blob: 'JVBERi0=',
                  },
                },
              ],
              is_error: false,
              outcome: 'ok',
            },
          ],
        },
      ];
      await collect(service.stream(request({ messages })));
      const sent = JSON.stringify(server.requests[0]?.body);
      expect(sent).toContain(expected);
      expect(sent).toContain(document);
      expect(sent).toContain('notes://one');
    },
  );
});

describe('a key that is missing', () => {
  it('is said when the model is made, before any request', async () => {
    for (const kind of remoteProviderKind.options) {
      const making = createModel({ provider: { id: 'x', kind, label: 'X' }, model: 'm' });
      await expect(making).rejects.toBeInstanceOf(MissingKeyError);
    }
  });
});

describe('what goes to a service of one protocol', () => {
  async function sent(
    provider: Omit<ProviderConfig, 'base_url'>,
    messages: readonly ModelMessage[] = [asked('Hello')],
    tools: readonly ModelTool[] = [weather],
  ): Promise<Readonly<Record<string, unknown>>> {
    server.push({ kind: 'answer', parts: [{ text: 'fine' }] });
    const model = await createModel({
      provider: { ...provider, base_url: server.url },
      model: 'some-model',
      apiKey: key,
    });
    await collect(model.stream(request({ messages, tools })));
    return server.requests.at(-1)?.body ?? {};
  }

  it.each([
    [
      'anthropic',
      { temperature: 0.2, max_tokens: 900 },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    ],
    [
      'openai',
      { temperature: 0.2, max_output_tokens: 900, store: false },
      { reasoning: { effort: 'low', summary: 'auto' } },
    ],
    [
      'google',
      { generationConfig: { temperature: 0.2, maxOutputTokens: 900 } },
      { generationConfig: { thinkingConfig: { thinkingLevel: 'low', includeThoughts: true } } },
    ],
    ['openai-compatible', { temperature: 0.2, max_tokens: 900 }, { reasoning_effort: 'low' }],
  ] as const)(
    'holds the wishes of the person about the model, in the words of %s [MODEL-9]',
    async (kind, numbers, effort) => {
      const provider = (settings: ModelSettings): ProviderConfig => ({
        id: 'one',
        kind,
        label: 'One',
        model_settings: { 'some-model': settings, other: { temperature: 1.5 } },
      });
      expect(await sent(provider({ temperature: 0.2, maxOutputTokens: 900 }))).toMatchObject(
        numbers,
      );
      expect(await sent(provider({ reasoningEffort: 'low' }))).toMatchObject(effort);
      expect(JSON.stringify(await sent(provider({})))).not.toMatch(/temperature|effort|thinking/i);
    },
  );

  it('leaves nothing of a conversation at OpenAI, and gives thoughts back sealed [MODEL-7, RT-45]', async () => {
    server.push({
      kind: 'answer',
      parts: [
        { thinking: 'Let me see', signature: 'sealed' },
        { tool: { id: 'call_1', name: weather.name, input: { town: 'Ulm' } } },
      ],
    });
    const provider = { id: 'one', kind: 'openai', label: 'One' } as const;
    const model = await createModel({
      provider: { ...provider, base_url: server.url },
      model: 'gpt-5',
      apiKey: key,
    });
    const events = await collect(model.stream(request()));
    const end = events.find((event) => event.type === 'thinking-end');
    const body = await sent(provider, [
      asked('Hello'),
      {
        role: 'assistant',
        content: [
          {
            type: 'thinking',
            thinking: 'Let me see',
            provider_metadata: JSON.parse(
              JSON.stringify(end?.providerMetadata ?? {}),
            ) as JsonObject,
          },
          { type: 'tool_use', id: 'call_1', name: weather.name, input: { town: 'Ulm' } },
        ],
      },
    ]);
    expect(server.requests[0]?.body).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
      tools: [{ name: weather.name, strict: false }],
    });
    expect(body['input']).toContainEqual(
      expect.objectContaining({ type: 'reasoning', encrypted_content: 'sealed' }),
    );
    expect(JSON.stringify(body)).not.toContain('item_reference');
  });

  it('gives Gemini its signature of a call back [MODEL-8, RT-45]', async () => {
    server.push({
      kind: 'answer',
      parts: [{ tool: { id: 'call_1', name: weather.name, input: { town: 'Ulm' } } }],
    });
    const provider = { id: 'one', kind: 'google', label: 'One' } as const;
    const model = await createModel({
      provider: { ...provider, base_url: server.url },
      model: 'gemini-3-pro-preview',
      apiKey: key,
    });
    const events = await collect(model.stream(request()));
    const call = events.find((event) => event.type === 'tool-call');
    const block = { type: 'tool_use', id: 'call_1', name: weather.name, input: {} } as const;
    const metadata = JSON.parse(JSON.stringify(call?.providerMetadata ?? {})) as JsonObject;
    const body = await sent(provider, [
      asked('Hello'),
      { role: 'assistant', content: [{ ...block, provider_metadata: metadata }] },
    ]);
    expect(JSON.stringify(body['contents'])).toContain('"thoughtSignature":"signed-call_1"');
  });

  it('takes every schema of a tool to Gemini, once adapted [RT-28.gemini]', async () => {
    const odd: readonly JsonObject[] = [
      { type: 'object', properties: { a: { type: 'array', items: { type: ['object', 'null'] } } } },
      { type: 'object', properties: { value: true, mixed: { enum: [1, 'a', null] } } },
      { $ref: '#/$defs/n', $defs: { n: { properties: { n: { $ref: '#/$defs/n' } } } } },
      { type: 'object', properties: { rows: { items: { $ref: '#/properties/one' } }, one: {} } },
    ];
    const tools = odd.map((schema, index): ModelTool => {
      const adapted = adaptToolSchema('google', schema);
      if ('reason' in adapted) throw new Error(adapted.reason);
      return { ...weather, name: `odd_${String(index)}`, inputSchema: adapted.schema };
    });
    const body = await sent({ id: 'one', kind: 'google', label: 'One' }, undefined, [
      ...tools,
      weather,
    ]);
    const text = JSON.stringify(body['tools']);
    expect(text).toContain(weather.name);
    for (const tool of tools) expect(text).toContain(tool.name);
    expect(text).not.toContain('$ref');
  });
});
