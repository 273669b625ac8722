import type { QuestionOf } from '../../shared/ipc/routes/elicitations.ts';
import { isJsonObject } from '../../shared/lib/json.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { RpcFault } from '../mcp/client/rpc-fault.ts';
import { modelRequest } from './model-http.ts';
import { questionBody, readAnswer, stopAt } from './model-question.ts';
import type { ModelQuestion } from './model-question.ts';
import type { ResolvedProvider } from './session-service-contract.ts';

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
/** How long a model may take, in ms. */
export const SAMPLING_LIMIT_MS = 300_000;
const DEFAULT_MAX_TOKENS = 1_024;
const MOST_MAX_TOKENS = 64_000;

/** What a server asks a model, as far as it is passed on. */
export type SamplingPrompt = ModelQuestion & { readonly maxTokens: number };
type SamplingMessage = ModelQuestion['messages'][number];
type Picture = SamplingMessage['pictures'][number];

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

const stopReasons: Readonly<Record<string, string>> = {
  end_turn: 'endTurn',
  stop: 'endTurn',
  stop_sequence: 'stopSequence',
  max_tokens: 'maxTokens',
  length: 'maxTokens',
  max_output_tokens: 'maxTokens',
  MAX_TOKENS: 'maxTokens',
};

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
    const body = questionBody(config.kind, model, prompt);
    const address = { kind: config.kind, baseUrl: config.base_url, apiKey };
    const response = await tools.fetch(
      ...modelRequest(address, model, body, AbortSignal.any([signal, late.signal])),
    );
    if (!response.ok)
      throw new RpcFault(
        INTERNAL_ERROR,
        `The model service answered ${String(response.status)}, so there is no answer.`,
      );
    const answer = readAnswer(await response.json());
    if (!answer) throw new RpcFault(INTERNAL_ERROR, 'The model service gave no usable answer.');
    const { text, stopped } = stopAt(answer.text, prompt.stopSequences);
    return {
      role: 'assistant',
      content: { type: 'text', text },
      model: typeof answer.model === 'string' ? answer.model : model,
      stopReason: stopped ? 'stopSequence' : (stopReasons[String(answer.reason)] ?? 'endTurn'),
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
