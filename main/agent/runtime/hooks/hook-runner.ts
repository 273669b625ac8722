import { z } from 'zod';
import type {
  HookEvent,
  hookRegistration,
  RuntimeRequest,
} from '../../../../shared/agent/frames.ts';
import type { PermissionMode } from '../../../../shared/agent/messages.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { jsonObject } from '../../../../shared/lib/json-object.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { HookVerdict } from '../permissions/decide-call.ts';

type HookRegistration = z.infer<typeof hookRegistration>;

/** What a hook may answer. The fields of an event may stand at the top or under `hookSpecificOutput`. */
const specificOutput = z.object({
  permissionDecision: z.enum(['allow', 'deny', 'ask']).optional(),
  permissionDecisionReason: z.string().optional(),
  updatedInput: jsonObject.optional(),
  additionalContext: z.string().optional(),
});
const hookOutput = specificOutput.extend({
  decision: z.enum(['approve', 'block']).optional(),
  reason: z.string().optional(),
  hookSpecificOutput: specificOutput.optional(),
});

/** All answers to one event, taken together. */
export interface HookAnswer {
  /** deny before ask before allow. */
  readonly permission: 'allow' | 'deny' | 'ask' | undefined;
  readonly blocked: boolean;
  readonly reason: string | undefined;
  readonly updatedInput: JsonObject | undefined;
  readonly additionalContext: readonly string[];
  /** Sentences about hooks that failed. */
  readonly failures: readonly string[];
}

export interface HookCall {
  /** What matchers are compared with. */
  readonly matchValue: string;
  readonly toolUseId?: string | undefined;
  readonly signal: AbortSignal;
}

export interface HookRunnerOptions {
  readonly registrations: readonly HookRegistration[];
  readonly ask: (
    request: RuntimeRequest,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number | undefined },
  ) => Promise<unknown>;
  readonly common: () => {
    readonly session_id: string;
    readonly transcript_path: string | null;
    readonly cwd: string;
    readonly permission_mode: PermissionMode;
  };
  readonly onDiagnostic: (message: string) => void;
}

/** Calls the hooks of the host (SDK-19). */
export class HookRunner {
  readonly #options: HookRunnerOptions;

  constructor(options: HookRunnerOptions) {
    this.#options = options;
  }

  /** Runs every hook of the event that matches, side by side. Rejects only with the signal's reason; a failing hook is told in `failures`. */
  async run(event: HookEvent, input: JsonObject, call: HookCall): Promise<HookAnswer> {
    const hooks = this.#options.registrations
      .filter((hook) => hook.event === event && doesMatch(hook.matcher, call.matchValue))
      .flatMap((hook) =>
        hook.callback_ids.map((callbackId) => ({ callbackId, timeoutMs: hook.timeout_ms })),
      );
    if (hooks.length === 0) return noAnswer;
    const failures: string[] = [];
    const outputs = await Promise.all(
      hooks.map(async (hook) => {
        try {
          return await this.#callHook(hook.callbackId, hook.timeoutMs, event, input, call);
        } catch (error) {
          failures.push(`A hook for ${event} failed: ${messageOf(error)}`);
          return undefined;
        }
      }),
    );
    call.signal.throwIfAborted();
    for (const failure of failures) this.#options.onDiagnostic(failure);
    return combine(
      outputs.filter((output) => output !== undefined),
      failures,
    );
  }

  /** As a say about a tool call: a hook that failed makes the call asked for, never allowed. */
  async verdict(event: HookEvent, input: JsonObject, call: HookCall): Promise<HookVerdict> {
    const answer = await this.run(event, input, call);
    const failed = answer.failures[0];
    const behavior = answer.blocked ? 'deny' : answer.permission;
    const isWeaker = behavior === undefined || behavior === 'allow';
    return {
      behavior: failed !== undefined && isWeaker ? 'ask' : behavior,
      reason: failed !== undefined && isWeaker ? failed : answer.reason,
      updatedInput: answer.updatedInput,
    };
  }

  async #callHook(
    callbackId: string,
    timeoutMs: number | undefined,
    event: HookEvent,
    input: JsonObject,
    call: HookCall,
  ): Promise<z.infer<typeof hookOutput>> {
    const answer = await this.#options.ask(
      {
        subtype: 'hook_callback',
        callback_id: callbackId,
        input: { ...this.#options.common(), hook_event_name: event, ...input },
        ...(call.toolUseId === undefined ? {} : { tool_use_id: call.toolUseId }),
      },
      { signal: call.signal, timeoutMs },
    );
    return hookOutput.parse(answer ?? {});
  }
}

const noAnswer: HookAnswer = {
  permission: undefined,
  blocked: false,
  reason: undefined,
  updatedInput: undefined,
  additionalContext: [],
  failures: [],
};

const STRENGTH = ['deny', 'ask', 'allow'] as const;

function combine(
  outputs: readonly z.infer<typeof hookOutput>[],
  failures: readonly string[],
): HookAnswer {
  const answers = outputs.map((output) => ({
    ...output,
    ...output.hookSpecificOutput,
    permission:
      output.hookSpecificOutput?.permissionDecision ??
      output.permissionDecision ??
      (output.decision === 'approve' ? ('allow' as const) : undefined),
    blocked: output.decision === 'block',
  }));
  const permission = STRENGTH.find((kind) => answers.some((answer) => answer.permission === kind));
  const deciding =
    answers.find((answer) => answer.blocked) ??
    answers.find((answer) => permission !== undefined && answer.permission === permission);
  return {
    permission,
    blocked: answers.some((answer) => answer.blocked),
    reason: deciding?.permissionDecisionReason ?? deciding?.reason,
    updatedInput: answers.findLast((answer) => answer.updatedInput !== undefined)?.updatedInput,
    additionalContext: answers.flatMap((answer) => answer.additionalContext ?? []),
    failures,
  };
}

/** Absent, empty and `*` match everything; else a regular expression over the whole value, or the value itself. */
function doesMatch(matcher: string | undefined, value: string): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*' || matcher === value) return true;
  try {
    return new RegExp(`^(?:${matcher})$`).test(value);
  } catch {
    return false;
  }
}
