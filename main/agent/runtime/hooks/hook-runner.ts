import type { z } from 'zod';
import type {
  HookEvent,
  hookRegistration,
  RuntimeRequest,
} from '../../../../shared/agent/frames.ts';
import type { PermissionMode, SDKMessage } from '../../../../shared/agent/messages.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { HookVerdict } from '../permissions/decide-call.ts';
import type { CommandHook } from '../settings/settings-file.ts';
import { combineOutputs, hookOutput, noAnswer } from './hook-output.ts';
import type { HookAnswer, HookOutputFields } from './hook-output.ts';
import type { RunHookCommand } from './run-hook-command.ts';

export type { HookAnswer } from './hook-output.ts';

type HookRegistration = z.infer<typeof hookRegistration>;

/** How long a hook may take that names no time of its own, in ms. */
export const HOOK_TIMEOUT_MS = 60_000;

export interface HookCall {
  /** What matchers are compared with. */
  readonly matchValue: string;
  readonly toolUseId?: string | undefined;
  readonly signal: AbortSignal;
}

export interface HookRunnerOptions {
  /** Callbacks of the host. They run before commands where order counts. */
  readonly registrations: readonly HookRegistration[];
  readonly commands?: readonly CommandHook[];
  readonly runCommand?: RunHookCommand | undefined;
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
  readonly clock: Clock;
  /** Tells which hooks run and how they end. */
  readonly emit?: ((message: SDKMessage) => void) | undefined;
  readonly onDiagnostic: (message: string) => void;
}

/** One hook, wherever it comes from. */
interface Hook {
  readonly name: string;
  readonly event: HookEvent;
  readonly matcher: string | undefined;
  readonly run: (input: JsonObject, call: HookCall) => Promise<unknown>;
}

/** Runs the hooks of the host and of settings (SDK-19). */
export class HookRunner {
  readonly #options: HookRunnerOptions;
  readonly #hooks: readonly Hook[];

  constructor(options: HookRunnerOptions) {
    this.#options = options;
    this.#hooks = [
      ...options.registrations.flatMap((registration) => this.#callbacks(registration)),
      ...(options.commands ?? []).map((command) => this.#command(command)),
    ];
  }

  /** Whether anything listens to the event. */
  has(event: HookEvent): boolean {
    return this.#hooks.some((hook) => hook.event === event);
  }

  /**
   * Runs every hook of the event that matches, side by side, and takes their answers together. Rejects only with the signal's
   * reason; a hook that fails is told in `failures` and as a diagnostic.
   */
  async run(event: HookEvent, input: JsonObject, call: HookCall): Promise<HookAnswer> {
    const hooks = this.#hooks.filter(
      (hook) => hook.event === event && doesMatch(hook.matcher, call.matchValue),
    );
    if (hooks.length === 0) return noAnswer;
    const whole = { ...this.#options.common(), hook_event_name: event, ...input };
    const failures: string[] = [];
    const outputs = await Promise.all(
      hooks.map((hook) => this.#runOne(hook, whole, call, failures)),
    );
    call.signal.throwIfAborted();
    for (const failure of failures) this.#options.onDiagnostic(failure);
    return combineOutputs(
      outputs.filter((output) => output !== undefined),
      failures,
    );
  }

  /** As a say about a tool call: a hook that failed makes the call asked for, never allowed. */
  async verdict(event: HookEvent, input: JsonObject, call: HookCall): Promise<HookVerdict> {
    const answer = await this.run(event, input, call);
    if (answer.stop !== undefined)
      return { behavior: 'deny', reason: answer.stop, interrupt: true };
    const failed = answer.failures[0];
    const behavior = answer.blocked ? 'deny' : answer.permission;
    const isWeaker = behavior === undefined || behavior === 'allow';
    return {
      behavior: failed !== undefined && isWeaker ? 'ask' : behavior,
      reason: failed !== undefined && isWeaker ? failed : answer.reason,
      updatedInput: answer.updatedInput,
    };
  }

  async #runOne(
    hook: Hook,
    input: JsonObject,
    call: HookCall,
    failures: string[],
  ): Promise<HookOutputFields | undefined> {
    const tell = this.#announce(hook, call);
    try {
      const answer = hookOutput.safeParse((await hook.run(input, call)) ?? {});
      if (!answer.success) {
        const [issue] = answer.error.issues;
        const path = issue?.path.map(String).join('.') || 'the answer';
        throw new Error(`Its answer is not usable at ${path}: ${issue?.message ?? ''}`);
      }
      const { data } = answer;
      tell(data.decision === 'block' ? 'blocked' : 'success', {
        ...(data.systemMessage === undefined ? {} : { system_message: data.systemMessage }),
      });
      return data;
    } catch (error) {
      if (call.signal.aborted) {
        tell('cancelled');
        return undefined;
      }
      failures.push(`A hook for ${hook.event} failed (${hook.name}): ${messageOf(error)}`);
      tell('failed', { error: messageOf(error) });
      return undefined;
    }
  }

  #announce(hook: Hook, call: HookCall) {
    const { emit, clock, common } = this.#options;
    const started = clock.now();
    const fields = () => ({
      type: 'system' as const,
      uuid: crypto.randomUUID(),
      session_id: common().session_id,
      hook_id: id,
      hook_event: hook.event,
      hook_name: hook.name,
      ...(call.toolUseId === undefined ? {} : { tool_use_id: call.toolUseId }),
    });
    const id = crypto.randomUUID();
    emit?.({ ...fields(), subtype: 'hook_started' });
    return (
      outcome: 'success' | 'blocked' | 'failed' | 'cancelled',
      more: { readonly error?: string; readonly system_message?: string } = {},
    ): void => {
      const duration = clock.now() - started;
      emit?.({ ...fields(), subtype: 'hook_response', outcome, duration_ms: duration, ...more });
    };
  }

  #callbacks({ event, matcher, callback_ids, timeout_ms }: HookRegistration): Hook[] {
    return callback_ids.map((id) => ({
      name: id,
      event,
      matcher,
      run: (input, { signal, toolUseId }) =>
        this.#options.ask(
          {
            subtype: 'hook_callback',
            callback_id: id,
            input,
            ...(toolUseId === undefined ? {} : { tool_use_id: toolUseId }),
          },
          { signal, timeoutMs: timeout_ms ?? HOOK_TIMEOUT_MS },
        ),
    }));
  }

  #command({ event, matcher, setting, origin }: CommandHook): Hook {
    return {
      name: `${setting.command} (${origin})`,
      event,
      matcher,
      run: async (input, { signal }) => {
        const { runCommand } = this.#options;
        if (!runCommand) throw new Error('Commands cannot be run here.');
        return runCommand(setting, input, {
          signal,
          timeoutMs: setting.timeout ?? HOOK_TIMEOUT_MS,
        });
      },
    };
  }
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
