import type { SDKSystemMessage } from '../../../shared/agent/messages.ts';

type Kind<Subtype extends SDKSystemMessage['subtype']> = Extract<
  SDKSystemMessage,
  { readonly subtype: Subtype }
>;

/** The first message of a turn's session: what the runtime works with. */
export type SDKInitMessage = Extract<SDKSystemMessage, { subtype: 'init' }>;
export type SDKStatusMessage = Extract<SDKSystemMessage, { subtype: 'status' }>;
export type SDKPermissionDeniedMessage = Extract<
  SDKSystemMessage,
  { subtype: 'permission_denied' }
>;
export type SDKApiRetryMessage = Extract<SDKSystemMessage, { subtype: 'api_retry' }>;
export type SDKCompactBoundaryMessage = Extract<SDKSystemMessage, { subtype: 'compact_boundary' }>;
export type SDKSessionTitleMessage = Extract<SDKSystemMessage, { subtype: 'session_title' }>;
/** A url-mode elicitation is done on the server's side. */
export type SDKElicitationCompleteMessage = Extract<
  SDKSystemMessage,
  { subtype: 'elicitation_complete' }
>;
/** A permitted call runs, and how far it is. */
export type SDKToolProgressMessage = Kind<'tool_progress'>;
export type SDKToolsChangedMessage = Kind<'tools_changed'>;
export type SDKHookStartedMessage = Kind<'hook_started'>;
export type SDKHookResponseMessage = Kind<'hook_response'>;
/** Something that runs beside the conversation: a command in the background, a sub-agent. */
export type SDKTaskStartedMessage = Kind<'task_started'>;
export type SDKTaskProgressMessage = Kind<'task_progress'>;
export type SDKTaskEndedMessage = Kind<'task_ended'>;
/** Damage that was found in the transcript when it was opened. */
export type SDKTranscriptRepairedMessage = Kind<'transcript_repaired'>;
/** Only in stored sessions of the app: its runtime died. */
export type SDKRuntimeExitedMessage = Kind<'runtime_exited'>;
