import { permissionResult } from '../../../../shared/agent/frames.ts';
import type { RuntimeRequest } from '../../../../shared/agent/frames.ts';
import type { PermissionMode } from '../../../../shared/agent/messages.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { HookRunner } from '../hooks/hook-runner.ts';
import type { AvailableTool } from '../tools/tool-registry.ts';
import { decideCall } from './decide-call.ts';
import type { CallDecision, HookVerdict, PersonVerdict } from './decide-call.ts';
import type { PermissionRules } from './permission-rules.ts';

export interface PermissionGateOptions {
  readonly rules: PermissionRules;
  readonly mode: () => PermissionMode;
  readonly hooks: HookRunner;
  /** Asks the host; absent when it answers no `can_use_tool`. */
  readonly askHost:
    ((request: RuntimeRequest, signal: AbortSignal) => Promise<unknown>) | undefined;
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
    const { rules, mode, askHost } = this.#options;
    const decision = await decideCall(
      {
        available: true,
        denyRule: rules.match('deny', call.tool),
        askRule: rules.match('ask', call.tool),
        preToolUse: (input) => this.#hook('PreToolUse', call, input, signal),
        mode: mode(),
        allowRule: rules.match('allow', call.tool),
        readOnlyBuiltIn: false,
        permissionRequest: (input) => this.#hook('PermissionRequest', call, input, signal),
        canUseTool: askHost
          ? (input, reason) => this.#askPerson(askHost, call, input, reason, signal)
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
    input: JsonObject,
    reason: string,
    signal: AbortSignal,
  ): Promise<PersonVerdict> {
    const { tool } = call;
    let answer: unknown;
    try {
      answer = await askHost(
        {
          subtype: 'can_use_tool',
          tool_name: tool.name,
          tool_use_id: call.id,
          input,
          ...(tool.serverName === undefined ? {} : { server_name: tool.serverName }),
          server_tool_name: tool.toolName,
          ...(tool.title === undefined ? {} : { title: tool.title }),
          annotations: tool.annotations,
          reason,
          suggestions: [
            { type: 'addRules', behavior: 'allow', rules: [tool.name], destination: 'session' },
          ],
        },
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      return { behavior: 'deny', message: `The question could not be asked: ${messageOf(error)}` };
    }
    const parsed = permissionResult.safeParse(answer);
    if (!parsed.success)
      return { behavior: 'deny', message: 'The answer to the question was not understood.' };
    if (parsed.data.behavior === 'deny') return parsed.data;
    for (const update of parsed.data.updatedPermissions ?? [])
      this.#options.rules.add(update.behavior, update.rules);
    return parsed.data;
  }
}
