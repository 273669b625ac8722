import { chunksOf } from './model-script.ts';
import type { AnswerPart, ModelStep } from './model-script.ts';

type Answer = Extract<ModelStep, { kind: 'answer' }>;

function event(type: string, fields: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function response(model: string, fields: Readonly<Record<string, unknown>>): unknown {
  return { id: 'resp_scripted', object: 'response', created_at: 0, model, ...fields };
}

/** Start of a streamed response. */
export function responseStart(model: string): string {
  return event('response.created', { response: response(model, { status: 'in_progress' }) });
}

/** The events of one item of the output. */
export function itemEvents(part: AnswerPart, index: number): string[] {
  const added = (item: object): string =>
    event('response.output_item.added', { output_index: index, item });
  const done = (item: object): string =>
    event('response.output_item.done', { output_index: index, item });
  if ('text' in part) {
    const item = { type: 'message', id: `msg_${String(index)}`, role: 'assistant' };
    const deltas = chunksOf(part.text).map((delta) =>
      event('response.output_text.delta', { item_id: item.id, output_index: index, delta }),
    );
    return [added(item), ...deltas, done(item)];
  }
  if ('thinking' in part) {
    const item = { type: 'reasoning', id: `rs_${String(index)}`, summary: [] };
    const place = { item_id: item.id, output_index: index, summary_index: 0 };
    return [
      added({ ...item, encrypted_content: null }),
      event('response.reasoning_summary_part.added', place),
      event('response.reasoning_summary_text.delta', { ...place, delta: part.thinking }),
      event('response.reasoning_summary_part.done', place),
      done({ ...item, encrypted_content: part.signature ?? null }),
    ];
  }
  const { id, name, input } = part.tool;
  const json = typeof input === 'string' ? input : JSON.stringify(input);
  const middle = Math.ceil(json.length / 2);
  const item = { type: 'function_call', id: `fc_${String(index)}`, call_id: id, name };
  return [
    added({ ...item, arguments: '' }),
    ...[json.slice(0, middle), json.slice(middle)].map((delta) =>
      event('response.function_call_arguments.delta', {
        item_id: item.id,
        output_index: index,
        delta,
      }),
    ),
    done({ ...item, arguments: json, status: 'completed' }),
  ];
}

/** End of a streamed response. */
export function responseEnd(model: string, answer: Omit<Answer, 'kind'>): string {
  const type = answer.stop === undefined ? 'response.completed' : 'response.incomplete';
  return event(type, { response: response(model, endOf(answer)) });
}

/** An error inside of a stream. */
export function streamError(error: unknown): string {
  return event('error', { sequence_number: 1, error });
}

/** The whole response as one JSON value. */
export function wholeResponse(model: string, answer: Answer): unknown {
  const output = answer.parts.map((part, index) => {
    if ('text' in part)
      return {
        type: 'message',
        id: `msg_${String(index)}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: chunksOf(part.text).join(''), annotations: [] }],
      };
    if ('thinking' in part) return { type: 'reasoning', id: `rs_${String(index)}`, summary: [] };
    const { id, name, input } = part.tool;
    return {
      type: 'function_call',
      id: `fc_${String(index)}`,
      call_id: id,
      name,
      arguments: JSON.stringify(input),
    };
  });
  return response(model, { output, ...endOf(answer) });
}

function endOf(answer: Omit<Answer, 'kind'>): Readonly<Record<string, unknown>> {
  const { input, output } = answer.usage ?? { input: 10, output: 5 };
  return {
    status: answer.stop === undefined ? 'completed' : 'incomplete',
    incomplete_details: answer.stop === undefined ? null : { reason: answer.stop },
    usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  };
}
