import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, sendJson, serve, stop } from './http-parts.ts';
import { verifyJws } from './jws.ts';
import { faultless } from './oauth-faults.ts';
import type { OAuthRequest, OAuthScript } from './oauth-faults.ts';
import { ProtectedResource } from './protected-resource.ts';
import { TokenDesk, TokenError } from './token-desk.ts';

/** A scripted authorization server with a protected MCP server, each on a loopback port. Whoever starts it closes it. */
export interface ScriptedOAuth {
  /** Address of the MCP server. */
  readonly mcpUrl: string;
  readonly issuer: string;
  /** May be changed at any time. */
  readonly script: OAuthScript;
  readonly desk: TokenDesk;
  readonly requests: readonly OAuthRequest[];
  /** Requests to the authorization server whose path ends so. */
  to(path: string): readonly OAuthRequest[];
  /** Does what a person and a browser do: opens the page, consents. Gives the address that the browser is sent to. */
  consent(authUrl: string): Promise<string>;
  /** Lets a held token request go on. */
  release(): void;
  /** Resolves when a token request is held. */
  held(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the pair. A script given by another pair's `script` makes this MCP server point to that authorization server. */
export async function startOAuthServer(changes: Partial<OAuthScript> = {}): Promise<ScriptedOAuth> {
  const script: OAuthScript = { ...faultless, ...changes };
  const requests: OAuthRequest[] = [];
  const desk = new TokenDesk(script);
  for (const [id, secret] of Object.entries(script.knownClients)) {
    desk.clients.set(id, { secret, redirectUris: [] });
  }
  const server = new AuthorizationEndpoints(script, desk, requests);
  const authorization = await serve((request, response) => server.handle(request, response));
  server.origin = authorization.origin;
  const resource = new ProtectedResource(script, desk, requests, () => server.issuer);
  const protectedServer = await serve((request, response) => resource.handle(request, response));
  resource.origin = protectedServer.origin;
  resource.fallback = (request, response) =>
    server.handle(request, response, protectedServer.origin);
  return {
    mcpUrl: `${protectedServer.origin}/mcp`,
    get issuer() {
      return server.issuer;
    },
    script,
    desk,
    requests,
    to: (path) => requests.filter((one) => one.at === 'authorization' && one.path.endsWith(path)),
    consent: async (authUrl) => {
      const answer = await fetch(authUrl, { redirect: 'manual' });
      const location = answer.headers.get('location');
      if (location === null)
        throw new Error(`The sign-in page answered ${answer.status}: ${await answer.text()}`);
      return location;
    },
    release: () => server.release(),
    held: () => server.held,
    close: async () => {
      server.release();
      await Promise.all([stop(authorization.server), stop(protectedServer.server)]);
    },
  };
}

class AuthorizationEndpoints {
  origin = '';
  readonly #script: OAuthScript;
  readonly #desk: TokenDesk;
  readonly #requests: OAuthRequest[];
  #go: () => void = () => undefined;
  #markHeld: () => void = () => undefined;
  held: Promise<void>;

  constructor(script: OAuthScript, desk: TokenDesk, requests: OAuthRequest[]) {
    this.#script = script;
    this.#desk = desk;
    this.#requests = requests;
    this.held = new Promise((resolve) => {
      this.#markHeld = resolve;
    });
  }

  get issuer(): string {
    return `${this.origin}${this.#script.issuerPath}`;
  }

  release(): void {
    this.#go();
  }

  /** `origin` is another one when the MCP server is its own authorization server. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    origin = this.origin,
  ): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const body = await readBody(request);
    const isJson = request.headers['content-type']?.includes('json') === true;
    const form = Object.fromEntries(
      isJson ? url.searchParams : new URLSearchParams(`${url.search.slice(1)}&${body}`),
    );
    const json: unknown = isJson ? JSON.parse(body) : undefined;
    const { method = 'GET', headers } = request;
    this.#requests.push({ at: 'authorization', method, path: url.pathname, headers, form, json });
    const base = `${origin}${this.#script.issuerPath}`;
    switch (`${method} ${url.pathname}`) {
      case `GET ${this.#script.issuerPath}/authorize`:
        if (!this.#script.loginPage) return this.#authorize(form, response, base);
        sendLoginPage(form, response);
        return;
      case `POST ${this.#script.issuerPath}/authorize`:
        return this.#authorize(form, response, base);
      case `POST ${this.#script.issuerPath}/token`:
        return this.#token(form, headers, response, base);
      case `POST ${this.#script.issuerPath}/register`: {
        this.#register(json as Record<string, unknown>, response);
        return;
      }
      case `POST ${this.#script.issuerPath}/revoke`: {
        this.#revoke(form, response);
        return;
      }
      default: {
        this.#metadata(url.pathname, response, base);
        return;
      }
    }
  }

  #metadata(path: string, response: ServerResponse, base: string): void {
    const { issuerPath, metadata } = this.#script;
    const places = {
      oauth: `/.well-known/oauth-authorization-server${issuerPath}`,
      oidc: `/.well-known/openid-configuration${issuerPath}`,
      'oidc-appended': `${issuerPath}/.well-known/openid-configuration`,
    };
    const isWellKnown = path.includes('/.well-known/');
    if (metadata === 'status-500' && isWellKnown) {
      sendJson(response, 500, {});
      return;
    }
    if (metadata === 'no-json' && path === places.oauth) {
      sendJson(response, 200, '<html>');
      return;
    }
    if (
      metadata === 'none' ||
      metadata === 'status-500' ||
      metadata === 'no-json' ||
      path !== places[metadata]
    ) {
      sendJson(response, 404, { error: 'not_found' });
      return;
    }
    sendJson(response, 200, this.#document(base));
  }

  #document(base: string): Readonly<Record<string, unknown>> {
    const script = this.#script;
    const document: Record<string, unknown> = {
      issuer: script.echoedIssuer ?? base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      ...(script.registration === 'absent' ? {} : { registration_endpoint: `${base}/register` }),
      ...(script.registration === 'null' ? { registration_endpoint: null } : {}),
      ...(script.revocation ? { revocation_endpoint: `${base}/revoke` } : {}),
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: [script.clientAuth],
      code_challenge_methods_supported: script.pkceMethods,
      scopes_supported: script.scopesSupported,
      authorization_response_iss_parameter_supported: script.issAdvertised || undefined,
      client_id_metadata_document_supported: script.metadataDocuments || undefined,
      ...(script.dpop === 'off' ? {} : { dpop_signing_alg_values_supported: ['ES256'] }),
    };
    return { ...document, ...script.metadataFields };
  }

  async #authorize(
    form: Readonly<Record<string, string>>,
    response: ServerResponse,
    base: string,
  ): Promise<void> {
    const {
      client_id = '',
      redirect_uri = '',
      code_challenge = '',
      scope = '',
      resource = '',
    } = form;
    const refusal = await this.#refuseClient(client_id, redirect_uri);
    if (refusal !== undefined || form['code_challenge_method'] !== 'S256') {
      sendJson(response, 400, { error: refusal ?? 'invalid_request' });
      return;
    }
    const target = new URL(redirect_uri);
    if (this.#script.consent === 'yes' && form['answer'] !== 'deny') {
      const code = this.#desk.code({
        clientId: client_id,
        redirectUri: redirect_uri,
        challenge: code_challenge,
        scope,
        resource,
        person: form['person'],
      });
      target.searchParams.set('code', code);
    } else {
      const error = this.#script.consent === 'yes' ? 'access_denied' : this.#script.consent;
      target.searchParams.set('error', error);
      target.searchParams.set('error_description', 'Words of the script');
    }
    if (form['state'] !== undefined) target.searchParams.set('state', form['state']);
    const issuers = { right: base, wrong: 'https://evil.example.com', 'with-slash': `${base}/` };
    if (this.#script.iss !== 'absent') target.searchParams.set('iss', issuers[this.#script.iss]);
    response.writeHead(302, { location: target.href }).end();
  }

  async #refuseClient(clientId: string, redirectUri: string): Promise<string | undefined> {
    if (this.#script.metadataDocuments && URL.canParse(clientId)) {
      const answer = await fetch(clientId, { redirect: 'error' });
      const document = (await answer.json()) as { client_id?: unknown; redirect_uris?: unknown };
      const uris = Array.isArray(document.redirect_uris) ? document.redirect_uris.map(String) : [];
      if (document.client_id !== clientId || !uris.some((uri) => isAllowed(uri, redirectUri))) {
        return 'invalid_client';
      }
      this.#desk.clients.set(clientId, { secret: undefined, redirectUris: uris });
      return undefined;
    }
    const client = this.#desk.clients.get(clientId);
    if (!client) return 'unknown client';
    const { redirectUris } = client;
    if (redirectUris.length === 0 || redirectUris.some((uri) => isAllowed(uri, redirectUri)))
      return undefined;
    return 'redirect_uri is not registered';
  }

  #register(body: Readonly<Record<string, unknown>>, response: ServerResponse): void {
    const redirectUris = Array.isArray(body['redirect_uris'])
      ? body['redirect_uris'].map(String)
      : [];
    if (this.#script.registration === 'refused') {
      sendJson(response, 403, {
        error: 'access_denied',
        error_description: 'Not for everybody',
      });
      return;
    }
    const hasCustom = redirectUris.some((uri) => !uri.startsWith('http'));
    if (this.#script.registration === 'no-custom-scheme' && hasCustom) {
      sendJson(response, 400, { error: 'invalid_redirect_uri' });
      return;
    }
    const clientId = `client-${randomUUID()}`;
    const secret = this.#script.clientAuth === 'none' ? undefined : `s:e/cret ${randomUUID()}`;
    this.#desk.clients.set(clientId, { secret, redirectUris });
    sendJson(response, 201, {
      client_id: clientId,
      ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
      token_endpoint_auth_method: this.#script.clientAuth,
      redirect_uris: redirectUris,
    });
  }

  async #token(
    form: Readonly<Record<string, string>>,
    headers: IncomingMessage['headers'],
    response: ServerResponse,
    base: string,
  ): Promise<void> {
    const { token } = this.#script;
    if (token === 'status-500') {
      sendJson(response, 500, { error: 'server_error' });
      return;
    }
    if (token === 'no-json') {
      sendJson(response, 200, 'no tokens here');
      return;
    }
    if (token === 'hold') {
      await new Promise<void>((resolve) => {
        this.#go = resolve;
        this.#markHeld();
      });
    }
    try {
      const error = this.#script.tokenErrors.shift();
      if (error !== undefined) throw new TokenError(error);
      const clientId = this.#authenticate(form, headers, base);
      const proof = headers['dpop'];
      if (this.#script.dpop !== 'off' && typeof proof !== 'string')
        throw new TokenError('invalid_dpop_proof');
      const jkt =
        typeof proof === 'string'
          ? this.#desk.checkProof(proof, 'POST', `${base}/token`)
          : undefined;
      const answer = this.#desk.answer(form, clientId, jkt);
      if (token === 'drop') return void response.destroy();
      sendJson(response, 200, answer);
    } catch (failure) {
      if (!(failure instanceof TokenError)) throw failure;
      const status = token === 'error-with-200' ? 200 : failure.status;
      const nonce = failure.error === 'use_dpop_nonce' ? { 'dpop-nonce': this.#desk.nonce } : {};
      sendJson(
        response,
        status,
        { error: failure.error, error_description: 'Words of the script' },
        { ...nonce },
      );
    }
  }

  #authenticate(
    form: Readonly<Record<string, string>>,
    headers: IncomingMessage['headers'],
    base: string,
  ): string {
    const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
    const [basicId, basicSecret] = basic
      ? Buffer.from(basic, 'base64').toString('utf8').split(':').map(formDecode)
      : [];
    const clientId = basicId ?? form['client_id'] ?? '';
    const client = this.#desk.clients.get(clientId);
    const isGood = {
      none: () => basic === undefined && form['client_secret'] === undefined,
      client_secret_basic: () => client !== undefined && basicSecret === client.secret,
      client_secret_post: () =>
        client !== undefined && form['client_secret'] === client.secret && basic === undefined,
      private_key_jwt: () => {
        const { payload } = verifyJws(
          form['client_assertion'] ?? '',
          this.#script.publicKeys[clientId],
        );
        return (
          payload['iss'] === clientId && payload['sub'] === clientId && payload['aud'] === base
        );
      },
    };
    const needsClient = !form['grant_type']?.endsWith('jwt-bearer');
    if ((needsClient && !client) || !isGood[this.#script.clientAuth]())
      throw new TokenError('invalid_client', 401);
    return clientId;
  }

  #revoke(form: Readonly<Record<string, string>>, response: ServerResponse): void {
    const token = form['token'] ?? '';
    const found = this.#desk.refresh.get(token) ?? this.#desk.access.get(token);
    if (found) this.#desk.endFamily(found.family);
    response.writeHead(200).end();
  }
}

/** A page for a person: a name, and two answers. */
function sendLoginPage(form: Readonly<Record<string, string>>, response: ServerResponse): void {
  const escape = (text: string): string =>
    text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
  const kept = Object.entries(form).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><title>Scripted sign-in</title><form method="post" action="authorize">${kept.join('')}
<label>Name <input name="person"></label>
<button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></form></html>`,
  );
}

/** As registered; of a loopback address without a port, any port. */
function isAllowed(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  const [left, right] = [new URL(registered), new URL(asked)];
  return (
    left.hostname === '127.0.0.1' &&
    left.port === '' &&
    left.hostname === right.hostname &&
    left.pathname === right.pathname
  );
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
