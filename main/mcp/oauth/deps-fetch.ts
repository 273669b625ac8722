import type { OAuthDeps } from './oauth-contract.ts';
import { createGuardedFetch, systemResolve } from './guarded-fetch.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { serverReach } from './url-policy.ts';
import type { Reach } from './url-policy.ts';

const REQUEST_TIMEOUT_MS = 30_000;

/** A fetch for addresses that the server at `address` names, and how near that server is. */
export interface ServerFetch {
  readonly reach: Reach;
  readonly fetch: GuardedFetch;
}

export async function fetchForServer(
  address: string,
  deps: OAuthDeps,
  closing?: AbortSignal,
  caFile?: string,
): Promise<ServerFetch> {
  const resolve = deps.resolve ?? systemResolve;
  const reach = await serverReach(address, resolve);
  const fetch = createGuardedFetch({
    from: reach,
    resolve,
    clock: deps.clock,
    closing,
    caFile,
    fetch: deps.fetch,
    timeoutMs: deps.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
  });
  return { reach, fetch };
}
