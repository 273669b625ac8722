import { readModelPage } from '../../shared/agent/model-listing.ts';
import type { ListedModel, ModelListing } from '../../shared/ipc/routes/providers.ts';
import { parsedJson, presentable, readRawAnswer } from './model-answer.ts';
import type { AnswerTools } from './model-answer.ts';
import { modelListRequest } from './model-http.ts';
import type { ModelAddress } from './model-http.ts';

/** How long each page may take, in ms. */
export const MODEL_LIST_LIMIT_MS = 15_000;
const MOST_BYTES = 8_000_000;
const MOST_PAGES = 10;
const MOST_MODELS = 2_000;

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
    const read = raw.isGood ? readModelPage(address.kind, parsedJson(body)) : undefined;
    if (!read) {
      const answer = body || `Status ${String(status)} without a body.`;
      return { ok: false, status, answer: presentable(answer, address.apiKey) };
    }
    for (const { id, label } of read.models)
      found.set(id, { id, ...(label === undefined ? {} : { label }) });
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
