import type { RemoteProviderKind } from '../../shared/agent/provider.ts';
import { isJsonObject } from '../../shared/lib/json.ts';

/** A conversation that a model is to answer at once. */
export interface ModelQuestion {
  /** Empty: none. */
  readonly systemPrompt: string;
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly text: string;
    readonly pictures: readonly { readonly data: string; readonly mimeType: string }[];
  }[];
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly stopSequences: readonly string[];
}

/** The body of a request, in the words of each protocol. */
export function questionBody(
  kind: RemoteProviderKind,
  model: string,
  question: ModelQuestion,
): object {
  switch (kind) {
    case 'anthropic':
      return anthropicBody(model, question);
    case 'openai':
      return responsesBody(model, question);
    case 'google':
      return geminiBody(question);
    case 'openai-compatible':
      return completionsBody(model, question);
  }
}

function anthropicBody(model: string, question: ModelQuestion): object {
  return {
    model,
    // The protocol asks for one.
    max_tokens: question.maxTokens ?? 1_024,
    ...(question.systemPrompt === '' ? {} : { system: question.systemPrompt }),
    ...(question.temperature === undefined ? {} : { temperature: question.temperature }),
    ...(question.stopSequences.length === 0 ? {} : { stop_sequences: question.stopSequences }),
    messages: question.messages.map(({ role, text, pictures }) => ({
      role,
      content: [
        ...pictures.map(({ data, mimeType }) => ({
          type: 'image',
          source: { type: 'base64', media_type: mimeType, data },
        })),
        ...(text === '' ? [] : [{ type: 'text', text }]),
      ],
    })),
  };
}

/** This protocol has no stop sequences: what comes after one is cut off by `stopAt`. */
function responsesBody(model: string, question: ModelQuestion): object {
  return {
    model,
    store: false,
    ...(question.maxTokens === undefined
      ? {}
      : // Less is refused.
        { max_output_tokens: Math.max(16, question.maxTokens) }),
    ...(question.systemPrompt === '' ? {} : { instructions: question.systemPrompt }),
    ...(question.temperature === undefined ? {} : { temperature: question.temperature }),
    input: question.messages.map(({ role, text, pictures }) => ({
      role,
      content: [
        ...pictures.map(({ data, mimeType }) => ({
          type: 'input_image',
          image_url: `data:${mimeType};base64,${data}`,
        })),
        { type: role === 'user' ? 'input_text' : 'output_text', text },
      ],
    })),
  };
}

function geminiBody(question: ModelQuestion): object {
  const { maxTokens, temperature, stopSequences } = question;
  return {
    ...(question.systemPrompt === ''
      ? {}
      : { systemInstruction: { parts: [{ text: question.systemPrompt }] } }),
    generationConfig: {
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(stopSequences.length === 0 ? {} : { stopSequences }),
    },
    contents: question.messages.map(({ role, text, pictures }) => ({
      role: role === 'user' ? 'user' : 'model',
      parts: [
        ...pictures.map((picture) => ({ inlineData: picture })),
        ...(text === '' ? [] : [{ text }]),
      ],
    })),
  };
}

function completionsBody(model: string, question: ModelQuestion): object {
  const system =
    question.systemPrompt === '' ? [] : [{ role: 'system', content: question.systemPrompt }];
  return {
    model,
    ...(question.maxTokens === undefined ? {} : { max_tokens: question.maxTokens }),
    ...(question.temperature === undefined ? {} : { temperature: question.temperature }),
    ...(question.stopSequences.length === 0 ? {} : { stop: question.stopSequences }),
    messages: [
      ...system,
      ...question.messages.map(({ role, text, pictures }) => ({
        role,
        content:
          pictures.length === 0
            ? text
            : [
                { type: 'text', text },
                ...pictures.map(({ data, mimeType }) => ({
                  type: 'image_url',
                  image_url: { url: `data:${mimeType};base64,${data}` },
                })),
              ],
      })),
    ],
  };
}

export interface ReadAnswer {
  readonly text: string;
  /** Why it ended, in the words of its protocol. */
  readonly reason: unknown;
  /** As the service names it. */
  readonly model: unknown;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Text, end and use of an answer of any of the protocols; undefined when it is none. */
export function readAnswer(body: unknown): ReadAnswer | undefined {
  if (!isJsonObject(body)) return undefined;
  const { content, output, candidates, choices, model } = body;
  const used = usedOf(body['usage'] ?? body['usageMetadata']);
  if (Array.isArray(content))
    return { text: textOf(content), reason: body['stop_reason'], model, ...used };
  if (Array.isArray(output)) {
    const details = body['incomplete_details'];
    const reason = isJsonObject(details) ? details['reason'] : 'stop';
    const messages = (output as unknown[]).map((item) =>
      isJsonObject(item) && Array.isArray(item['content']) ? textOf(item['content']) : '',
    );
    return { text: messages.join(''), reason, model, ...used };
  }
  if (Array.isArray(candidates)) {
    const first: unknown = candidates[0];
    const said = isJsonObject(first) ? first['content'] : undefined;
    const parts = isJsonObject(said) && Array.isArray(said['parts']) ? said['parts'] : [];
    const reason = isJsonObject(first) ? first['finishReason'] : undefined;
    return { text: textOf(parts), reason, model: body['modelVersion'], ...used };
  }
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isJsonObject(first) || !isJsonObject(first['message'])) return undefined;
  const said = first['message']['content'];
  const text = typeof said === 'string' ? said : Array.isArray(said) ? textOf(said) : '';
  return { text, reason: first['finish_reason'], model, ...used };
}

/** The text up to the first of these. */
export function stopAt(text: string, stops: readonly string[]): { text: string; stopped: boolean } {
  const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  if (ends.length === 0) return { text, stopped: false };
  return { text: text.slice(0, Math.min(...ends)), stopped: true };
}

function textOf(blocks: readonly unknown[]): string {
  return blocks
    .map((block) =>
      isJsonObject(block) && typeof block['text'] === 'string' && block['thought'] !== true
        ? block['text']
        : '',
    )
    .join('');
}

function usedOf(usage: unknown): Pick<ReadAnswer, 'inputTokens' | 'outputTokens'> {
  if (!isJsonObject(usage)) return {};
  const input = usage['input_tokens'] ?? usage['prompt_tokens'] ?? usage['promptTokenCount'];
  const output =
    usage['output_tokens'] ?? usage['completion_tokens'] ?? usage['candidatesTokenCount'];
  return {
    ...(typeof input === 'number' ? { inputTokens: input } : {}),
    ...(typeof output === 'number' ? { outputTokens: output } : {}),
  };
}
