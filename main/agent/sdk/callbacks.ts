import type { PermissionResult } from '../../../shared/agent/frames.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { PermissionUpdate } from '../../../shared/agent/permission-update.ts';
import type { ToolHints } from '../../../shared/mcp/hints.ts';

export type * from './hook-types.ts';

/** What is known of a tool call that asks for permission (SDK-17). */
export interface CanUseToolContext {
  /** Aborts when the question is withdrawn: interrupt, cancel, close. */
  readonly signal: AbortSignal;
  readonly toolUseId: string;
  /** Rule changes that would make the question unnecessary next time. */
  readonly suggestions: readonly PermissionUpdate[];
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
