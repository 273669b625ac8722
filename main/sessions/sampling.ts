import type { QuestionOf } from '../../shared/ipc/routes/elicitations.ts';
import { isJsonObject } from '../../shared/lib/json.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { RpcFault } from '../mcp/client/rpc-fault.ts';
import { modelRequest } from './model-http.ts';
import type { ResolvedProvider } from './session-service-contract.ts';

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
/** How long a model may take, in ms. */
export const SAMPLING_LIMIT_MS = 300_000;
const DEFAULT_MAX_TOKENS = 1_024;
const MOST_MAX_TOKENS = 64_000;

interface Picture {
  readonly data: string;
  readonly mimeType: string;
}

export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly pictures: readonly Picture[];
}

/** What a server asks a model, as far as it is passed on. */
export interface SamplingPrompt {
  readonly systemPrompt: string;
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly temperature: number | undefined;
  readonly stopSequences: readonly string[];
}

const invalid = (sentence: string): RpcFault => new RpcFault(INVALID_PARAMS, sentence);

function readMessage(message: unknown, index: number): SamplingMessage {
  const { role, content } = isJsonObject(message) ? message : {};
  if (role !== 'user' && role !== 'assistant')
    throw invalid(`Message ${String(index + 1)} has no role of user or assistant.`);
  const blocks = Array.isArray(content) ? (content as unknown[]) : [content];
  const texts: string[] = [];
  const pictures: Picture[] = [];
  for (const block of blocks) {
    const { type, text, data, mimeType } = isJsonObject(block) ? block : {};
    if (type === 'text' && typeof text === 'string') texts.push(text);
    else if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
      pictures.push({ data, mimeType });
    else
      throw invalid(
        `Message ${String(index + 1)} holds content that is neither a text nor an image.`,
      );
  }
  return { role, text: texts.join('\n\n'), pictures };
}

/** Reads the parameters of `sampling/createMessage`. Throws an `RpcFault` for what cannot be asked. */
export function readSampling(params: JsonObject): SamplingPrompt {
  const { messages, systemPrompt, maxTokens, temperature, stopSequences } = params;
  if (!Array.isArray(messages) || messages.length === 0) throw invalid('There are no messages.');
  if (messages.length > 1_000) throw invalid('There are more than 1,000 messages.');
  const stops = Array.isArray(stopSequences) ? (stopSequences as unknown[]) : [];
  return {
    messages: (messages as unknown[]).map(readMessage),
    systemPrompt: typeof systemPrompt === 'string' ? systemPrompt : '',
    maxTokens:
      typeof maxTokens === 'number' && maxTokens >= 1
        ? Math.min(Math.floor(maxTokens), MOST_MAX_TOKENS)
        : DEFAULT_MAX_TOKENS,
    temperature: typeof temperature === 'number' ? temperature : undefined,
    stopSequences: stops.filter((one) => typeof one === 'string'),
  };
}

/** The part of a question that says what goes to the model. */
export function shownPrompt(
  prompt: SamplingPrompt,
): Pick<QuestionOf<'sampling'>, 'systemPrompt' | 'messages' | 'maxTokens'> {
  return {
    systemPrompt: prompt.systemPrompt,
    maxTokens: prompt.maxTokens,
    messages: prompt.messages.map(({ role, text, pictures }) => ({
      role,
      text,
      pictures: pictures.map(({ mimeType }) => mimeType),
    })),
  };
}

function anthropicBody(model: string, prompt: SamplingPrompt): object {
  return {
    model,
    max_tokens: prompt.maxTokens,
    ...(prompt.systemPrompt === '' ? {} : { system: prompt.systemPrompt }),
    ...(prompt.temperature === undefined ? {} : { temperature: prompt.temperature }),
    ...(prompt.stopSequences.length === 0 ? {} : { stop_sequences: prompt.stopSequences }),
    messages: prompt.messages.map(({ role, text, pictures }) => ({
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

function completionsBody(model: string, prompt: SamplingPrompt): object {
  const system =
    prompt.systemPrompt === '' ? [] : [{ role: 'system', content: prompt.systemPrompt }];
  return {
    model,
    max_tokens: prompt.maxTokens,
    ...(prompt.temperature === undefined ? {} : { temperature: prompt.temperature }),
    ...(prompt.stopSequences.length === 0 ? {} : { stop: prompt.stopSequences }),
    messages: [
      ...system,
      ...prompt.messages.map(({ role, text, pictures }) => ({
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

const stopReasons: Readonly<Record<string, string>> = {
  end_turn: 'endTurn',
  stop: 'endTurn',
  stop_sequence: 'stopSequence',
  max_tokens: 'maxTokens',
  length: 'maxTokens',
};

/** Text and reason of the end in an answer of either protocol; undefined when it is none. */
function readAnswer(body: unknown): { text: string; reason: unknown; model: unknown } | undefined {
  if (!isJsonObject(body)) return undefined;
  const { content, choices, model } = body;
  if (Array.isArray(content)) {
    const text = (content as unknown[])
      .map((one) => (isJsonObject(one) && typeof one['text'] === 'string' ? one['text'] : ''))
      .join('');
    return { text, reason: body['stop_reason'], model };
  }
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isJsonObject(first) || !isJsonObject(first['message'])) return undefined;
  const said = first['message']['content'];
  return { text: typeof said === 'string' ? said : '', reason: first['finish_reason'], model };
}

export interface SamplingTools {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/**
 * Asks the model and gives the result of `sampling/createMessage`. Rejects with an `RpcFault` whose sentence the server may
 * read: it holds nothing of the provider but its status.
 */
export async function sampleModel(
  { config, apiKey }: ResolvedProvider,
  model: string,
  prompt: SamplingPrompt,
  signal: AbortSignal,
  tools: SamplingTools,
): Promise<JsonObject> {
  if (config.kind === 'offline')
    throw new RpcFault(INTERNAL_ERROR, 'The session has no language model, so nothing was asked.');
  const late = new AbortController();
  const cancelTimer = tools.clock.after(SAMPLING_LIMIT_MS, () => {
    late.abort(new Error('The model did not answer in time.'));
  });
  try {
    const body =
      config.kind === 'anthropic' ? anthropicBody(model, prompt) : completionsBody(model, prompt);
    const address = { kind: config.kind, baseUrl: config.base_url, apiKey };
    const response = await tools.fetch(
      ...modelRequest(address, body, AbortSignal.any([signal, late.signal])),
    );
    if (!response.ok)
      throw new RpcFault(
        INTERNAL_ERROR,
        `The model service answered ${String(response.status)}, so there is no answer.`,
      );
    const answer = readAnswer(await response.json());
    if (!answer) throw new RpcFault(INTERNAL_ERROR, 'The model service gave no usable answer.');
    return {
      role: 'assistant',
      content: { type: 'text', text: answer.text },
      model: typeof answer.model === 'string' ? answer.model : model,
      stopReason: stopReasons[String(answer.reason)] ?? 'endTurn',
    };
  } catch (failure) {
    if (failure instanceof RpcFault) throw failure;
    throw new RpcFault(
      INTERNAL_ERROR,
      late.signal.aborted
        ? messageOf(late.signal.reason)
        : 'The model service could not be reached.',
    );
  } finally {
    cancelTimer();
  }
}
