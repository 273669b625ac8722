import { canonicalJson, isDeeperThan } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';

const MAX_ENTRIES = 200;
const DEPTH_CAP = 200;
/** Longest that a server may have an answer kept, in ms. */
const MAX_TTL_MS = 24 * 3_600_000;

const cached = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

const staleBy: Readonly<Record<string, readonly string[]>> = {
  'notifications/tools/list_changed': ['tools/list'],
  'notifications/prompts/list_changed': ['prompts/list'],
  'notifications/resources/list_changed': ['resources/list', 'resources/templates/list'],
};

/**
 * Answers that a server of the modern era allows to keep (`ttlMs`). One belongs to one connection, and so to one
 * account: what is private never crosses over.
 */
export class ResultCache {
  readonly #entries = new Map<string, { readonly until: number; readonly result: JsonObject }>();

  constructor(private readonly clock: Clock) {}

  get(method: string, params: JsonObject): JsonObject | undefined {
    if (!cached.has(method)) return undefined;
    const key = keyOf(method, params);
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until > this.clock.now()) return structuredClone(entry.result);
    this.#entries.delete(key);
    return undefined;
  }

  put(method: string, params: JsonObject, result: JsonObject): void {
    const ttl = result['ttlMs'];
    if (!cached.has(method) || typeof ttl !== 'number' || !(ttl > 0)) return;
    // What is nested so deep that it cannot be copied is not kept.
    if (isDeeperThan(result, DEPTH_CAP)) return;
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(keyOf(method, params), {
      until: this.clock.now() + Math.min(ttl, MAX_TTL_MS),
      result: structuredClone(result),
    });
  }

  /** Forgets what a notification says is old. */
  notified(method: string, params: JsonObject): void {
    if (method === 'notifications/resources/updated') {
      this.#entries.delete(keyOf('resources/read', { uri: params['uri'] }));
      return;
    }
    const stale = Object.hasOwn(staleBy, method) ? staleBy[method] : undefined;
    for (const one of stale ?? []) this.forget(one);
  }

  forget(method: string): void {
    for (const key of [...this.#entries.keys()])
      if (key.startsWith(`${method} `)) this.#entries.delete(key);
  }
}

function keyOf(method: string, params: JsonObject): string {
  return `${method} ${canonicalJson(params)}`;
}
