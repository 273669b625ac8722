import type { PermissionMode } from '../../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';

/** What a hook says of a call; `undefined` anywhere means that it says nothing. */
export interface HookVerdict {
  readonly behavior?: 'allow' | 'deny' | 'ask' | undefined;
  readonly reason?: string | undefined;
  readonly updatedInput?: JsonObject | undefined;
}

/** The answer of the person (or of the host's callback). */
export interface PersonVerdict {
  readonly behavior: 'allow' | 'deny';
  readonly message?: string | undefined;
  readonly updatedInput?: JsonObject | undefined;
  /** Stop the turn as well. */
  readonly interrupt?: boolean | undefined;
}

/** Everything that has a say about one call, in the order in which it is asked (RT-22). A later one is not asked once the call is decided. */
export interface CallAuthorities {
  readonly available: boolean;
  /** The rule that matches, if one does. */
  readonly denyRule: string | undefined;
  readonly askRule: string | undefined;
  readonly preToolUse: (input: JsonObject) => Promise<HookVerdict>;
  readonly mode: PermissionMode;
  readonly allowRule: string | undefined;
  /** A built-in that only reads, inside the allowed folders. Never true for a tool of a server, whatever it declares. */
  readonly readOnlyBuiltIn: boolean;
  readonly permissionRequest: (input: JsonObject) => Promise<HookVerdict>;
  /** Absent when nobody can be asked. */
  readonly canUseTool: ((input: JsonObject, reason: string) => Promise<PersonVerdict>) | undefined;
}

export type CallDecision =
  | { readonly behavior: 'allow'; readonly input: JsonObject }
  | { readonly behavior: 'deny'; readonly reason: string; readonly interrupt: boolean };

const NOTHING_ALLOWS = 'No rule allows this tool, so it needs a decision.';

/**
 * Decides one call. The order is the contract: available? → deny rules → ask rules → PreToolUse hooks → mode → allow rules →
 * read-only built-ins → PermissionRequest hooks → canUseTool → default deny. Once something says "ask", only what comes after
 * the allow rules can still allow it; a deny of a hook always holds.
 */
export async function decideCall(
  authorities: CallAuthorities,
  input: JsonObject,
): Promise<CallDecision> {
  if (!authorities.available) return deny('This tool is not available in this session.');
  if (authorities.denyRule !== undefined)
    return deny(`The rule "${authorities.denyRule}" denies this tool.`);
  const hook = await authorities.preToolUse(input);
  const current = hook.updatedInput ?? input;
  if (hook.behavior === 'deny') return deny(hook.reason ?? 'A hook denied this call.');
  const askReason = whyAsk(authorities, hook);
  if (askReason === undefined && isAllowedUnasked(authorities, hook))
    return { behavior: 'allow', input: current };
  return ask(authorities, current, askReason ?? NOTHING_ALLOWS);
}

function whyAsk(authorities: CallAuthorities, hook: HookVerdict): string | undefined {
  if (authorities.askRule !== undefined)
    return `The rule "${authorities.askRule}" wants this tool to be asked for.`;
  if (hook.behavior === 'ask') return hook.reason ?? 'A hook wants this call to be asked for.';
  if (hook.behavior === 'allow') return undefined;
  if (authorities.mode === 'plan' && !authorities.readOnlyBuiltIn)
    return 'In plan mode tools of servers are asked for.';
  return undefined;
}

function isAllowedUnasked(authorities: CallAuthorities, hook: HookVerdict): boolean {
  return (
    hook.behavior === 'allow' ||
    authorities.mode === 'bypassPermissions' ||
    authorities.allowRule !== undefined ||
    authorities.readOnlyBuiltIn
  );
}

async function ask(
  authorities: CallAuthorities,
  input: JsonObject,
  reason: string,
): Promise<CallDecision> {
  const hook = await authorities.permissionRequest(input);
  const current = hook.updatedInput ?? input;
  if (hook.behavior === 'deny') return deny(hook.reason ?? 'A hook denied this call.');
  if (hook.behavior === 'allow') return { behavior: 'allow', input: current };
  if (authorities.mode === 'dontAsk')
    return deny(`${reason} The mode "dontAsk" denies instead of asking.`);
  if (!authorities.canUseTool) return deny(`${reason} Nobody can be asked in this session.`);
  const answer = await authorities.canUseTool(current, reason);
  if (answer.behavior === 'allow')
    return { behavior: 'allow', input: answer.updatedInput ?? current };
  return deny(answer.message || 'The person denied this call.', answer.interrupt === true);
}

function deny(reason: string, interrupt = false): CallDecision {
  return { behavior: 'deny', reason, interrupt };
}
