import { chunksOf } from './model-script.ts';
import type { AnswerPart, ModelStep } from './model-script.ts';

type Answer = Extract<ModelStep, { kind: 'answer' }>;

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function candidate(parts: readonly unknown[], finishReason?: string): unknown {
  return {
    index: 0,
    content: { role: 'model', parts },
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

function partsOf(part: AnswerPart): readonly unknown[] {
  if ('text' in part) return chunksOf(part.text).map((text) => ({ text }));
  const signature = 'signature' in part ? { thoughtSignature: part.signature } : {};
  if ('thinking' in part) return [{ text: part.thinking, thought: true, ...signature }];
  const { id, name, input } = part.tool;
  return [{ functionCall: { id, name, args: input }, thoughtSignature: `signed-${id}` }];
}

/** The chunks of one part. */
export function partChunks(part: AnswerPart): string[] {
  return partsOf(part).map((one) => data({ candidates: [candidate([one])] }));
}

/** End of a streamed answer. */
export function answerEnd(model: string, answer: Omit<Answer, 'kind'>): string {
  return data({ candidates: [candidate([], answer.stop ?? 'STOP')], ...endOf(model, answer) });
}

/** An error inside of a stream. */
export function streamError(error: unknown): string {
  return data({ error });
}

/** The whole answer as one JSON value. */
export function wholeAnswer(model: string, answer: Answer): unknown {
  const parts = answer.parts.flatMap(partsOf);
  return { candidates: [candidate(parts, answer.stop ?? 'STOP')], ...endOf(model, answer) };
}

function endOf(model: string, answer: Omit<Answer, 'kind'>): Readonly<Record<string, unknown>> {
  const { input, output } = answer.usage ?? { input: 10, output: 5 };
  return {
    modelVersion: model,
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    },
  };
}
