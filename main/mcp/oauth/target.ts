import { readDemand } from './challenge.ts';
import type { ServerDemand } from './challenge.ts';
import type { CredentialKey } from './credential.ts';
import { fetchForServer } from './deps-fetch.ts';
import type { ServerFetch } from './deps-fetch.ts';
import { discoverProtection, discoverServer } from './discovery.ts';
import type { AuthorizationServer, Protection } from './discovery.ts';
import { foreignText } from './foreign-text.ts';
import type { OAuthDeps, ServerAuthOptions } from './oauth-contract.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { messageOf } from '../../../shared/lib/errors.ts';

/** What a token is to be had for, and from whom. */
export interface Target {
  readonly key: CredentialKey;
  readonly protection: Protection;
  readonly server: AuthorizationServer;
}

/** How long metadata of an authorization server is used without being read again, in ms. */
const METADATA_AGE_MS = 3_600_000;

/** Finds out, for one MCP server, who gives tokens for it. Rejections are `OAuthFailure`s. */
export class TargetFinder {
  readonly #options: ServerAuthOptions;
  readonly #deps: OAuthDeps;
  readonly #servers = new Map<
    string,
    { readonly at: number; readonly server: AuthorizationServer }
  >();
  readonly #closing: AbortSignal;
  #fetch: Promise<ServerFetch> | undefined;

  constructor(options: ServerAuthOptions, deps: OAuthDeps, closing: AbortSignal) {
    this.#closing = closing;
    this.#options = options;
    this.#deps = deps;
  }

  /** The fetch for everything that this server names. */
  fetch(): Promise<ServerFetch> {
    const { serverUrl, caFile } = this.#options;
    this.#fetch ??= fetchForServer(serverUrl, this.#deps, this.#closing, caFile);
    return this.#fetch;
  }

  /** Asks the server anew. `preferred` are issuers that there are tokens of, which are taken where it names several. */
  async find(demand: ServerDemand | undefined, preferred: readonly string[]): Promise<Target> {
    const { serverUrl, serverId, account, client } = this.#options;
    const { fetch } = await this.fetch();
    const known = demand ?? (await this.#askForDemand());
    const protection = await discoverProtection(serverUrl, known, fetch);
    const wanted = [client?.issuer, ...preferred].find(
      (issuer) => issuer !== undefined && protection.issuers.includes(issuer),
    );
    const issuer = wanted ?? protection.issuers[0] ?? new URL(serverUrl).origin;
    this.#servers.clear();
    const server = await this.server(issuer, protection.isLegacy);
    const key = {
      serverId,
      issuer: server.issuer,
      resource: protection.resource,
      account: account ?? '',
    };
    return { key, protection, server };
  }

  /** Sends a harmless request without a token, since some servers tell only in their refusal where their metadata are. */
  async #askForDemand(): Promise<ServerDemand | undefined> {
    const { fetch } = await this.fetch();
    try {
      return readDemand(
        await fetch(this.#options.serverUrl, {
          method: 'POST',
          what: 'server',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 'sign-in', method: 'ping' }),
        }),
      );
    } catch {
      return undefined;
    }
  }

  /** The metadata of an authorization server, not older than an hour. */
  async server(issuer: string, isLegacy: boolean): Promise<AuthorizationServer> {
    const now = this.#deps.clock.now();
    const cached = this.#servers.get(issuer);
    if (cached && now >= cached.at && now - cached.at < METADATA_AGE_MS) return cached.server;
    await this.#validate(issuer);
    const { fetch } = await this.fetch();
    // A server of the older age is asked at its origin, whatever name it gives to itself there.
    const asked = isLegacy ? new URL(this.#options.serverUrl).origin : issuer;
    const server = await discoverServer(asked, { isLegacy, get: fetch });
    this.#servers.set(server.issuer, { at: now, server });
    return server;
  }

  async #validate(issuer: string): Promise<void> {
    const { serverUrl, validateAuthorizationServer } = this.#options;
    if (!URL.canParse(issuer)) {
      throw new OAuthFailure(
        'metadata-invalid',
        `The server names no usable authorization server (${foreignText(issuer)}).`,
      );
    }
    try {
      await validateAuthorizationServer?.(new URL(serverUrl), new URL(issuer));
    } catch (cause) {
      throw new OAuthFailure(
        'refused-by-host',
        `The authorization server ${foreignText(issuer)} is not allowed here: ${messageOf(cause)}`,
        { issuer, cause },
      );
    }
  }
}
