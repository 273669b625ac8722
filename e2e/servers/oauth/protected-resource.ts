import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, sendJson } from './http-parts.ts';
import type { OAuthRequest, OAuthScript } from './oauth-faults.ts';
import type { IssuedToken, TokenDesk } from './token-desk.ts';

interface RpcCall {
  readonly id?: string | number;
  readonly method?: string;
}

/** A small MCP server over Streamable HTTP without sessions, one tool `whoami`, that wants a token for every request. */
export class ProtectedResource {
  origin = '';
  /** Serves what this one does not know: a server of the older age is its own authorization server. */
  fallback: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () =>
    undefined;
  readonly #script: OAuthScript;
  readonly #desk: TokenDesk;
  readonly #requests: OAuthRequest[];
  readonly #issuer: () => string;

  constructor(
    script: OAuthScript,
    desk: TokenDesk,
    requests: OAuthRequest[],
    issuer: () => string,
  ) {
    this.#script = script;
    this.#desk = desk;
    this.#requests = requests;
    this.#issuer = issuer;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const isMetadata = url.pathname.startsWith('/.well-known/oauth-protected-resource');
    if (url.pathname !== '/mcp' && !isMetadata) return this.fallback(request, response);
    const body = await readBody(request);
    const { method = 'GET', headers } = request;
    const json = method === 'POST' ? (JSON.parse(body) as RpcCall) : undefined;
    const form = Object.fromEntries(url.searchParams);
    this.#requests.push({ at: 'resource', method, path: url.pathname, headers, form, json });
    if (isMetadata) {
      this.#metadata(url.pathname, response);
      return;
    }
    if (method !== 'POST') return void response.writeHead(405).end();
    const token = this.#accepted(request, response);
    if (!token) return;
    const needed =
      this.#script.requiredScopes[json?.method ?? ''] ?? this.#script.requiredScopes['*'];
    const granted = token.scope.split(' ');
    if (needed?.split(' ').some((scope) => !granted.includes(scope)) === true) {
      this.#challenge(response, 403, `error="insufficient_scope", scope="${needed}"`);
      return;
    }
    answerRpc(json ?? {}, token, response);
  }

  #metadata(path: string, response: ServerResponse): void {
    const places: Partial<Record<OAuthScript['prm'], string>> = {
      path: '/.well-known/oauth-protected-resource/mcp',
      root: '/.well-known/oauth-protected-resource',
    };
    const { prm } = this.#script;
    if (prm === 'status-500') {
      sendJson(response, 500, {});
      return;
    }
    if (prm === 'no-json') {
      sendJson(response, 200, '<html>');
      return;
    }
    if (
      prm === 'none' ||
      path !== (places[prm] ?? '/.well-known/oauth-protected-resource/special')
    ) {
      const isPlaced = prm === 'other-resource' || prm === 'without-servers';
      if (!isPlaced || path !== places.path) {
        sendJson(response, 404, {});
        return;
      }
    }
    sendJson(response, 200, {
      resource: prm === 'other-resource' ? 'https://other.example.com/mcp' : `${this.origin}/mcp`,
      ...(prm === 'without-servers' ? {} : { authorization_servers: [this.#issuer()] }),
      scopes_supported: this.#script.resourceScopes,
      dpop_bound_access_tokens_required: this.#script.dpop !== 'off' || undefined,
    });
  }

  #accepted(request: IncomingMessage, response: ServerResponse): IssuedToken | undefined {
    const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ');
    const token = this.#desk.access.get(value);
    const proof = request.headers['dpop'];
    const wanted = token?.jkt === undefined ? 'Bearer' : 'DPoP';
    let error = 'invalid_token';
    if (token && scheme === wanted && token.resource === `${this.origin}/mcp`) {
      if (token.jkt === undefined) return token;
      try {
        const jkt = this.#desk.checkProof(String(proof), 'POST', `${this.origin}/mcp`, value);
        if (jkt === token.jkt) return token;
      } catch (failure) {
        error = failure instanceof Error ? failure.message : error;
      }
    }
    const scope = this.#script.requiredScopes['*'];
    const named =
      this.#script.challengeNamesScope && scope !== undefined ? `, scope="${scope}"` : '';
    this.#challenge(response, 401, `error="${error}"${named}`);
    return undefined;
  }

  #challenge(response: ServerResponse, status: number, parameters: string): void {
    const { challenge, prm, prmAddress } = this.#script;
    const announced =
      prmAddress ??
      (prm === 'header'
        ? `${this.origin}/.well-known/oauth-protected-resource/special`
        : undefined);
    const scheme = challenge === 'dpop' ? 'DPoP' : 'Bearer';
    const metadata = announced === undefined ? '' : `, resource_metadata="${announced}"`;
    const before = challenge === 'after-basic' ? 'Basic realm="a, \\"b\\" scope=\\"no\\"", ' : '';
    sendJson(
      response,
      status,
      { error: 'refused' },
      {
        'www-authenticate': `${before}${scheme} ${parameters}${metadata}`,
        ...(parameters.includes('use_dpop_nonce') ? { 'dpop-nonce': this.#desk.nonce } : {}),
      },
    );
  }
}

function answerRpc(call: RpcCall, token: IssuedToken, response: ServerResponse): void {
  if (call.id === undefined) return void response.writeHead(202).end();
  const results: Readonly<Record<string, unknown>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'protected', version: '1.0.0' },
    },
    'tools/list': { tools: [{ name: 'whoami', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: token.family }] },
  };
  const result = results[call.method ?? ''];
  const outcome =
    result === undefined ? { error: { code: -32601, message: 'No such method' } } : { result };
  sendJson(response, 200, { jsonrpc: '2.0', id: call.id, ...outcome });
}
