import type * as aiPackage from 'ai';
import type {
  FinishReason,
  LanguageModel,
  LanguageModelUsage,
  SystemModelMessage,
  TextStreamPart,
  ToolSet,
} from 'ai';
import type { Usage } from '../../../../shared/agent/messages.ts';
import type { RemoteProviderKind } from '../../../../shared/agent/provider.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { modelFacts } from '../../../../shared/agent/model-facts.ts';
import { loadLanguageModel } from './language-model.ts';
import type {
  CreateModelOptions,
  Model,
  ModelEvent,
  ModelRequest,
  StopReason,
} from './model-contract.ts';
import { cutStream, requestError } from './provider-errors.ts';
import type { ErrorContext } from './provider-errors.ts';
import { providerMessages } from './provider-messages.ts';
import { modelWishes } from './model-wishes.ts';

/** A model behind one of the wire protocols of the `ai` package. Rejects with `MissingKeyError`. */
export async function createProviderModel(
  kind: RemoteProviderKind,
  options: CreateModelOptions,
): Promise<Model> {
  // The package prints hints to stdout, where the frames go.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const [languageModel, sdk] = await Promise.all([loadLanguageModel(kind, options), import('ai')]);
  return {
    id: options.model,
    takes: takenBy(options),
    stream: (request) => streamRequest({ sdk, languageModel, kind, options }, request),
  };
}

function takenBy({ provider, model }: CreateModelOptions): NonNullable<Model['takes']> {
  const { takesImages, takesPdf } = modelFacts(provider, model);
  return { images: takesImages, pdf: takesPdf };
}

type Sdk = Pick<typeof aiPackage, 'streamText' | 'tool' | 'jsonSchema'>;

interface Asked {
  readonly sdk: Sdk;
  readonly languageModel: LanguageModel;
  readonly kind: RemoteProviderKind;
  readonly options: CreateModelOptions;
}

async function* streamRequest(
  { sdk, languageModel, kind, options }: Asked,
  request: ModelRequest,
): AsyncGenerator<ModelEvent> {
  request.signal.throwIfAborted();
  // Ends the request also when the reader stops reading.
  const reader = new AbortController();
  const context = (): ErrorContext => ({
    provider: options.provider.label,
    apiKey: options.apiKey,
    now: Date.now(),
  });
  try {
    const result = sdk.streamText({
      model: languageModel,
      ...(request.system === '' ? {} : { system: systemOf(options, request.system) }),
      messages: providerMessages(kind, request.messages, takenBy(options)),
      tools: toolSet(sdk, kind, request),
      ...modelWishes(kind, options),
      maxRetries: 0,
      abortSignal: AbortSignal.any([request.signal, reader.signal]),
      onError: () => undefined,
    });
    yield* events(result.fullStream, request.signal, context);
  } catch (thrown) {
    request.signal.throwIfAborted();
    throw requestError(thrown, context());
  } finally {
    reader.abort();
  }
}

/** Anthropic keeps of the beginning of a request what stands before a mark: here tools and system prompt. Others do it by themselves. */
function systemOf({ provider }: CreateModelOptions, text: string): string | SystemModelMessage {
  if (provider.kind !== 'anthropic') return text;
  const anthropic = { cacheControl: { type: 'ephemeral' } };
  return { role: 'system', content: text, providerOptions: { anthropic } };
}

/** Tools without `execute`: the loop runs them. */
function toolSet(sdk: Sdk, kind: RemoteProviderKind, request: ModelRequest): ToolSet {
  const tools: ToolSet = {};
  // OpenAI would else take every schema for one of its strict kind, which hardly any tool has.
  const strict = kind === 'openai' ? { strict: false } : {};
  for (const { name, description, inputSchema } of request.tools)
    tools[name] = sdk.tool({ description, inputSchema: sdk.jsonSchema(inputSchema), ...strict });
  return tools;
}

async function* events(
  parts: AsyncIterable<TextStreamPart<ToolSet>>,
  signal: AbortSignal,
  context: () => ErrorContext,
): AsyncGenerator<ModelEvent> {
  const attached = new Map<string, JsonObject>();
  let called = false;
  for await (const part of parts) {
    signal.throwIfAborted();
    const event = blockEvent(part, attached);
    if (event) {
      called ||= event.type === 'tool-call';
      yield event;
    } else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish-step') {
      // Without a reason of the provider the stream ended before its end.
      if (part.finishReason === 'error') throw cutStream(context());
      if (part.finishReason === 'other' && part.rawFinishReason === undefined) {
        throw cutStream(context());
      }
      yield {
        type: 'finish',
        stopReason: stopReason(part.finishReason, called),
        usage: usageOf(part.usage),
      };
      return;
    }
  }
  signal.throwIfAborted();
  throw cutStream(context());
}

/** The event for a part of a block. `attached` gathers what the provider says of each block while it is open. */
function blockEvent(
  part: TextStreamPart<ToolSet>,
  attached: Map<string, JsonObject>,
): ModelEvent | undefined {
  if ('providerMetadata' in part && 'id' in part) attach(attached, part.id, part.providerMetadata);
  switch (part.type) {
    case 'text-delta':
      return part.text === '' ? undefined : { type: 'text-delta', text: part.text };
    case 'reasoning-delta':
      return part.text === '' ? undefined : { type: 'thinking-delta', text: part.text };
    case 'text-end':
      return { type: 'text-end', ...taken(attached, part.id) };
    case 'reasoning-end':
      return { type: 'thinking-end', ...taken(attached, part.id) };
    case 'tool-input-start':
      return { type: 'tool-input-start', id: part.id, name: part.toolName };
    case 'tool-input-delta':
      return part.delta === ''
        ? undefined
        : { type: 'tool-input-delta', id: part.id, text: part.delta };
    case 'tool-call':
      attach(attached, part.toolCallId, part.providerMetadata);
      return {
        type: 'tool-call',
        id: part.toolCallId,
        name: part.toolName,
        input: part.input,
        ...taken(attached, part.toolCallId),
      };
    default:
      return undefined;
  }
}

function attach(attached: Map<string, JsonObject>, id: string, metadata: unknown): void {
  if (!isJsonObject(metadata)) return;
  const merged: JsonObject = { ...attached.get(id) };
  for (const [provider, value] of Object.entries(metadata)) {
    const before = merged[provider];
    merged[provider] =
      isJsonObject(before) && isJsonObject(value) ? { ...before, ...value } : value;
  }
  attached.set(id, merged);
}

function taken(attached: Map<string, JsonObject>, id: string): { providerMetadata?: JsonObject } {
  const metadata = attached.get(id);
  attached.delete(id);
  return metadata ? { providerMetadata: metadata } : {};
}

function stopReason(reason: FinishReason, called: boolean): StopReason {
  switch (reason) {
    case 'stop':
      return called ? 'tool_use' : 'end_turn';
    case 'tool-calls':
      return 'tool_use';
    case 'length':
      return 'max_tokens';
    case 'content-filter':
      return 'refusal';
    case 'error':
    case 'other':
      return 'other';
  }
}

function usageOf(reported: LanguageModelUsage): Usage {
  const { inputTokens, outputTokens, inputTokenDetails } = reported;
  const counts: [keyof Usage, number | undefined][] = [
    ['input_tokens', inputTokenDetails.noCacheTokens ?? inputTokens],
    ['output_tokens', outputTokens],
    ['cache_read_input_tokens', inputTokenDetails.cacheReadTokens],
    ['cache_creation_input_tokens', inputTokenDetails.cacheWriteTokens],
  ];
  const usage: Usage = {};
  for (const [name, count] of counts) if (count !== undefined) usage[name] = count;
  return usage;
}
