import { generateText, jsonSchema, stepCountIs, streamText } from 'ai';
import { MockLanguageModelV3, convertArrayToReadableStream } from 'ai/test';

import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createHandServer, legacy, result } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { CallToolError, createMCPClient } from './index.ts';
import type { CallToolResult, MCPClient } from './index.ts';
import { Opened, thrownBy } from './testing/connections.ts';

const opened = new Opened();
afterEach(() => opened.closeAll());

const PIXEL = 'iVBORw0KGgo=';
const definitions = [
  {
    name: 'weather',
    title: 'Weather',
    description: 'Tells the weather.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      $defs: { unused: { type: 'string' } },
    },
    annotations: { readOnlyHint: true },
    _meta: { 'vendor/x': 1 },
  },
  { name: 'picture', inputSchema: { type: 'object' } },
  { name: 'broken', inputSchema: { type: 'object' } },
  { name: 'data', inputSchema: { type: 'object' } },
  { name: 'data_as_text', inputSchema: { type: 'object' } },
  { name: 'wrong_data', inputSchema: { type: 'object' } },
];
const results: Record<string, object> = {
  weather: { content: [{ type: 'text', text: 'Rain.' }] },
  picture: {
    content: [
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'audio', data: PIXEL, mimeType: 'audio/wav' },
      { type: 'hologram', beams: 2 },
    ],
  },
  broken: { content: [{ type: 'text', text: 'The tool is broken.' }], isError: true },
  data: { content: [], structuredContent: { degrees: 4 } },
  data_as_text: { content: [{ type: 'text', text: '{"degrees":5}' }] },
  wrong_data: { content: [], structuredContent: { degrees: 'cold' } },
};

async function connected(): Promise<[MCPClient, HandServer]> {
  const server = opened.add(
    await createHandServer(
      legacy((request) => {
        const { method, params } = request.message ?? {};
        if (method === 'tools/list') return { json: result(request, { tools: definitions }) };
        if (method === 'tools/call')
          return { json: result(request, results[String(params?.['name'])]) };
        return 'pass';
      }),
    ),
  );
  const client = await createMCPClient({ transport: { type: 'http', url: server.url } });
  return [opened.add(client), server];
}

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer PART>
    ? PART
    : never;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
/** A model that calls one tool and then says a word. */
function modelCalling(toolName: string, input: object): MockLanguageModelV3 {
  const call = {
    type: 'tool-call',
    toolCallId: 'c1',
    toolName,
    input: JSON.stringify(input),
  } as const;
  let step = 0;
  const isFirst = (): boolean => (step += 1) === 1;
  return new MockLanguageModelV3({
    doGenerate: async () =>
      isFirst()
        ? {
            content: [call],
            finishReason: { unified: 'tool-calls', raw: undefined },
            usage,
            warnings: [],
          }
        : {
            content: [{ type: 'text', text: 'Done.' }],
            finishReason: { unified: 'stop', raw: undefined },
            usage,
            warnings: [],
          },
    doStream: async () => ({
      stream: convertArrayToReadableStream<StreamPart>(
        isFirst()
          ? [
              { type: 'stream-start', warnings: [] },
              call,
              { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
            ]
          : [
              { type: 'stream-start', warnings: [] },
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: 'Done.' },
              { type: 'text-end', id: 't' },
              { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
            ],
      ),
    }),
  });
}
/** What the model was told in its second step. */
const toldTo = (
  model: MockLanguageModelV3,
  calls: 'doGenerateCalls' | 'doStreamCalls',
): unknown => {
  const last = model[calls].at(-1)?.prompt.at(-1);
  return Array.isArray(last?.content) ? last.content[0] : undefined;
};

describe('tools for the ai package', () => {
  it('work in generateText as they are, with the schema that the server gave [MC-2, MC-16]', async () => {
    const [client] = await connected();
    const model = modelCalling('weather', { city: 'Paris' });
    const { text, steps } = await generateText({
      model,
      tools: await client.tools(),
      prompt: 'How is it?',
      stopWhen: stepCountIs(3),
    });
    expect(text).toBe('Done.');
    expect(steps[0]?.toolResults[0]?.output).toEqual(results['weather']);
    expect(toldTo(model, 'doGenerateCalls')).toMatchObject({
      type: 'tool-result',
      output: { type: 'content', value: [{ type: 'text', text: 'Rain.' }] },
    });
    const offered = model.doGenerateCalls[0]?.tools?.find((tool) => tool.name === 'weather');
    expect(offered).toMatchObject({
      description: 'Tells the weather.',
      inputSchema: definitions[0]?.inputSchema,
    });
    expect(JSON.stringify(offered)).not.toContain('additionalProperties');
  });

  it('work in streamText, images and unknown blocks included [MC-2, MC-7]', async () => {
    const [client] = await connected();
    const model = modelCalling('picture', {});
    const stream = streamText({
      model,
      tools: await client.tools(),
      prompt: 'Draw.',
      stopWhen: stepCountIs(3),
    });
    expect(await stream.text).toBe('Done.');
    expect(toldTo(model, 'doStreamCalls')).toMatchObject({
      output: {
        type: 'content',
        value: [
          { type: 'image-data', data: PIXEL, mediaType: 'image/png' },
          { type: 'file-data', data: PIXEL, mediaType: 'audio/wav' },
          { type: 'text', text: '{"type":"hologram","beams":2}' },
        ],
      },
    });
  });

  it.each(['generateText', 'streamText'] as const)(
    'with schemas work in %s: typed output for the program, its text for the model [MC-2.typed, MC-16]',
    async (way) => {
      const [client] = await connected();
      const outputSchema = z.object({ degrees: z.number() });
      const tools = await client.tools({
        schemas: { data: { inputSchema: z.object({}), outputSchema } },
      });
      const model = modelCalling('data', {});
      const options = { model, tools, prompt: 'How warm?', stopWhen: stepCountIs(3) };
      const steps =
        way === 'generateText'
          ? (await generateText(options)).steps
          : await streamText(options).steps;
      const [first] = steps[0]?.toolResults ?? [];
      expect(first).toMatchObject({ toolName: 'data', output: { degrees: 4 } });
      if (first && !first.dynamic) expectTypeOf(first.output).toEqualTypeOf<{ degrees: number }>();
      const calls = way === 'generateText' ? 'doGenerateCalls' : 'doStreamCalls';
      expect(toldTo(model, calls)).toMatchObject({
        output: { type: 'json', value: { degrees: 4 } },
      });
    },
  );

  it('show images in generateText as well, and a call that is aborted ends there [MC-2.images, MC-7]', async () => {
    const [client] = await connected();
    const model = modelCalling('picture', {});
    const tools = await client.tools();
    await generateText({ model, tools, prompt: 'Draw.', stopWhen: stepCountIs(3) });
    expect(toldTo(model, 'doGenerateCalls')).toMatchObject({
      output: {
        type: 'content',
        value: [
          { type: 'image-data', data: PIXEL, mediaType: 'image/png' },
          { type: 'file-data', data: PIXEL, mediaType: 'audio/wav' },
          { type: 'text' },
        ],
      },
    });
    const abortSignal = AbortSignal.abort();
    const aborted = tools['picture']?.execute({}, { abortSignal });
    expect(await thrownBy(Promise.resolve(aborted))).toMatchObject({ kind: 'aborted' });
  });

  it('with an output that does not fit tell the model so, and go on [MC-2.typed, MC-16]', async () => {
    const [client] = await connected();
    const outputSchema = z.object({ degrees: z.number() });
    const schemas = { wrong_data: { inputSchema: z.object({}), outputSchema } };
    const model = modelCalling('wrong_data', {});
    const tools = await client.tools({ schemas });
    const { text } = await generateText({ model, tools, prompt: 'Go.', stopWhen: stepCountIs(3) });
    expect(text).toBe('Done.');
    expect(toldTo(model, 'doGenerateCalls')).toMatchObject({
      output: { type: 'error-text', value: expect.stringContaining('does not fit the schema') },
    });
  });

  it("show the model a tool's own failure as a result [MC-3]", async () => {
    const [client] = await connected();
    const model = modelCalling('broken', {});
    const tools = await client.tools();
    await generateText({ model, tools, prompt: 'Try.', stopWhen: stepCountIs(3) });
    expect(toldTo(model, 'doGenerateCalls')).toMatchObject({
      output: { type: 'error-text', value: 'The tool is broken.' },
    });
  });

  it('with schemas: only those, typed, with checked outputs [MC-16]', async () => {
    const [client] = await connected();
    const output = z.object({ degrees: z.number() });
    const tools = await client.tools({
      schemas: {
        weather: { inputSchema: z.object({ city: z.string() }) },
        data: { inputSchema: jsonSchema<object>({ type: 'object' }), outputSchema: output },
        data_as_text: { inputSchema: z.object({}), outputSchema: output },
        wrong_data: { inputSchema: z.object({}), outputSchema: output },
        missing: { inputSchema: z.object({}) },
      },
    });
    expect(Object.keys(tools)).toEqual(['weather', 'data', 'data_as_text', 'wrong_data']);
    const weather = await tools.weather.execute({ city: 'Paris' });
    expectTypeOf(weather).toExtend<CallToolResult | AsyncIterable<CallToolResult>>();
    const data = await tools.data.execute({});
    expectTypeOf(data).toExtend<{ degrees: number } | AsyncIterable<{ degrees: number }>>();
    expect(data).toEqual({ degrees: 4 });
    expect(await tools.data_as_text.execute({})).toEqual({ degrees: 5 });
    const wrong = await thrownBy(Promise.resolve(tools.wrong_data.execute({})));
    expect(CallToolError.isInstance(wrong)).toBe(true);
    expect(wrong).toMatchObject({ part: 'result.structuredContent' });
  });

  it('are made from definitions without asking the server, and keep what it says of them [MC-16]', async () => {
    const [client, server] = await connected();
    const listed = await client.listTools();
    const before = server.requests.length;
    const tools = client.toolsFromDefinitions(listed);
    expect(server.requests).toHaveLength(before);
    expect(tools['weather']).toMatchObject({
      title: 'Weather',
      annotations: { readOnlyHint: true },
      _meta: { 'vendor/x': 1 },
    });
    expect(
      Object.keys(
        client.toolsFromDefinitions(listed, { schemas: { data: { inputSchema: z.object({}) } } }),
      ),
    ).toEqual(['data']);
  });
});
