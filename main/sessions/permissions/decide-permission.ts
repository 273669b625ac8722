import type { ToolHints } from '../../../shared/mcp/hints.ts';
import { hintsContradict } from '../../../shared/mcp/hints.ts';
import type { Grant } from '../../storage/grant-store.ts';

/** Everything that decides about one call in the desktop. */
export interface CallFacts {
  readonly serverId: string;
  /** Bare name. */
  readonly tool: string;
  readonly sessionId: string;
  readonly argumentsHash: string;
  /** The person turned the tool off. */
  readonly isTurnedOff: boolean;
  /** Of the tool as its server lists it now; absent when that is not known. */
  readonly definitionHash: string | undefined;
  /** Of the tool as it was approved, if it ever was. */
  readonly pinnedHash: string | undefined;
  /** Of the server's definition, when the person trusts it. */
  readonly trustedHash: string | undefined;
  /** The hints that count. */
  readonly hints: ToolHints;
  readonly trustsHints: boolean;
  /** Of all sessions, servers and tools. */
  readonly grants: readonly Grant[];
}

/** Why a person is asked. */
export type AskReason =
  | 'nothing-allows'
  /** The tool is another one than was approved. */
  | 'changed'
  /** The server is allowed for the session, but this tool says that it destroys. */
  | 'destructive'
  /** The same, but it contradicts itself. */
  | 'contradiction'
  /** The tool is not listed now, so nothing can be compared. */
  | 'unknown-definition';

export type Judgement =
  | { readonly behavior: 'deny'; readonly why: 'turned-off' }
  | { readonly behavior: 'deny'; readonly why: 'rule'; readonly grantId: string }
  | { readonly behavior: 'allow'; readonly why: 'grant'; readonly grantId: string }
  | { readonly behavior: 'allow'; readonly why: 'trusted-hints' }
  | { readonly behavior: 'ask'; readonly why: AskReason };

/**
 * Decides one call: turned off → denials → (changed or unknown definitions ask) → grants → trusted hints → ask.
 * Hints can turn "allow" into "ask"; they turn "ask" into "allow" only where the person trusts them (UI-35, SE-43).
 */
export function decidePermission(facts: CallFacts): Judgement {
  if (facts.isTurnedOff) return { behavior: 'deny', why: 'turned-off' };
  const named = facts.grants.filter((grant) => isAbout(grant, facts));
  const denial = named.find((grant) => grant.behavior === 'deny');
  if (denial) return { behavior: 'deny', why: 'rule', grantId: denial.id };
  if (facts.definitionHash === undefined) return { behavior: 'ask', why: 'unknown-definition' };
  if (hasChanged(facts)) return { behavior: 'ask', why: 'changed' };
  const valid = named.filter((grant) => isValid(grant, facts));
  const own = valid.find((grant) => grant.covers.kind !== 'server');
  if (own) return { behavior: 'allow', why: 'grant', grantId: own.id };
  const ofServer = valid[0];
  if (ofServer) {
    if (hintsContradict(facts.hints)) return { behavior: 'ask', why: 'contradiction' };
    if (facts.hints.destructive === true) return { behavior: 'ask', why: 'destructive' };
    return { behavior: 'allow', why: 'grant', grantId: ofServer.id };
  }
  return facts.trustsHints && facts.trustedHash !== undefined && onlyReads(facts.hints)
    ? { behavior: 'allow', why: 'trusted-hints' }
    : { behavior: 'ask', why: 'nothing-allows' };
}

/** True when the tool was approved, and is another one now. */
export function hasChanged({
  definitionHash,
  pinnedHash,
}: Pick<CallFacts, 'definitionHash' | 'pinnedHash'>): boolean {
  return definitionHash !== undefined && pinnedHash !== undefined && definitionHash !== pinnedHash;
}

/** A denial holds whatever became of tool and server; so this compares names, never definitions. */
function isAbout(grant: Grant, facts: CallFacts): boolean {
  if (grant.serverId !== facts.serverId) return false;
  if (grant.scope === 'session' && grant.sessionId !== facts.sessionId) return false;
  switch (grant.covers.kind) {
    case 'server':
      return true;
    case 'tool':
      return grant.covers.tool === facts.tool;
    case 'arguments':
      return grant.covers.tool === facts.tool && grant.covers.argumentsHash === facts.argumentsHash;
  }
}

/** True when server and tool are still the ones that were allowed. */
function isValid(grant: Grant, facts: CallFacts): boolean {
  if (facts.trustedHash === undefined || grant.trustedHash !== facts.trustedHash) return false;
  const approved =
    grant.covers.kind === 'server'
      ? grant.covers.definitions.get(facts.tool)
      : grant.covers.definitionHash;
  return approved !== undefined && approved === facts.definitionHash;
}

function onlyReads(hints: ToolHints): boolean {
  return hints.readOnly === true && hints.destructive !== true;
}
