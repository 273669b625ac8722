import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { PermissionUpdate } from '../../../../shared/agent/permission-update.ts';
import type { CallJudgement } from './call-judge.ts';

/** What a hook says of a call; `undefined` anywhere means that it says nothing. */
export interface HookVerdict {
  readonly behavior?: 'allow' | 'deny' | 'ask' | undefined;
  readonly reason?: string | undefined;
  readonly updatedInput?: JsonObject | undefined;
  /** Stop the turn as well. */
  readonly interrupt?: boolean | undefined;
}

/** The answer of the person (or of the host's callback). */
export interface PersonVerdict {
  readonly behavior: 'allow' | 'deny';
  readonly message?: string | undefined;
  readonly updatedInput?: JsonObject | undefined;
  readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
  /** Stop the turn as well. */
  readonly interrupt?: boolean | undefined;
}

/** Everything that has a say about one call, in the order in which it is asked (RT-22). A later one is not asked once the call is decided. */
export interface CallAuthorities {
  readonly available: boolean;
  /** Rules, mode and folders, for the arguments as they are then. */
  readonly judge: (input: JsonObject) => Promise<CallJudgement>;
  readonly preToolUse: (input: JsonObject) => Promise<HookVerdict>;
  readonly permissionRequest: (input: JsonObject) => Promise<HookVerdict>;
  /** Absent when nobody can be asked. */
  readonly canUseTool:
    | ((input: JsonObject, reason: string, judgement: CallJudgement) => Promise<PersonVerdict>)
    | undefined;
}

export type CallDecision =
  | { readonly behavior: 'allow'; readonly input: JsonObject }
  | { readonly behavior: 'deny'; readonly reason: string; readonly interrupt: boolean };

const NOTHING_ALLOWS = 'No rule allows this tool, so it needs a decision.';
const HOOK_DENIED = 'A hook denied this call.';

/**
 * Decides one call. The order is the contract: available? → deny rules → ask rules → PreToolUse hooks → mode → allow rules →
 * read-only built-ins → PermissionRequest hooks → canUseTool → default deny. Once something says "ask", only what comes after
 * the allow rules can still allow it; a deny of a hook always holds, and so do deny rules for arguments that somebody changed.
 * What is protected is allowed by `canUseTool` alone.
 */
export async function decideCall(
  authorities: CallAuthorities,
  input: JsonObject,
): Promise<CallDecision> {
  if (!authorities.available) return deny('This tool is not available in this session.');
  const first = await authorities.judge(input);
  if (first.denyRule !== undefined) return deniedByRule(first.denyRule);
  const hook = await authorities.preToolUse(input);
  if (hook.behavior === 'deny') return deny(hook.reason ?? HOOK_DENIED, hook.interrupt);
  const current = hook.updatedInput ?? input;
  const judgement = hook.updatedInput ? await authorities.judge(current) : first;
  if (judgement.denyRule !== undefined) return deniedByRule(judgement.denyRule);
  // An ask rule for what the model wanted holds, whatever a hook made of it.
  const asked = { ...judgement, askReason: judgement.askReason ?? first.askReason };
  const reason = whyAsk(asked, hook);
  if (reason === undefined) {
    if (hook.behavior !== 'allow' && asked.modeVerdict?.behavior === 'deny')
      return deny(asked.modeVerdict.reason);
    if (isAllowedUnasked(asked, hook)) return { behavior: 'allow', input: current };
  }
  return ask(authorities, current, reason ?? NOTHING_ALLOWS, asked);
}

function whyAsk(judgement: CallJudgement, hook: HookVerdict): string | undefined {
  if (judgement.protectedReason !== undefined) return judgement.protectedReason;
  if (judgement.askReason !== undefined) return judgement.askReason;
  if (hook.behavior === 'ask') return hook.reason ?? 'A hook wants this call to be asked for.';
  if (hook.behavior === 'allow') return undefined;
  return judgement.modeVerdict?.behavior === 'ask' ? judgement.modeVerdict.reason : undefined;
}

function isAllowedUnasked(judgement: CallJudgement, hook: HookVerdict): boolean {
  return (
    hook.behavior === 'allow' ||
    judgement.modeVerdict?.behavior === 'allow' ||
    judgement.allowRule !== undefined ||
    judgement.isReadOnlyBuiltIn
  );
}

async function ask(
  authorities: CallAuthorities,
  input: JsonObject,
  reason: string,
  judgement: CallJudgement,
): Promise<CallDecision> {
  const isPlanned = judgement.modeVerdict?.behavior === 'deny';
  if (isPlanned) return deny(judgement.modeVerdict.reason);
  const hook = await authorities.permissionRequest(input);
  if (hook.behavior === 'deny') return deny(hook.reason ?? HOOK_DENIED, hook.interrupt);
  const current = hook.updatedInput ?? input;
  const now = hook.updatedInput ? await authorities.judge(current) : judgement;
  if (now.denyRule !== undefined) return deniedByRule(now.denyRule);
  if (hook.behavior === 'allow' && now.protectedReason === undefined)
    return { behavior: 'allow', input: current };
  const why = now.protectedReason ?? reason;
  if (judgement.mode === 'dontAsk')
    return deny(`${why} The mode "dontAsk" denies instead of asking.`);
  if (!authorities.canUseTool) return deny(`${why} Nobody can be asked in this session.`);
  const answer = await authorities.canUseTool(current, why, now);
  if (answer.behavior === 'deny')
    return deny(answer.message || 'The person denied this call.', answer.interrupt);
  if (!answer.updatedInput) return { behavior: 'allow', input: current };
  const last = await authorities.judge(answer.updatedInput);
  if (last.denyRule !== undefined) return deniedByRule(last.denyRule);
  return { behavior: 'allow', input: answer.updatedInput };
}

function deniedByRule(rule: string): CallDecision {
  return deny(`The rule "${rule}" denies this tool.`);
}

function deny(reason: string, interrupt = false): CallDecision {
  return { behavior: 'deny', reason, interrupt };
}
