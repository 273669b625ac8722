import { randomUUID } from 'node:crypto';
import { sha256, thumbprint, verifyJws } from './jws.ts';
import type { OAuthScript } from './oauth-faults.ts';

export interface IssuedToken {
  readonly family: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string;
  /** Thumbprint of the key that it is bound to. */
  readonly jkt: string | undefined;
}

interface Grant extends Omit<IssuedToken, 'family' | 'jkt'> {
  readonly redirectUri: string;
  readonly challenge: string;
  /** Who signed in, where the page asked. */
  readonly person?: string | undefined;
}

/** An error answer of the token endpoint. */
export class TokenError extends Error {
  constructor(
    readonly error: string,
    readonly status = 400,
  ) {
    super(error);
  }
}

const NONCE = 'nonce-of-the-script';

/** Codes, access and refresh tokens of the scripted server, and who may have them. */
export class TokenDesk {
  readonly access = new Map<string, IssuedToken>();
  readonly refresh = new Map<string, IssuedToken>();
  readonly #spent = new Map<string, string>();
  readonly #codes = new Map<string, Grant>();
  readonly #proofs = new Set<string>();
  readonly clients = new Map<
    string,
    { secret: string | undefined; redirectUris: readonly string[] }
  >();
  readonly #script: OAuthScript;
  /** How often a spent refresh token came again. */
  reuses = 0;

  constructor(script: OAuthScript) {
    this.#script = script;
  }

  code(grant: Grant): string {
    const code = randomUUID();
    this.#codes.set(code, grant);
    return code;
  }

  /** The answer to a token request whose client has been authenticated. */
  answer(
    form: Readonly<Record<string, string>>,
    clientId: string,
    jkt: string | undefined,
  ): Readonly<Record<string, unknown>> {
    switch (form['grant_type']) {
      case 'authorization_code':
        return this.#issue(this.#redeem(form, clientId), jkt);
      case 'refresh_token':
        return this.#renew(form, clientId, jkt);
      case 'client_credentials':
        return this.#issue(this.#direct(form, clientId), jkt, false);
      case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
        this.#checkAssertion(form['assertion'] ?? '');
        return this.#issue(this.#direct(form, clientId), jkt, false);
      default:
        throw new TokenError('unsupported_grant_type');
    }
  }

  #direct(form: Readonly<Record<string, string>>, clientId: string): Omit<IssuedToken, 'jkt'> {
    return {
      family: randomUUID(),
      clientId,
      scope: form['scope'] ?? '',
      resource: form['resource'] ?? '',
    };
  }

  #redeem(form: Readonly<Record<string, string>>, clientId: string): Omit<IssuedToken, 'jkt'> {
    const code = form['code'] ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const isGood =
      grant !== undefined &&
      grant.clientId === clientId &&
      grant.redirectUri === form['redirect_uri'] &&
      grant.resource === form['resource'] &&
      sha256(form['code_verifier'] ?? '') === grant.challenge;
    if (!isGood) throw new TokenError('invalid_grant');
    const family = [grant.person, randomUUID()].filter((part) => part !== undefined).join(' ');
    return { family, clientId, scope: grant.scope, resource: grant.resource };
  }

  #renew(
    form: Readonly<Record<string, string>>,
    clientId: string,
    jkt: string | undefined,
  ): Readonly<Record<string, unknown>> {
    const sent = form['refresh_token'] ?? '';
    const family = this.#spent.get(sent);
    if (family !== undefined) {
      this.reuses += 1;
      this.endFamily(family);
      throw new TokenError('invalid_grant');
    }
    const token = this.refresh.get(sent);
    if (!token || token.clientId !== clientId || token.resource !== form['resource']) {
      throw new TokenError('invalid_grant');
    }
    if (this.#script.refresh === 'rotating') {
      this.refresh.delete(sent);
      this.#spent.set(sent, token.family);
    }
    return this.#issue(token, jkt);
  }

  endFamily(family: string): void {
    for (const tokens of [this.access, this.refresh]) {
      for (const [name, token] of tokens) if (token.family === family) tokens.delete(name);
    }
  }

  #issue(
    from: Omit<IssuedToken, 'jkt'>,
    jkt: string | undefined,
    withRefresh = true,
  ): Readonly<Record<string, unknown>> {
    const scope = this.#script.grantedScope ?? from.scope;
    const token: IssuedToken = { ...from, scope, jkt };
    const access = `at-${randomUUID()}`;
    this.access.set(access, token);
    const answer: Record<string, unknown> = {
      access_token: access,
      token_type: jkt === undefined ? 'Bearer' : 'DPoP',
      ...(scope === '' ? {} : { scope }),
    };
    if (this.#script.expiresIn !== undefined) answer['expires_in'] = this.#script.expiresIn;
    if (withRefresh && this.#script.refresh !== 'none') {
      const refresh = `rt-${randomUUID()}`;
      this.refresh.set(refresh, token);
      answer['refresh_token'] = refresh;
    }
    return answer;
  }

  #checkAssertion(assertion: string): void {
    const issuer = issuerOf(assertion);
    const key = this.#script.publicKeys[issuer];
    if (!key) throw new TokenError('invalid_grant');
    try {
      verifyJws(assertion, key);
    } catch {
      throw new TokenError('invalid_grant');
    }
  }

  /**
   * Checks a proof of possession: for this method and address, with this token, never seen before. Returns the key's
   * thumbprint; throws what is wrong, `use_dpop_nonce` included.
   */
  checkProof(proof: string, method: string, address: string, accessToken?: string): string {
    const { header, payload } = verifyJws(proof);
    const jti = String(payload['jti']);
    const isGood =
      header['typ'] === 'dpop+jwt' &&
      payload['htm'] === method &&
      payload['htu'] === address &&
      !this.#proofs.has(jti) &&
      payload['ath'] === (accessToken === undefined ? undefined : sha256(accessToken));
    this.#proofs.add(jti);
    if (!isGood) throw new TokenError('invalid_dpop_proof');
    if (this.#script.dpop === 'with-nonces' && payload['nonce'] !== NONCE) {
      throw new TokenError('use_dpop_nonce');
    }
    return thumbprint(header['jwk'] as object);
  }

  get nonce(): string {
    return NONCE;
  }
}

function issuerOf(assertion: string): string {
  try {
    const [, body] = assertion.split('.');
    const payload = JSON.parse(Buffer.from(body ?? '', 'base64url').toString('utf8')) as {
      iss?: unknown;
    };
    return String(payload.iss);
  } catch {
    return '';
  }
}
