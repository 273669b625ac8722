import { chunksOf, stopFor } from './model-script.ts';
import type { AnswerPart, ModelStep } from './model-script.ts';

type Answer = Extract<ModelStep, { kind: 'answer' }>;

/** One server-sent event. */
function event(type: string, fields: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** Start of a streamed message. */
export function messageStart(model: string): string {
  return event('message_start', {
    message: {
      id: 'msg_scripted',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    },
  });
}

/** The events of one content block. */
export function blockEvents(part: AnswerPart, index: number): string[] {
  const start = (content_block: unknown): string =>
    event('content_block_start', { index, content_block });
  const delta = (fields: unknown): string => event('content_block_delta', { index, delta: fields });
  const stop = event('content_block_stop', { index });
  if ('text' in part) {
    const deltas = chunksOf(part.text).map((text) => delta({ type: 'text_delta', text }));
    return [start({ type: 'text', text: '' }), ...deltas, stop];
  }
  if ('thinking' in part) {
    return [
      start({ type: 'thinking', thinking: '', signature: '' }),
      delta({ type: 'thinking_delta', thinking: part.thinking }),
      ...(part.signature === undefined
        ? []
        : [delta({ type: 'signature_delta', signature: part.signature })]),
      stop,
    ];
  }
  const { id, name, input } = part.tool;
  const json = typeof input === 'string' ? input : JSON.stringify(input);
  const middle = Math.ceil(json.length / 2);
  return [
    start({ type: 'tool_use', id, name, input: {} }),
    delta({ type: 'input_json_delta', partial_json: json.slice(0, middle) }),
    delta({ type: 'input_json_delta', partial_json: json.slice(middle) }),
    stop,
  ];
}

/** End of a streamed message. */
export function messageEnd(answer: Omit<Answer, 'kind'>): string {
  const { input, output } = answer.usage ?? { input: 10, output: 5 };
  return (
    event('message_delta', {
      delta: {
        stop_reason: answer.stop ?? stopFor('anthropic', answer.parts),
        stop_sequence: null,
      },
      usage: { input_tokens: input, output_tokens: output },
    }) + event('message_stop', {})
  );
}

/** An error inside of a stream. */
export function streamError(error: unknown): string {
  return event('error', { error });
}

/** The whole message as one JSON value. */
export function wholeMessage(model: string, answer: Answer): unknown {
  const { input, output } = answer.usage ?? { input: 10, output: 5 };
  return {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model,
    content: answer.parts.map((part) =>
      'text' in part
        ? { type: 'text', text: chunksOf(part.text).join('') }
        : 'thinking' in part
          ? { type: 'thinking', thinking: part.thinking, signature: part.signature ?? '' }
          : { type: 'tool_use', ...part.tool },
    ),
    stop_reason: answer.stop ?? stopFor('anthropic', answer.parts),
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}
