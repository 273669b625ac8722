import {
  modelListPath,
  readModelPage,
  serviceHeaders,
} from '../../../../shared/agent/model-listing.ts';
import type { ModelPage } from '../../../../shared/agent/model-listing.ts';
import type { ProviderConfig } from '../../../../shared/agent/provider.ts';
import { providerAddress } from '../../../../shared/agent/provider-address.ts';
import { ModelRequestError } from './model-contract.ts';
import { requestError, wordsOfBody } from './provider-errors.ts';
import { providerFetch } from './provider-fetch.ts';

/** A model as its service tells it. */
export interface ListedModel {
  readonly id: string;
  readonly label: string;
  /** Tokens that it takes, where the service says so. */
  readonly contextWindow?: number | undefined;
}

export interface ListModelsOptions {
  readonly provider: ProviderConfig;
  readonly apiKey: string | undefined;
  /** Ends the request; it then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const MOST_PAGES = 10;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Asks a service which models it has, in its order. Rejects with `ModelRequestError` when it refuses, cannot be reached or
 * answers with something else; never tries again.
 */
export async function listModels(options: ListModelsOptions): Promise<ListedModel[]> {
  const { provider, apiKey, signal } = options;
  try {
    const found = new Map<string, ListedModel>();
    let after: string | undefined;
    for (let count = 0; count < MOST_PAGES; count += 1) {
      const { models, next } = await onePage(options, after);
      for (const { id, label = id, contextWindow } of models)
        found.set(id, { id, label, contextWindow });
      if (next === undefined || next === after) break;
      after = next;
    }
    return [...found.values()];
  } catch (thrown) {
    signal.throwIfAborted();
    throw requestError(thrown, { provider: provider.label, apiKey, now: Date.now() });
  }
}

async function onePage(options: ListModelsOptions, after: string | undefined): Promise<ModelPage> {
  const { provider, apiKey = '', signal } = options;
  const { kind } = provider;
  // The planner is no service; who asks for its models knows them.
  if (kind === 'offline') return { models: [], next: undefined };
  const address = `${providerAddress(kind, provider.base_url)}/${modelListPath(kind, after)}`;
  const response = await providerFetch(options)(address, {
    signal,
    headers: { accept: 'application/json', ...serviceHeaders(kind, apiKey) },
  });
  const body = await boundedText(response);
  if (response.ok) {
    const read = readModelPage(kind, jsonOf(body));
    if (read) return read;
  }
  const { status } = response;
  const words = wordsOfBody(body) ?? 'It gave no reason.';
  const said = (apiKey === '' ? words : words.replaceAll(apiKey, '[key]')).slice(0, 300);
  throw new ModelRequestError(
    response.ok
      ? `${provider.label} answered with something other than a list of models: ${said}`
      : `${provider.label} answered with status ${String(status)}: ${said}`,
    { provider: provider.label, status, retryable: false },
  );
}

/** An answer may never end. */
async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error('its list of models does not end');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
