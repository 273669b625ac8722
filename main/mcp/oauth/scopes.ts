import { computeScopeUnion } from '@modelcontextprotocol/client';

export interface ScopeSources {
  /** What the person or the host configured; beats everything. */
  readonly configured?: string | undefined;
  /** What the server's challenge names. */
  readonly challenged?: string | undefined;
  /** `scopes_supported` of the protected resource. */
  readonly resourceScopes?: readonly string[] | undefined;
  /** `scopes_supported` of the authorization server. */
  readonly serverScopes?: readonly string[] | undefined;
  /** What was asked for before, in a step-up. */
  readonly before?: string | undefined;
  /** A refresh token is of use, so that `offline_access` is asked for where it is offered. */
  readonly wantsRefresh: boolean;
}

/** The `scope` parameter of an authorization request; undefined leaves it to the server (OA-4). */
export function chooseScope(sources: ScopeSources): string | undefined {
  const fromResource = sources.resourceScopes?.length
    ? sources.resourceScopes.join(' ')
    : undefined;
  const wanted = computeScopeUnion(
    sources.before,
    sources.configured ?? sources.challenged ?? fromResource,
    sources.before === undefined ? undefined : sources.challenged,
  );
  const offline =
    wanted !== undefined &&
    sources.wantsRefresh &&
    sources.serverScopes?.includes('offline_access') === true;
  return offline ? computeScopeUnion(wanted, 'offline_access') : wanted;
}
