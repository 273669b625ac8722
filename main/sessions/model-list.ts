import type { RemoteProviderKind } from '../../shared/agent/provider.ts';
import type { ListedModel, ModelListing } from '../../shared/ipc/routes/providers.ts';
import { isJsonObject } from '../../shared/lib/json.ts';
import { parsedJson, presentable, readRawAnswer } from './model-answer.ts';
import type { AnswerTools } from './model-answer.ts';
import { modelListRequest } from './model-http.ts';
import type { ModelAddress } from './model-http.ts';

/** How long each page may take, in ms. */
export const MODEL_LIST_LIMIT_MS = 15_000;
const MOST_BYTES = 8_000_000;
const MOST_PAGES = 10;
const MOST_MODELS = 2_000;
const LONGEST_NAME = 200;

/** The models that a provider lists, or its real answer where it lists none. Never rejects. */
export async function listModels(
  address: ModelAddress,
  tools: AnswerTools,
  limitMs = MODEL_LIST_LIMIT_MS,
): Promise<ModelListing> {
  const found = new Map<string, ListedModel>();
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const raw = await readRawAnswer(
      (signal) => modelListRequest(address, after, signal),
      { ms: limitMs, bytes: MOST_BYTES },
      tools,
    );
    if ('reason' in raw) return { ok: false, answer: presentable(raw.reason, address.apiKey) };
    const { status, body } = raw;
    const read = raw.isGood ? readPage(address.kind, parsedJson(body)) : undefined;
    if (!read) {
      const answer = body || `Status ${String(status)} without a body.`;
      return { ok: false, status, answer: presentable(answer, address.apiKey) };
    }
    for (const model of read.models) found.set(model.id, model);
    if (read.next === undefined || found.size > MOST_MODELS) {
      return {
        ok: true,
        models: [...found.values()].slice(0, MOST_MODELS),
        isWhole: read.next === undefined && found.size <= MOST_MODELS,
      };
    }
    after = read.next;
  }
  return { ok: true, models: [...found.values()], isWhole: false };
}

interface Page {
  readonly models: readonly ListedModel[];
  /** What the next page is asked with. */
  readonly next: string | undefined;
}

/** One page in the form of each protocol; undefined when it is none. */
function readPage(kind: RemoteProviderKind, body: unknown): Page | undefined {
  if (!isJsonObject(body)) return undefined;
  const list = kind === 'google' ? body['models'] : body['data'];
  // An empty list is left out by some.
  if (list === undefined && kind === 'google' && Object.keys(body).length === 0)
    return { models: [], next: undefined };
  if (!Array.isArray(list)) return undefined;
  const models = (list as unknown[]).flatMap((item) => listed(kind, item));
  if (kind === 'google') return { models, next: nameIn(body['nextPageToken']) };
  const more = kind === 'anthropic' && body['has_more'] === true;
  return { models, next: more ? nameIn(body['last_id']) : undefined };
}

function listed(kind: RemoteProviderKind, item: unknown): ListedModel[] {
  if (!isJsonObject(item)) return [];
  const id = nameIn(kind === 'google' ? item['name'] : item['id'])?.replace(/^models\//, '');
  if (id === undefined || id.length > LONGEST_NAME) return [];
  const methods = item['supportedGenerationMethods'];
  // What only makes vectors or pictures cannot hold a conversation.
  if (kind === 'google' && Array.isArray(methods) && !methods.includes('generateContent'))
    return [];
  const label = nameIn(item['display_name'] ?? item['displayName'])?.slice(0, LONGEST_NAME);
  return [{ id, ...(label === undefined || label === id ? {} : { label }) }];
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Whether a whole list lacks a model. Services list dated names where people write the short one, and local ones add a tag.
 */
export function isMissingIn(listedIds: readonly string[], model: string): boolean {
  const name = model.replace(/^models\//, '');
  if (name.endsWith('-latest')) return false;
  return !listedIds.some((id) => {
    if (id === name || id === `${name}:latest`) return true;
    return (
      id.startsWith(`${name}-`) && /^-(\d{8}|\d{4}-\d{2}-\d{2}|\d{3})$/.test(id.slice(name.length))
    );
  });
}
