import type { HookEvent } from '../../../shared/agent/frames.ts';
import type { PermissionMode } from '../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';

/** What every hook receives; the events add fields of their own. */
export interface HookInput extends JsonObject {
  readonly hook_event_name: HookEvent;
  readonly session_id: string;
  readonly transcript_path?: string | null;
  readonly cwd: string;
  readonly permission_mode?: PermissionMode;
}

/** A call of a tool, with the arguments as they are then. */
interface ToolHookInput extends HookInput {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
}
export interface PreToolUseHookInput extends ToolHookInput {
  readonly hook_event_name: 'PreToolUse';
}
export interface PermissionRequestHookInput extends ToolHookInput {
  readonly hook_event_name: 'PermissionRequest';
}
export interface PermissionDeniedHookInput extends ToolHookInput {
  readonly hook_event_name: 'PermissionDenied';
  readonly reason: string;
}
export interface PostToolUseHookInput extends ToolHookInput {
  readonly hook_event_name: 'PostToolUse';
  readonly tool_response: unknown;
}
export interface PostToolUseFailureHookInput extends ToolHookInput {
  readonly hook_event_name: 'PostToolUseFailure';
  readonly tool_response: unknown;
}
export interface UserPromptSubmitHookInput extends HookInput {
  readonly hook_event_name: 'UserPromptSubmit';
  readonly prompt: string;
}
export interface SessionStartHookInput extends HookInput {
  readonly hook_event_name: 'SessionStart';
  readonly source: string;
}
export interface SessionEndHookInput extends HookInput {
  readonly hook_event_name: 'SessionEnd';
  readonly reason: string;
}
export interface StopHookInput extends HookInput {
  readonly hook_event_name: 'Stop';
}
export interface SubagentStartHookInput extends HookInput {
  readonly hook_event_name: 'SubagentStart';
  readonly agent_type: string;
}
export interface SubagentStopHookInput extends HookInput {
  readonly hook_event_name: 'SubagentStop';
  readonly agent_type: string;
}
export interface PreCompactHookInput extends HookInput {
  readonly hook_event_name: 'PreCompact';
  readonly trigger: string;
}
export interface PostCompactHookInput extends HookInput {
  readonly hook_event_name: 'PostCompact';
  readonly trigger: string;
  /** Absent when nothing takes the place of what was left out. */
  readonly compact_summary?: string;
}
export interface NotificationHookInput extends HookInput {
  readonly hook_event_name: 'Notification';
  /** `permission_prompt`: a person is asked; `elicitation_complete`: what a server sent a person to has ended. */
  readonly notification_type: string;
}
export interface ElicitationHookInput extends HookInput {
  readonly hook_event_name: 'Elicitation';
  readonly mcp_server_name: string;
}
export interface ElicitationResultHookInput extends HookInput {
  readonly hook_event_name: 'ElicitationResult';
  readonly mcp_server_name: string;
  readonly action: 'accept' | 'decline' | 'cancel';
}
export interface CwdChangedHookInput extends HookInput {
  readonly hook_event_name: 'CwdChanged';
  readonly old_cwd: string;
  readonly new_cwd: string;
}
export interface FileChangedHookInput extends HookInput {
  readonly hook_event_name: 'FileChanged';
  readonly file_path: string;
}

/** What the hooks of each event receive. */
export interface HookInputs {
  readonly PreToolUse: PreToolUseHookInput;
  readonly PostToolUse: PostToolUseHookInput;
  readonly PostToolUseFailure: PostToolUseFailureHookInput;
  readonly UserPromptSubmit: UserPromptSubmitHookInput;
  readonly SessionStart: SessionStartHookInput;
  readonly SessionEnd: SessionEndHookInput;
  readonly Stop: StopHookInput;
  readonly SubagentStart: SubagentStartHookInput;
  readonly SubagentStop: SubagentStopHookInput;
  readonly PreCompact: PreCompactHookInput;
  readonly PostCompact: PostCompactHookInput;
  readonly PermissionRequest: PermissionRequestHookInput;
  readonly PermissionDenied: PermissionDeniedHookInput;
  readonly Notification: NotificationHookInput;
  readonly Elicitation: ElicitationHookInput;
  readonly ElicitationResult: ElicitationResultHookInput;
  readonly CwdChanged: CwdChangedHookInput;
  readonly FileChanged: FileChangedHookInput;
}

/** Fields of single events; they may stand at the top of the answer or in `hookSpecificOutput`. */
export interface HookSpecificOutput extends JsonObject {
  /** Of PreToolUse: allow skips the rules, ask asks, deny denies. Of several hooks the strictest counts. */
  readonly permissionDecision?: 'allow' | 'deny' | 'ask';
  readonly permissionDecisionReason?: string;
  /** Other arguments for the call; of several hooks the first counts. Deny rules hold for them too. */
  readonly updatedInput?: JsonObject;
  /** Told to the model. */
  readonly additionalContext?: string;
  /** Of Elicitation and ElicitationResult: the answer in place of the person's. */
  readonly action?: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** What a hook may answer. An empty object, or nothing, lets everything go on. */
export interface HookOutput extends JsonObject {
  /** False stops the turn after this hook. */
  readonly continue?: boolean;
  readonly stopReason?: string;
  /** `block` denies the call, refuses the message, or sends the model back to work, as the event is. */
  readonly decision?: 'approve' | 'block';
  readonly reason?: string;
  /** For the person to read; comes in `system/hook_response`. */
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: HookSpecificOutput;
}

/**
 * A hook that the runtime waits for, at most its timeout. One that throws, answers nonsense or takes too long counts as failed:
 * that is a diagnostic, and a tool call that it was to decide about is asked for.
 */
export type HookCallback<Input extends HookInput = HookInput> = (
  input: Input,
  toolUseId: string | undefined,
  context: { readonly signal: AbortSignal },
) => HookOutput | undefined | Promise<HookOutput | undefined>;

export interface HookCallbackMatcher<Input extends HookInput = HookInput> {
  /** Which tools the hooks are for, as a regular expression over the full name; absent = all. */
  readonly matcher?: string | undefined;
  readonly hooks: readonly HookCallback<Input>[];
  /** How long each callback may take, in ms. Default 60_000. */
  readonly timeout?: number | undefined;
}

export type Hooks = {
  readonly [Event in HookEvent]?: readonly HookCallbackMatcher<HookInputs[Event]>[] | undefined;
};
