import { CallbackDesk } from './callback-desk.ts';
import { DisposableStack } from '../../lib/disposable.ts';
import type { OAuthDeps, OAuthEngine, ServerAuth, ServerAuthOptions } from './oauth-contract.ts';
import { OAuthServerAuth } from './server-auth.ts';

/** Makes the sign-ins of a program. The caller disposes it. */
export function createOAuthEngine(deps: OAuthDeps): OAuthEngine {
  const owned = new DisposableStack();
  const desk = owned.own(new CallbackDesk(deps.clock));
  return {
    forServer: (options: ServerAuthOptions): ServerAuth =>
      owned.own(new OAuthServerAuth(options, deps, desk)),
    deliver: (callbackUrl) => desk.deliver(callbackUrl),
    dispose: () => owned.dispose(),
  };
}
