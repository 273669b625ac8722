import { isJsonObject } from '../lib/json.ts';
import type { RemoteProviderKind } from './provider.ts';

/** A model as its service lists it. */
export interface ListedModelFacts {
  readonly id: string;
  readonly label?: string;
  /** Tokens that it takes, where the service says so. */
  readonly contextWindow?: number;
}

export interface ModelPage {
  readonly models: readonly ListedModelFacts[];
  /** What the next page is asked with; absent after the last one. */
  readonly next: string | undefined;
}

const LONGEST_NAME = 200;

/** The address of a page of the list, behind the address of the provider; `after` is what the page before gave. */
export function modelListPath(kind: RemoteProviderKind, after: string | undefined): string {
  const last = after === undefined ? '' : encodeURIComponent(after);
  if (kind === 'anthropic') return `models?limit=1000${last === '' ? '' : `&after_id=${last}`}`;
  if (kind === 'google') return `models?pageSize=1000${last === '' ? '' : `&pageToken=${last}`}`;
  return 'models';
}

/** The headers that say who asks; an empty key is none. */
export function serviceHeaders(kind: RemoteProviderKind, key: string): Record<string, string> {
  const version: Record<string, string> =
    kind === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {};
  if (key === '') return version;
  if (kind === 'anthropic') return { ...version, 'x-api-key': key };
  return kind === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

/** One page in the form of each protocol; undefined when it is none. */
export function readModelPage(kind: RemoteProviderKind, body: unknown): ModelPage | undefined {
  if (!isJsonObject(body)) return undefined;
  const list = kind === 'google' ? body['models'] : body['data'];
  // Google leaves an empty list out.
  if (list === undefined && kind === 'google' && Object.keys(body).length === 0)
    return { models: [], next: undefined };
  if (!Array.isArray(list)) return undefined;
  const models = (list as unknown[]).flatMap((item) => listed(kind, item));
  if (kind === 'google') return { models, next: nameIn(body['nextPageToken']) };
  const hasMore = body['has_more'] === true;
  return { models, next: hasMore ? nameIn(body['last_id']) : undefined };
}

function listed(kind: RemoteProviderKind, item: unknown): ListedModelFacts[] {
  if (!isJsonObject(item)) return [];
  const id = nameIn(kind === 'google' ? item['name'] : item['id'])?.replace(/^models\//, '');
  if (id === undefined || id.length > LONGEST_NAME) return [];
  const methods = item['supportedGenerationMethods'];
  // What only makes vectors or pictures cannot hold a conversation.
  if (kind === 'google' && Array.isArray(methods) && !methods.includes('generateContent'))
    return [];
  const label = nameIn(
    item['display_name'] ?? item['displayName'] ?? (kind === 'google' ? undefined : item['name']),
  )?.slice(0, LONGEST_NAME);
  const window = [item['context_length'], item['max_model_len'], item['inputTokenLimit']].find(
    (value) => typeof value === 'number' && Number.isInteger(value) && value > 0,
  );
  return [
    {
      id,
      ...(label === undefined || label === id ? {} : { label }),
      ...(typeof window === 'number' ? { contextWindow: window } : {}),
    },
  ];
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
