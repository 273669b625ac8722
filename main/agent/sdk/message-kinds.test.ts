import { describe, expectTypeOf, it } from 'vitest';
import type {
  SDKApiRetryMessage,
  SDKAssistantMessage,
  SDKCompactBoundaryMessage,
  SDKElicitationCompleteMessage,
  SDKHookResponseMessage,
  SDKHookStartedMessage,
  SDKInitMessage,
  SDKMessage,
  SDKPartialMessage,
  SDKPermissionDeniedMessage,
  SDKResultMessage,
  SDKRuntimeExitedMessage,
  SDKSessionTitleMessage,
  SDKStatusMessage,
  SDKTaskEndedMessage,
  SDKTaskProgressMessage,
  SDKTaskStartedMessage,
  SDKToolProgressMessage,
  SDKToolsChangedMessage,
  SDKTranscriptRepairedMessage,
  SDKUserMessage,
} from './index.ts';

type Named =
  | SDKApiRetryMessage
  | SDKAssistantMessage
  | SDKCompactBoundaryMessage
  | SDKElicitationCompleteMessage
  | SDKHookResponseMessage
  | SDKHookStartedMessage
  | SDKInitMessage
  | SDKPartialMessage
  | SDKPermissionDeniedMessage
  | SDKResultMessage
  | SDKRuntimeExitedMessage
  | SDKSessionTitleMessage
  | SDKStatusMessage
  | SDKTaskEndedMessage
  | SDKTaskProgressMessage
  | SDKTaskStartedMessage
  | SDKToolProgressMessage
  | SDKToolsChangedMessage
  | SDKTranscriptRepairedMessage
  | SDKUserMessage;

describe('types of messages', () => {
  // The compiler checks it: a kind without a name, or a name without a kind, is an error here.
  it('have a name each [SDK-8.messages, SDK-50]', () => {
    expectTypeOf<Named>().toEqualTypeOf<SDKMessage>();
  });
});
