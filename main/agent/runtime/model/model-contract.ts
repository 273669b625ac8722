import type { AssistantBlock, UserBlock } from '../../../../shared/agent/content.ts';
import type { SDKAssistantMessage, Usage } from '../../../../shared/agent/messages.ts';
import type { ProviderConfig } from '../../../../shared/agent/provider.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';

/** A message of the conversation as the model gets it. Roles alternate; names in `tool_use` blocks are those of `ModelTool.name`. */
export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantBlock[] };

/** A tool as the model sees it. `name` fits every provider (64 characters of `[A-Za-z0-9_-]`); the rest of the names tell what it is called where it lives. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** Adapted to the provider. */
  readonly inputSchema: JsonObject;
  /** Bare name on its server. */
  readonly toolName: string;
  readonly serverName?: string | undefined;
  readonly title?: string | undefined;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** Aborting ends the stream at once; the iterator then throws the signal's reason. */
  readonly signal: AbortSignal;
}

export type StopReason = Exclude<
  SDKAssistantMessage['message']['stop_reason'],
  'interrupted' | 'error'
>;

/**
 * What a model streams. Deltas of one kind that follow each other belong to one block;
 * `text-end` and `thinking-end` close the open block and carry what the provider attached to it (RT-45).
 * Every call ends with one `tool-call`, whose `input` is complete; `finish` comes last and once.
 */
export type ModelEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'text-end'; readonly providerMetadata?: JsonObject | undefined }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'thinking-end'; readonly providerMetadata?: JsonObject | undefined }
  | { readonly type: 'tool-input-start'; readonly id: string; readonly name: string }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly text: string }
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      /** A JSON object, or the raw text when the model wrote no valid JSON. */
      readonly input: unknown;
      readonly providerMetadata?: JsonObject | undefined;
    }
  | { readonly type: 'finish'; readonly stopReason: StopReason; readonly usage: Usage };

/** A model that can be asked. Holds nothing open between requests. */
export interface Model {
  readonly id: string;
  /** Attachments that are sent as they are; the others become a note that says so. Absent: none. */
  readonly takes?: { readonly images: boolean; readonly pdf: boolean } | undefined;
  /** One request. Throws `ModelRequestError` for everything the provider or the network did; never retries by itself. */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** A request that failed. `message` is a sentence holding the provider's own words; it never holds a key. */
export class ModelRequestError extends Error {
  override readonly name = 'ModelRequestError';
  /** HTTP status, absent when no answer came. */
  readonly status: number | undefined;
  /** From Retry-After, in ms. */
  readonly retryAfterMs: number | undefined;
  /** 408, 409, 429, 5xx and lost connections (RT-24). */
  readonly retryable: boolean;
  /** The provider's answer as it came, bounded. */
  readonly body: string | undefined;
  /** Label of the provider. */
  readonly provider: string;

  constructor(
    message: string,
    details: {
      readonly provider: string;
      readonly retryable: boolean;
      readonly status?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly body?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.provider = details.provider;
    this.retryable = details.retryable;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.body = details.body;
  }
}

export interface CreateModelOptions {
  readonly provider: ProviderConfig;
  /** The provider's own name of the model. */
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * Signature of `createModel` in `create-model.ts`. Rejects with `MissingKeyError` when the provider needs a key and none was given;
 * provider packages are loaded here, not before.
 */
export type CreateModel = (options: CreateModelOptions) => Promise<Model>;

/** The provider needs a key and there is none. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';
}
