import { z } from 'zod';
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

const tokens = z.number().int().positive().optional().catch(undefined);
const page = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1).max(200),
      /** Anthropic, OpenRouter. */
      display_name: z.string().optional().catch(undefined),
      name: z.string().optional().catch(undefined),
      /** OpenRouter, vLLM. */
      context_length: tokens,
      max_model_len: tokens,
    }),
  ),
  has_more: z.boolean().optional().catch(undefined),
  last_id: z.string().optional().catch(undefined),
});

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
      const { data, has_more: hasMore, last_id: last } = await onePage(options, after);
      for (const one of data)
        found.set(one.id, {
          id: one.id,
          label: one.display_name ?? one.name ?? one.id,
          contextWindow: one.context_length ?? one.max_model_len,
        });
      if (hasMore !== true || last === undefined || last === after) break;
      after = last;
    }
    return [...found.values()];
  } catch (thrown) {
    signal.throwIfAborted();
    throw requestError(thrown, { provider: provider.label, apiKey, now: Date.now() });
  }
}

async function onePage(
  options: ListModelsOptions,
  after: string | undefined,
): Promise<z.infer<typeof page>> {
  const { provider, apiKey = '', signal } = options;
  const kind = provider.kind === 'anthropic' ? 'anthropic' : 'openai-compatible';
  const address = new URL(`${providerAddress(kind, provider.base_url)}/models`);
  if (kind === 'anthropic') address.searchParams.set('limit', '1000');
  if (after !== undefined) address.searchParams.set('after_id', after);
  const response = await providerFetch(options)(address, {
    signal,
    headers: {
      accept: 'application/json',
      ...(kind === 'anthropic'
        ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
        : apiKey === ''
          ? {}
          : { authorization: `Bearer ${apiKey}` }),
    },
  });
  const body = await boundedText(response);
  if (response.ok) {
    const parsed = page.safeParse(jsonOf(body));
    if (parsed.success) return parsed.data;
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
