import { ParleyError, messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { Clock } from '../../../lib/clock.ts';
import { registryPage, registryServer } from './registry-entry.ts';
import type { RegistryServer } from './registry-entry.ts';

/** The registry that the makers of the protocol run. */
export const OFFICIAL_REGISTRY = 'https://registry.modelcontextprotocol.io';
const PAGE_SIZE = 30;
const MAX_BYTES = 8_000_000;
const LIMIT_MS = 20_000;

export interface RegistryClientDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly baseUrl: string;
  readonly clock: Clock;
}

export interface RegistryResults {
  readonly servers: readonly RegistryServer[];
  /** Asks for the next page. */
  readonly nextCursor: string | undefined;
}

/** Searches a registry of servers. Nothing is asked before a person asks, and nothing but the search goes out. */
export class RegistryClient {
  constructor(private readonly deps: RegistryClientDeps) {}

  get host(): string {
    return new URL(this.deps.baseUrl).host;
  }

  /** Rejects with `registry.failed` and the reason: not reachable, an error answer, or one that is no list of servers. */
  async search(
    search: string,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<RegistryResults> {
    const url = new URL('v0/servers', `${this.deps.baseUrl.replace(/\/+$/, '')}/`);
    url.searchParams.set('limit', String(PAGE_SIZE));
    url.searchParams.set('version', 'latest');
    if (search !== '') url.searchParams.set('search', search);
    if (cursor !== undefined) url.searchParams.set('cursor', cursor);
    const page = registryPage.safeParse(await this.#json(url, signal));
    if (!page.success) throw failed(url, 'Its answer is no list of servers.');
    const servers = page.data.servers.flatMap((entry) => {
      // Older registries put the server at the top, newer ones beside its status.
      const server = isJsonObject(entry) && 'server' in entry ? entry['server'] : entry;
      const parsed = registryServer.safeParse(server);
      return parsed.success ? [parsed.data] : [];
    });
    return { servers, nextCursor: page.data.metadata.nextCursor || undefined };
  }

  async #json(url: URL, signal: AbortSignal): Promise<unknown> {
    const giveUp = new AbortController();
    const cancel = this.deps.clock.after(LIMIT_MS, () => {
      giveUp.abort(new Error(`There was no answer in ${String(LIMIT_MS / 1_000)} seconds.`));
    });
    try {
      const response = await this.deps.fetch(url, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.any([signal, giveUp.signal]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`It answered with the status ${String(response.status)}.`);
      }
      return JSON.parse(await boundedText(response)) as unknown;
    } catch (failure) {
      signal.throwIfAborted();
      throw failed(url, reasonOf(giveUp.signal.aborted ? giveUp.signal.reason : failure), failure);
    } finally {
      cancel();
    }
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > MAX_BYTES) throw new Error('Its answer is larger than 8 MB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return cause instanceof Error ? cause.message : messageOf(failure);
}

function failed(url: URL, reason: string, cause?: unknown): ParleyError {
  const message = `${url.host} could not be asked for servers. ${reason} What you added already works on.`;
  return new ParleyError('registry.failed', message, { retryable: true, cause });
}
