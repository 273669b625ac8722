import type { SDKSystemMessage } from '../../../shared/agent/messages.ts';

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
