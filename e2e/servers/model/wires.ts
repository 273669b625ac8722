import * as anthropic from './anthropic-wire.ts';
import * as gemini from './gemini-wire.ts';
import type { AnswerPart, ModelStep, WireProtocol } from './model-script.ts';
import * as openai from './openai-wire.ts';
import * as responses from './responses-wire.ts';

type Answer = Extract<ModelStep, { kind: 'answer' }>;

/** How one protocol says the pieces of an answer. */
export interface Wire {
  readonly start: (model: string) => string;
  /** `index` counts the parts, `call` the tool calls among them. */
  readonly part: (
    model: string,
    part: AnswerPart,
    at: { readonly index: number; readonly call: number },
  ) => string[];
  readonly end: (model: string, answer: Omit<Answer, 'kind'>) => string;
  readonly streamError: (error: unknown) => string;
  readonly whole: (model: string, answer: Answer) => unknown;
}

export const wires: Readonly<Record<WireProtocol, Wire>> = {
  anthropic: {
    start: anthropic.messageStart,
    part: (_model, part, { index }) => anthropic.blockEvents(part, index),
    end: (_model, answer) => anthropic.messageEnd(answer),
    streamError: anthropic.streamError,
    whole: anthropic.wholeMessage,
  },
  openai: {
    start: openai.completionStart,
    part: (model, part, { call }) => openai.partChunks(model, part, call),
    end: openai.completionEnd,
    streamError: openai.streamError,
    whole: openai.wholeCompletion,
  },
  responses: {
    start: responses.responseStart,
    part: (_model, part, { index }) => responses.itemEvents(part, index),
    end: responses.responseEnd,
    streamError: responses.streamError,
    whole: responses.wholeResponse,
  },
  gemini: {
    start: () => '',
    part: (_model, part) => gemini.partChunks(part),
    end: gemini.answerEnd,
    streamError: gemini.streamError,
    whole: gemini.wholeAnswer,
  },
};

/** What a request asks for, by its path; undefined when no protocol has such an address. */
export function askedBy(
  path: string,
  body: Readonly<Record<string, unknown>>,
):
  | { readonly protocol: WireProtocol; readonly model: string; readonly isStream: boolean }
  | undefined {
  const named = /^\/v1(?:beta)?\/models\/([^/:]+):(streamGenerateContent|generateContent)$/.exec(
    path,
  );
  if (named) {
    const [, model = '', method] = named;
    return { protocol: 'gemini', model, isStream: method === 'streamGenerateContent' };
  }
  const protocol = Object.hasOwn(paths, path) ? paths[path] : undefined;
  if (!protocol) return undefined;
  return { protocol, model: String(body['model']), isStream: body['stream'] === true };
}

const paths: Readonly<Record<string, WireProtocol>> = {
  '/v1/messages': 'anthropic',
  '/v1/chat/completions': 'openai',
  '/v1/responses': 'responses',
};

/** A list of models as each service writes it; whose it is, the headers of the question say. */
export function modelList(
  models: readonly string[],
  headers: Readonly<Record<string, unknown>>,
): unknown {
  if (headers['x-goog-api-key'] !== undefined)
    return {
      models: models.map((name) => ({
        name: `models/${name}`,
        displayName: name.toUpperCase(),
        supportedGenerationMethods: name.includes('embedding')
          ? ['embedContent']
          : ['generateContent', 'countTokens'],
      })),
    };
  if (headers['anthropic-version'] !== undefined)
    return {
      data: models.map((id) => ({ type: 'model', id, display_name: id.toUpperCase() })),
      has_more: false,
    };
  return { object: 'list', data: models.map((id) => ({ id, object: 'model' })) };
}
