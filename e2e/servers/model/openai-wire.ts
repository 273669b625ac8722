import { chunksOf, stopFor } from './model-script.ts';
import type { AnswerPart, ModelStep } from './model-script.ts';

type Answer = Extract<ModelStep, { kind: 'answer' }>;

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function chunk(model: string, fields: Readonly<Record<string, unknown>>): string {
  return data({
    id: 'chatcmpl-scripted',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    ...fields,
  });
}

function delta(model: string, content: unknown): string {
  return chunk(model, { choices: [{ index: 0, delta: content, finish_reason: null }] });
}

/** Start of a streamed completion. */
export function completionStart(model: string): string {
  return delta(model, { role: 'assistant', content: '' });
}

/** The chunks of one part; `index` counts the tool calls. */
export function partChunks(model: string, part: AnswerPart, index: number): string[] {
  if ('text' in part) return chunksOf(part.text).map((content) => delta(model, { content }));
  if ('thinking' in part) return [delta(model, { reasoning_content: part.thinking })];
  const { id, name, input } = part.tool;
  const json = typeof input === 'string' ? input : JSON.stringify(input);
  const middle = Math.ceil(json.length / 2);
  return [
    delta(model, {
      tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }],
    }),
    ...[json.slice(0, middle), json.slice(middle)].map((piece) =>
      delta(model, { tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ];
}

/** End of a streamed completion. */
export function completionEnd(model: string, answer: Omit<Answer, 'kind'>): string {
  const finish_reason = answer.stop ?? stopFor('openai', answer.parts);
  return (
    chunk(model, { choices: [{ index: 0, delta: {}, finish_reason }] }) +
    chunk(model, { choices: [], usage: usageOf(answer) }) +
    'data: [DONE]\n\n'
  );
}

/** An error inside of a stream. */
export function streamError(error: unknown): string {
  return data({ error });
}

/** The whole completion as one JSON value. */
export function wholeCompletion(model: string, answer: Answer): unknown {
  const texts = answer.parts.flatMap((part) => ('text' in part ? chunksOf(part.text) : []));
  const calls = answer.parts.flatMap((part) => ('tool' in part ? [part.tool] : []));
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: texts.length > 0 ? texts.join('') : null,
          ...(calls.length > 0
            ? {
                tool_calls: calls.map(({ id, name, input }) => ({
                  id,
                  type: 'function',
                  function: { name, arguments: JSON.stringify(input) },
                })),
              }
            : {}),
        },
        finish_reason: answer.stop ?? stopFor('openai', answer.parts),
      },
    ],
    usage: usageOf(answer),
  };
}

function usageOf(answer: Pick<Answer, 'usage'>): unknown {
  const { input, output } = answer.usage ?? { input: 10, output: 5 };
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
