import { afterEach, describe, expect, it } from 'vitest';
import { readBody, sendJson, serve, stop } from '../../../e2e/servers/oauth/http-parts.ts';
import type { AssertionContext } from './direct-grant.ts';
import { callWith, startHarness } from './testing/oauth-harness.ts';
import type { HarnessOptions, OAuthHarness } from './testing/oauth-harness.ts';
import { createSigner } from './testing/signed-token.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(setup: HarnessOptions): Promise<OAuthHarness> {
  const harness = await startHarness(setup);
  closers.push(() => harness.close());
  return harness;
}

function forms(harness: OAuthHarness): readonly Readonly<Record<string, string>>[] {
  return harness.scripted.to('/token').map(({ form }) => form);
}

describe('client credentials', () => {
  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'work with %s, without a page [OA-9]',
    async (clientAuth) => {
      const harness = await start({
        script: { clientAuth, knownClients: { 'my:id': 'a secret/+%' }, resourceScopes: ['read'] },
        options: {
          client: { clientId: 'my:id', clientSecret: 'a secret/+%' },
          grant: { type: 'client-credentials' },
        },
      });
      expect((await harness.call()).status).toBe(200);
      expect((await harness.call()).status).toBe(200);
      expect(forms(harness)).toEqual([
        expect.objectContaining({
          grant_type: 'client_credentials',
          resource: harness.scripted.mcpUrl,
          scope: 'read',
        }),
      ]);
      expect(harness.pages).toEqual([]);
      expect(harness.scripted.to('/register')).toEqual([]);
    },
  );

  it('work with a signed assertion, which names the issuer [OA-9]', async () => {
    const signer = createSigner();
    const harness = await start({
      script: {
        clientAuth: 'private_key_jwt',
        knownClients: { robot: undefined },
        publicKeys: { robot: signer.publicKey },
      },
      options: {
        client: { clientId: 'robot', signingKey: { privateKey: signer.privateKey, alg: 'ES256' } },
        grant: { type: 'client-credentials' },
      },
    });
    expect((await harness.call()).status).toBe(200);
    expect(forms(harness)[0]).toMatchObject({
      client_id: 'robot',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
  });

  it('are asked for again when the token ends or is refused [OA-9]', async () => {
    const harness = await start({
      script: { knownClients: { robot: undefined }, expiresIn: 100 },
      options: { client: { clientId: 'robot' }, grant: { type: 'client-credentials' } },
    });
    await harness.call();
    harness.clock.advance(200_000);
    await harness.call();
    harness.scripted.desk.access.clear();
    const answers = await Promise.all([harness.call(), harness.call(), harness.call()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(forms(harness)).toHaveLength(3);
  });

  it('that are refused are not asked for by every call, until somebody asks by hand [OA-9]', async () => {
    const harness = await start({
      script: { knownClients: { robot: undefined } },
      options: { client: { clientId: 'robot' }, grant: { type: 'client-credentials' } },
    });
    harness.scripted.script.tokenErrors.push('unauthorized_client');
    await expect(harness.call()).rejects.toMatchObject({ code: 'token-refused' });
    await expect(harness.call()).rejects.toMatchObject({ code: 'token-refused' });
    expect(forms(harness)).toHaveLength(1);
    await expect(harness.auth.signIn()).resolves.toMatchObject({ requiresUserAction: false });
    expect((await harness.call()).status).toBe(200);
  });

  it('without a client say so [OA-9]', async () => {
    const harness = await start({ options: { grant: { type: 'client-credentials' } } });
    await expect(harness.call()).rejects.toMatchObject({ code: 'client-id-needed' });
  });
});

describe('an assertion of a workload', () => {
  it('is made for the issuer and resource at hand, and sent once [OA-9]', async () => {
    const signer = createSigner();
    const contexts: AssertionContext[] = [];
    const harness = await start({
      script: {
        publicKeys: { 'https://workload.example.com': signer.publicKey },
        resourceScopes: ['read'],
      },
      options: {
        client: { clientId: 'workload' },
        grant: {
          type: 'jwt-bearer',
          assertion: async (context) => {
            contexts.push(context);
            return signer.sign({ iss: 'https://workload.example.com', aud: context.issuer });
          },
        },
      },
    });
    expect((await harness.call()).status).toBe(200);
    expect(contexts).toEqual([
      {
        issuer: harness.scripted.issuer,
        resource: harness.scripted.mcpUrl,
        scope: 'read',
        tokenEndpoint: `${harness.scripted.issuer}/token`,
      },
    ]);
    expect(forms(harness)).toEqual([
      expect.objectContaining({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        resource: harness.scripted.mcpUrl,
        client_id: 'workload',
      }),
    ]);
  });

  it('that is refused is never sent again, and nothing else is tried [OA-9]', async () => {
    let assertion = 'a.b.c';
    const harness = await start({
      options: { grant: { type: 'jwt-bearer', assertion: async () => assertion } },
    });
    await expect(harness.call()).rejects.toMatchObject({
      code: 'token-refused',
      details: { error: 'invalid_grant' },
    });
    harness.clock.advance(3_600_000);
    await expect(harness.call()).rejects.toMatchObject({ code: 'token-refused' });
    expect(forms(harness)).toHaveLength(1);
    expect(harness.pages).toEqual([]);
    assertion = 'd.e.f';
    await expect(harness.call()).rejects.toMatchObject({ code: 'token-refused' });
    expect(forms(harness).map(({ assertion: sent }) => sent)).toEqual(['a.b.c', 'd.e.f']);
  });
});

describe("an enterprise's identity provider", () => {
  it('exchanges the ID token for a grant to this server, with which the token is had [OA-9]', async () => {
    const signer = createSigner();
    const exchanges: Readonly<Record<string, string>>[] = [];
    const idp = await serve(async (request, response) => {
      if (request.url?.startsWith('/.well-known/openid-configuration')) {
        sendJson(response, 200, {
          issuer: idp.origin,
          token_endpoint: `${idp.origin}/token`,
        });
        return;
      }
      if (request.url !== '/token') {
        sendJson(response, 404, {});
        return;
      }
      const form = Object.fromEntries(new URLSearchParams(await readBody(request)));
      exchanges.push(form);
      sendJson(response, 200, {
        access_token: signer.sign(
          { iss: idp.origin, aud: form['audience'] },
          { typ: 'oauth-id-jag+jwt' },
        ),
        issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        token_type: 'N_A',
      });
    });
    closers.push(() => stop(idp.server));
    const harness = await start({
      script: {
        clientAuth: 'client_secret_basic',
        knownClients: { mine: 'secret' },
        publicKeys: { [idp.origin]: signer.publicKey },
        resourceScopes: ['read'],
      },
      options: {
        client: { clientId: 'mine', clientSecret: 'secret' },
        grant: {
          type: 'enterprise',
          identityProvider: {
            issuer: idp.origin,
            clientId: 'idp-client',
            idToken: async () => 'id-token',
          },
        },
      },
    });
    expect((await harness.call()).status).toBe(200);
    expect(exchanges).toEqual([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        audience: harness.scripted.issuer,
        resource: harness.scripted.mcpUrl,
        scope: 'read',
        subject_token: 'id-token',
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        client_id: 'idp-client',
      },
    ]);
  });

  it('that gives another kind of token is refused [OA-9]', async () => {
    const idp = await serve(async (_request, response) =>
      sendJson(response, 200, {
        access_token: 'x',
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      }),
    );
    closers.push(() => stop(idp.server));
    const harness = await start({
      script: { knownClients: { mine: undefined } },
      options: {
        client: { clientId: 'mine' },
        grant: {
          type: 'enterprise',
          identityProvider: {
            issuer: idp.origin,
            tokenEndpoint: `${idp.origin}/token`,
            clientId: 'c',
            idToken: async () => 'i',
          },
        },
      },
    });
    await expect(harness.call()).rejects.toMatchObject({ code: 'metadata-invalid' });
    expect(forms(harness)).toEqual([]);
  });
});

describe('proofs of possession', () => {
  it.each(['required', 'with-nonces'] as const)(
    'bind the token where they are %s, and go with each request [OA-9]',
    async (dpop) => {
      const harness = await start({ script: { dpop, challenge: 'dpop' } });
      expect((await harness.call()).status).toBe(200);
      expect((await harness.call()).status).toBe(200);
      const sent = harness.scripted.requests.filter(({ headers }) => headers['dpop'] !== undefined);
      const proofs = sent.map(({ headers }) => headers['dpop']);
      expect(new Set(proofs).size).toBe(proofs.length);
      expect(harness.scripted.requests.at(-1)?.headers.authorization).toMatch(/^DPoP /);
    },
  );

  it('go on with the same key after a restart and a renewal [OA-9]', async () => {
    const harness = await start({ script: { dpop: 'with-nonces', expiresIn: 100 } });
    await harness.call();
    const again = harness.again();
    expect((await callWith(again, harness.scripted.mcpUrl, 'tools/list')).status).toBe(200);
    harness.clock.advance(200_000);
    expect((await callWith(again, harness.scripted.mcpUrl, 'tools/list')).status).toBe(200);
    const keys = [...harness.scripted.desk.access.values()].map(({ jkt }) => jkt);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(harness.pages).toHaveLength(1);
  });

  it('are not sent where nobody asks for them [OA-9]', async () => {
    const harness = await start({});
    await harness.call();
    expect(
      harness.scripted.requests.filter(({ headers }) => headers['dpop'] !== undefined),
    ).toEqual([]);
  });

  it('are refused where the server takes none of our algorithms [OA-9]', async () => {
    const harness = await start({
      script: {
        dpop: 'required',
        metadataFields: { dpop_signing_alg_values_supported: ['HS256', 'none'] },
      },
    });
    await expect(harness.call()).rejects.toThrow(/none of the algorithms/);
  });
});
