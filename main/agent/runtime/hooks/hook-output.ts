import { z } from 'zod';
import { jsonObject } from '../../../../shared/lib/json-object.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';

const elicitationContent = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
);

/** What a hook may answer. The fields of an event may stand at the top or under `hookSpecificOutput`. */
const eventFields = {
  permissionDecision: z.enum(['allow', 'deny', 'ask']).optional(),
  permissionDecisionReason: z.string().optional(),
  updatedInput: jsonObject.optional(),
  additionalContext: z.string().optional(),
  /** Of Elicitation and ElicitationResult: the answer in place of the person's. */
  action: z.enum(['accept', 'decline', 'cancel']).optional(),
  content: elicitationContent.optional(),
};
/** Of PermissionRequest: the answer in the form that `canUseTool` has. */
const requestDecision = z.object({
  behavior: z.enum(['allow', 'deny']),
  updatedInput: jsonObject.optional(),
  message: z.string().optional(),
  interrupt: z.boolean().optional(),
});

export const hookOutput = z.object({
  ...eventFields,
  /** False stops the turn. */
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  decision: z.enum(['approve', 'block']).optional(),
  reason: z.string().optional(),
  /** For the person to read. */
  systemMessage: z.string().optional(),
  hookSpecificOutput: z.object({ ...eventFields, decision: requestDecision.optional() }).optional(),
});
export type HookOutputFields = z.infer<typeof hookOutput>;

/** All answers to one event, taken together. */
export interface HookAnswer {
  /** deny before ask before allow. */
  readonly permission: 'allow' | 'deny' | 'ask' | undefined;
  readonly blocked: boolean;
  readonly reason: string | undefined;
  /** The first, in the order in which the hooks were registered. */
  readonly updatedInput: JsonObject | undefined;
  readonly additionalContext: readonly string[];
  /** A hook stops the turn, for this reason. */
  readonly stop: string | undefined;
  /** Of Elicitation and ElicitationResult: the first answer that a hook gave. */
  readonly elicitation: ElicitationAnswer | undefined;
  /** Sentences about hooks that failed. */
  readonly failures: readonly string[];
}

export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: z.infer<typeof elicitationContent> | undefined;
}

export const noAnswer: HookAnswer = {
  permission: undefined,
  blocked: false,
  reason: undefined,
  updatedInput: undefined,
  additionalContext: [],
  stop: undefined,
  elicitation: undefined,
  failures: [],
};

const STRENGTH = ['deny', 'ask', 'allow'] as const;

/**
 * Takes the answers to one event together, in the order in which the hooks were registered, whichever came first: the strictest
 * decision holds with its reason, any block blocks, the first changed input counts, and all context is told.
 */
export function combineOutputs(
  outputs: readonly HookOutputFields[],
  failures: readonly string[],
): HookAnswer {
  const answers = outputs.map(flattened);
  const permission = STRENGTH.find((kind) => answers.some((answer) => answer.permission === kind));
  const deciding =
    answers.find((answer) => answer.isBlocking) ??
    answers.find((answer) => permission !== undefined && answer.permission === permission);
  const stopping = answers.find((answer) => answer.continue === false);
  const eliciting = answers.find((answer) => answer.action !== undefined);
  return {
    permission,
    blocked: answers.some((answer) => answer.isBlocking),
    reason: deciding?.why,
    updatedInput: answers.find((answer) => answer.updatedInput !== undefined)?.updatedInput,
    additionalContext: answers.flatMap((answer) => answer.additionalContext ?? []),
    stop: stopping && (stopping.stopReason ?? 'A hook stopped the turn.'),
    elicitation:
      eliciting?.action === undefined
        ? undefined
        : { action: eliciting.action, content: eliciting.content },
    failures,
  };
}

function flattened(output: HookOutputFields) {
  const { decision: request, ...specific } = output.hookSpecificOutput ?? {};
  const fields = { ...output, ...specific };
  return {
    ...fields,
    permission:
      fields.permissionDecision ??
      request?.behavior ??
      (output.decision === 'approve' ? ('allow' as const) : undefined),
    isBlocking: output.decision === 'block',
    why: fields.permissionDecisionReason ?? request?.message ?? output.reason,
    updatedInput: fields.updatedInput ?? request?.updatedInput,
    ...(request?.interrupt === true
      ? { continue: false, stopReason: request.message ?? output.stopReason }
      : {}),
  };
}
