import type { Grant, ToolPin } from '../../storage/grant-store.ts';

/** True when `other` says something about exactly the same as `grant`, so that the newer one takes its place. */
export function isSameSubject(grant: Grant, other: Grant): boolean {
  if (grant.serverId !== other.serverId || grant.scope !== other.scope) return false;
  if (grant.scope === 'session' && other.scope === 'session') {
    if (grant.sessionId !== other.sessionId) return false;
  }
  const [left, right] = [grant.covers, other.covers];
  if (left.kind === 'server' || right.kind === 'server') return left.kind === right.kind;
  if (left.tool !== right.tool) return false;
  const argumentsOf = (covers: typeof left): string | undefined =>
    covers.kind === 'arguments' ? covers.argumentsHash : undefined;
  return argumentsOf(left) === argumentsOf(right);
}

/** True when the grant allows the tool of the pin as that pin knows it. */
export function isVoidedBy(grant: Grant, old: ToolPin): boolean {
  return (
    grant.behavior === 'allow' &&
    grant.serverId === old.serverId &&
    grant.covers.kind !== 'server' &&
    grant.covers.tool === old.tool &&
    grant.covers.definitionHash === old.hash
  );
}

/** True when the grant allowed the tool as it was before the pin: the person has looked at it anew since. */
export function isStale(grant: Grant, pin: ToolPin): boolean {
  return (
    grant.behavior === 'allow' &&
    grant.serverId === pin.serverId &&
    grant.covers.kind !== 'server' &&
    grant.covers.tool === pin.tool &&
    grant.covers.definitionHash !== pin.hash
  );
}
