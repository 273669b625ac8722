import type { HookEvent, PermissionResult } from '../../../shared/agent/frames.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { PermissionMode } from '../../../shared/agent/messages.ts';
import type { ToolHints } from '../../../shared/mcp/hints.ts';

/** What is known of a tool call that asks for permission (SDK-17). */
export interface CanUseToolContext {
  /** Aborts when the question is withdrawn: interrupt, cancel, close. */
  readonly signal: AbortSignal;
  readonly toolUseId: string;
  /** Rule changes that would make the question unnecessary next time. */
  readonly suggestions: readonly JsonObject[];
  /** What the tool says about itself; not verified. */
  readonly annotations?: ToolHints | undefined;
  readonly serverName?: string | undefined;
  /** Bare name of the tool on its server. */
  readonly serverToolName?: string | undefined;
  readonly title?: string | undefined;
  readonly blockedPath?: string | undefined;
  /** Why the runtime asks, as a sentence. */
  readonly reason: string;
}

/** Decides about a tool call that no rule decided. One that throws denies, with the error's message as reason. */
export type CanUseTool = (
  toolName: string,
  input: unknown,
  context: CanUseToolContext,
) => PermissionResult | Promise<PermissionResult>;

/** What every hook receives; the events add fields of their own. */
export interface HookInput extends JsonObject {
  readonly hook_event_name: HookEvent;
  readonly session_id: string;
  readonly transcript_path?: string | null;
  readonly cwd: string;
  readonly permission_mode?: PermissionMode;
}
export interface PreToolUseHookInput extends HookInput {
  readonly hook_event_name: 'PreToolUse';
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
}
export interface PostToolUseHookInput extends HookInput {
  readonly hook_event_name: 'PostToolUse';
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
  readonly tool_response: unknown;
}
export interface UserPromptSubmitHookInput extends HookInput {
  readonly hook_event_name: 'UserPromptSubmit';
  readonly prompt: string;
}

/** What a hook may answer. An empty object, or nothing, lets everything go on. */
export interface HookOutput extends JsonObject {
  /** False stops the turn after this hook. */
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly decision?: 'approve' | 'block';
  readonly reason?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: JsonObject;
}

/** The hook of the given event that the runtime waits for. One that throws counts as failed and lets the call go on to the rules. */
export type HookCallback = (
  input: HookInput,
  toolUseId: string | undefined,
  context: { readonly signal: AbortSignal },
) => HookOutput | undefined | Promise<HookOutput | undefined>;

export interface HookCallbackMatcher {
  /** Which tools the hooks are for, as a regular expression over the full name; absent = all. */
  readonly matcher?: string | undefined;
  readonly hooks: readonly HookCallback[];
  /** How long each callback may take, in ms. */
  readonly timeout?: number | undefined;
}

export type Hooks = Readonly<Partial<Record<HookEvent, readonly HookCallbackMatcher[]>>>;

/** What an MCP server asks of the person (SDK-40). A missing mode is form. */
export interface ElicitationRequest {
  readonly serverName: string;
  readonly message: string;
  readonly mode?: 'form' | 'url' | undefined;
  readonly url?: string | undefined;
  readonly elicitationId?: string | undefined;
  readonly requestedSchema?: JsonObject | undefined;
  readonly title?: string | undefined;
  readonly displayName?: string | undefined;
  readonly description?: string | undefined;
}

/** The person's answer. `content` counts only for accept in form mode. */
export interface ElicitationResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?:
    Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
}

export type OnElicitation = (
  request: ElicitationRequest,
  options: { readonly signal: AbortSignal },
) => ElicitationResult | Promise<ElicitationResult>;
