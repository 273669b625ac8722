import { isJsonObject } from '../../../../shared/lib/json.ts';
import { askJson, registryFailure } from './ask-json.ts';
import type { AskDeps } from './ask-json.ts';
import { registryPage, registryServer } from './registry-entry.ts';
import type { RegistryServer } from './registry-entry.ts';

/** The registry that the makers of the protocol run. */
export const OFFICIAL_REGISTRY = 'https://registry.modelcontextprotocol.io';
const PAGE_SIZE = 30;

const failed = registryFailure('servers', 'What you added already works on.');

export interface RegistryClientDeps extends AskDeps {
  readonly baseUrl: string;
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
    const page = registryPage.safeParse(await askJson(url, this.deps, signal, failed));
    if (!page.success) throw failed(url, 'Its answer is no list of servers.');
    const servers = page.data.servers.flatMap((entry) => {
      // Older registries put the server at the top, newer ones beside its status.
      const server = isJsonObject(entry) && 'server' in entry ? entry['server'] : entry;
      const parsed = registryServer.safeParse(server);
      return parsed.success ? [parsed.data] : [];
    });
    return { servers, nextCursor: page.data.metadata.nextCursor || undefined };
  }
}
