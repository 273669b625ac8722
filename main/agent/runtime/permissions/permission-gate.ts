import { permissionResult } from '../../../../shared/agent/frames.ts';
import type { RuntimeRequest } from '../../../../shared/agent/frames.ts';
import type { PermissionUpdate } from '../../../../shared/agent/permission-update.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { HookRunner } from '../hooks/hook-runner.ts';
import type { AvailableTool } from '../tools/tool-registry.ts';
import type { CallJudge, CallJudgement } from './call-judge.ts';
import { decideCall } from './decide-call.ts';
import type { CallDecision, HookVerdict, PersonVerdict } from './decide-call.ts';
import type { RuleMatcher } from './rule-matcher.ts';
import { suggestUpdates } from './suggest-updates.ts';

export interface PermissionGateOptions {
  readonly judge: CallJudge;
  readonly matcher: RuleMatcher;
  readonly hooks: Pick<HookRunner, 'run' | 'verdict'>;
  /** Asks the host; absent when it answers no `can_use_tool`. */
  readonly askHost:
    ((request: RuntimeRequest, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Makes a change of what is allowed. Never rejects. */
  readonly apply: (update: PermissionUpdate) => Promise<void>;
}

/** One call that the model proposes. */
export interface ProposedCall {
  readonly id: string;
  readonly tool: AvailableTool;
  readonly input: JsonObject;
}

/** Joins rules, mode, hooks and the person into the decision of RT-22. */
export class PermissionGate {
  readonly #options: PermissionGateOptions;

  constructor(options: PermissionGateOptions) {
    this.#options = options;
  }

  /** Rejects only with the signal's reason. A hook or a host that fails never makes a call easier. */
  async decide(call: ProposedCall, signal: AbortSignal): Promise<CallDecision> {
    const { askHost, judge } = this.#options;
    const decision = await decideCall(
      {
        available: true,
        judge: (input) => judge.judge(call.tool, input),
        preToolUse: (input) => this.#hook('PreToolUse', call, input, signal),
        permissionRequest: (input) => this.#hook('PermissionRequest', call, input, signal),
        canUseTool: askHost
          ? (input, reason, judgement) =>
              this.#askPerson(askHost, { ...call, input }, reason, judgement, signal)
          : undefined,
      },
      call.input,
    );
    signal.throwIfAborted();
    return decision;
  }

  #hook(
    event: 'PreToolUse' | 'PermissionRequest',
    call: ProposedCall,
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<HookVerdict> {
    return this.#options.hooks.verdict(
      event,
      { tool_name: call.tool.name, tool_input: input, tool_use_id: call.id },
      { matchValue: call.tool.name, toolUseId: call.id, signal },
    );
  }

  async #askPerson(
    askHost: NonNullable<PermissionGateOptions['askHost']>,
    call: ProposedCall,
    reason: string,
    judgement: CallJudgement,
    signal: AbortSignal,
  ): Promise<PersonVerdict> {
    let answer: unknown;
    try {
      const request = await this.#request(call, reason, judgement);
      this.#notify(call, reason, signal);
      answer = await askHost(request, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { behavior: 'deny', message: `The question could not be asked: ${messageOf(error)}` };
    }
    const parsed = permissionResult.safeParse(answer);
    if (!parsed.success)
      return { behavior: 'deny', message: 'The answer to the question was not understood.' };
    if (parsed.data.behavior === 'deny') return parsed.data;
    for (const update of parsed.data.updatedPermissions ?? []) await this.#options.apply(update);
    return parsed.data;
  }

  async #request(
    { id, tool, input }: ProposedCall,
    reason: string,
    judgement: CallJudgement,
  ): Promise<RuntimeRequest> {
    const { matcher } = this.#options;
    const facts = await tool.facts?.(input);
    const title = facts?.title ?? tool.title;
    return {
      subtype: 'can_use_tool',
      tool_name: tool.name,
      tool_use_id: id,
      input,
      ...(tool.serverName === undefined ? {} : { server_name: tool.serverName }),
      server_tool_name: tool.toolName,
      ...(title === undefined ? {} : { title }),
      annotations: tool.annotations,
      reason,
      suggestions: await suggestUpdates(tool, input, judgement, matcher),
      ...(judgement.blockedPath === undefined ? {} : { blocked_path: judgement.blockedPath }),
    };
  }

  /** Beside the question: whoever wants to be told that a person is waited for. */
  #notify(call: ProposedCall, message: string, signal: AbortSignal): void {
    void this.#options.hooks
      .run(
        'Notification',
        { notification_type: 'permission_prompt', message, tool_name: call.tool.name },
        { matchValue: 'permission_prompt', toolUseId: call.id, signal },
      )
      .catch(() => undefined);
  }
}
