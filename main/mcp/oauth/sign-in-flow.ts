import { messageOf } from '../../../shared/lib/errors.ts';
import { authorizationRequest, checkServer, randomToken } from './authorization-request.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { readAuthorizationResponse } from './authorization-response.ts';
import type { CallbackDesk } from './callback-desk.ts';
import { chooseClient } from './client-choice.ts';
import { LOOPBACK_REDIRECT, PROTOCOL_REDIRECT } from './client-metadata.ts';
import type { ClientIdentity, ProofKey, StoredCredential } from './credential.ts';
import { openLoopbackReceiver } from './loopback-receiver.ts';
import type { LoopbackReceiver } from './loopback-receiver.ts';
import type { OAuthDeps, RedirectChoice, ServerAuthOptions } from './oauth-contract.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { createProofKey } from './proof-session.ts';
import type { ServerTokens } from './server-tokens.ts';
import type { Target, TargetFinder } from './target.ts';
import { requestTokens } from './token-endpoint.ts';

export interface FlowParts {
  readonly options: ServerAuthOptions;
  readonly deps: OAuthDeps;
  readonly desk: CallbackDesk;
  readonly finder: TargetFinder;
  readonly tokens: ServerTokens;
}

export interface FlowRequest {
  readonly target: Target;
  readonly scope: string | undefined;
  readonly redirect: RedirectChoice;
  readonly mustRegisterAgain: boolean;
}

/** A page waits for the person. */
export interface OpenFlow {
  readonly authUrl: string;
  readonly issuer: string;
  /** Settles when tokens are stored, or with an `OAuthFailure`; by then everything of the flow is closed. */
  readonly done: Promise<void>;
  /** False when it ended before any callback came: then the registration itself may be at fault. */
  wasAnswered(): boolean;
  cancel(reason: OAuthFailure): void;
}

interface Opened {
  readonly state: string;
  readonly client: ClientIdentity;
  readonly redirectUri: string;
  readonly receiver: LoopbackReceiver | undefined;
  readonly request: AuthorizationRequest;
}

const SIGN_IN_TIMEOUT_MS = 600_000;

/**
 * Starts one sign-in by authorization code with PKCE. Rejects with an `OAuthFailure` when there is no page to show. The
 * caller shows `authUrl`.
 */
export async function openSignInFlow(parts: FlowParts, request: FlowRequest): Promise<OpenFlow> {
  const { target } = request;
  const { reach } = await parts.finder.fetch();
  checkServer(target.server, reach);
  await parts.tokens.checkBinding(target.server.issuer);
  const stored = await parts.deps.store.read(target.key);
  const proofKey = target.protection.dpop
    ? await createProofKey(target.server.metadata.dpop_signing_alg_values_supported)
    : undefined;
  let settle: (outcome: Promise<void>) => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    settle = resolve;
  });
  done.catch(() => undefined);
  const opened = await openPage(parts, request, stored);
  const callback = parts.desk.open(opened.state, opened.redirectUri, done);
  let isAnswered = false;
  const cancelTimer = parts.deps.clock.after(parts.deps.signInTimeoutMs ?? SIGN_IN_TIMEOUT_MS, () =>
    callback.end(
      new OAuthFailure(
        'timeout',
        'Nobody finished the sign-in in the browser in time. Start it again.',
      ),
    ),
  );
  const finish = async (): Promise<void> => {
    const parameters = await callback.arrived;
    isAnswered = true;
    await exchange(parts, request, opened, parameters, proofKey);
  };
  const work = finish().finally(() => cancelTimer());
  settle(work);
  const workAndClose = async (): Promise<void> => {
    try {
      await work;
    } finally {
      // The listener answers the browser with the outcome, so it is closed after that.
      await opened.receiver?.dispose();
    }
  };
  const closed = workAndClose();
  closed.catch(() => undefined);
  return {
    authUrl: opened.request.url,
    issuer: target.server.issuer,
    done: closed,
    wasAnswered: () => isAnswered,
    cancel: (reason) => callback.end(reason),
  };
}

/** Finds a way back and an identity that go together. Servers that refuse the custom protocol get the loopback address. */
async function openPage(
  parts: FlowParts,
  request: FlowRequest,
  stored: StoredCredential | undefined,
): Promise<Opened> {
  try {
    return await openPageWith(parts, request, request.redirect, stored);
  } catch (failure) {
    const mayChange =
      failure instanceof OAuthFailure &&
      failure.code === 'registration-refused' &&
      request.redirect === 'protocol' &&
      parts.options.redirectUri === undefined;
    if (!mayChange) throw failure;
    return openPageWith(parts, request, 'loopback', stored, true);
  }
}

async function openPageWith(
  parts: FlowParts,
  request: FlowRequest,
  redirect: RedirectChoice,
  stored: StoredCredential | undefined,
  loopbackOnly = false,
): Promise<Opened> {
  const { options, deps, finder } = parts;
  const { target, scope } = request;
  const { reach, fetch } = await finder.fetch();
  const state = randomToken();
  const isLoopback = options.redirectUri === undefined && redirect === 'loopback';
  const receiver = isLoopback ? await openReceiver(parts, stored) : undefined;
  try {
    const redirectUri = receiver?.redirectUri ?? options.redirectUri ?? PROTOCOL_REDIRECT;
    const client = await chooseClient(
      {
        server: target.server,
        configured: options.client,
        known: stored?.client,
        redirectUri,
        loopbackOnly: loopbackOnly || deps.loopbackOnly === true,
        // The registration is good for whatever the server may ask for later.
        scope: registrationScope(scope, target),
        mustRegisterAgain: request.mustRegisterAgain,
      },
      {
        description: deps.description,
        clientMetadataUrl: deps.clientMetadataUrl,
        askForClient: deps.askForClient,
        fetch,
        clock: deps.clock,
      },
    );
    const { resource } = target.protection;
    const { server } = target;
    const page = authorizationRequest({
      server,
      from: reach,
      clientId: client.clientId,
      redirectUri,
      resource,
      scope,
      state,
    });
    return { state, client, redirectUri, receiver, request: page };
  } catch (failure) {
    await receiver?.dispose();
    throw failure;
  }
}

async function openReceiver(
  { options, desk }: FlowParts,
  stored: StoredCredential | undefined,
): Promise<LoopbackReceiver> {
  try {
    return await openLoopbackReceiver({
      preferredPort: options.loopbackPort ?? registeredPort(stored?.client),
      expects: (address) => desk.expects(address),
      deliver: (address) => desk.deliver(address),
    });
  } catch (cause) {
    throw new OAuthFailure(
      'callback-invalid',
      `No address of this computer could be opened for the answer (${messageOf(cause)}).`,
      { cause },
    );
  }
}

function registrationScope(scope: string | undefined, target: Target): string | undefined {
  if (scope === undefined) return undefined;
  return [...new Set([...scope.split(' '), ...(target.protection.resourceScopes ?? [])])].join(' ');
}

/** The port that a registration names, so that it need not be made anew. */
function registeredPort(client: ClientIdentity | undefined): number | undefined {
  for (const uri of client?.redirectUris ?? []) {
    const port =
      uri === LOOPBACK_REDIRECT
        ? undefined
        : /^http:\/\/127\.0\.0\.1:(\d+)\/callback$/.exec(uri)?.[1];
    if (port !== undefined) return Number(port);
  }
  return undefined;
}

async function exchange(
  { options, deps, finder, tokens }: FlowParts,
  { target, scope }: FlowRequest,
  opened: Opened,
  parameters: URLSearchParams,
  proofKey: ProofKey | undefined,
): Promise<void> {
  const code = readAuthorizationResponse(parameters, target.server);
  const { fetch } = await finder.fetch();
  const received = await requestTokens(
    target.server,
    {
      form: {
        grant_type: 'authorization_code',
        code,
        code_verifier: opened.request.codeVerifier,
        redirect_uri: opened.redirectUri,
        resource: target.key.resource,
      },
      proof: { client: opened.client, signingKey: options.client?.signingKey },
      dpop: await tokens.proofSession(proofKey),
      scope,
    },
    { fetch, clock: deps.clock },
  );
  await deps.store.exclusive(target.key, async () => {
    await tokens.keep(target.key, {
      client: withoutConfiguredSecret(opened.client),
      tokens: received,
      proofKey: received.tokenType.toLowerCase() === 'dpop' ? proofKey : undefined,
      isLegacy: target.protection.isLegacy,
      requestedScope: scope,
      savedAt: 0,
    });
  });
  await tokens.retireOthers(target.key);
}

/** The secret of a configured client stays where it was configured. */
export function withoutConfiguredSecret(client: ClientIdentity): ClientIdentity {
  if (client.source !== 'configured') return client;
  return { ...client, clientSecret: undefined };
}
