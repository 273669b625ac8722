import type { PermissionPrompt } from '../../../shared/ipc/routes/sessions.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { ToolQuestion } from '../session-query.ts';
import type { Judgement } from './decide-permission.ts';
import type { ToolCall, ToolFacts } from './permission-book.ts';
import { OWN_TOOLS } from './permission-book.ts';
import { hashOf } from './tool-pins.ts';

export interface PromptParts {
  readonly identity: Pick<PermissionPrompt, 'promptId' | 'createdAt'>;
  readonly question: ToolQuestion;
  readonly call: ToolCall;
  readonly server: ServerRecord | undefined;
  readonly facts: ToolFacts;
  readonly judgement: Judgement;
  readonly isEdited: boolean;
}

/** The question for the person, with everything that is needed to answer it and a hash over what is approved by the answer. */
export function createPrompt(parts: PromptParts): PermissionPrompt {
  const { question, call, facts, server, judgement, isEdited } = parts;
  const { promptId, createdAt } = parts.identity;
  const { title } = facts.definition ?? {};
  const shownTitle = title ?? question.title;
  const why = judgement.behavior === 'ask' ? judgement.why : undefined;
  const reason = why === 'nothing-allows' || why === 'unknown-definition' ? undefined : why;
  const { definition, pin } = facts;
  return {
    promptId,
    sessionId: call.sessionId,
    toolUseId: question.toolUseId,
    toolName: question.toolName,
    serverToolName: call.tool,
    ...(shownTitle === undefined ? {} : { title: shownTitle }),
    ...(server === undefined
      ? {}
      : { serverId: server.id, serverName: facts.record?.name ?? server.name }),
    ...(question.app === undefined ? {} : { app: question.app }),
    annotations: facts.hints,
    input: call.input,
    ...(isEdited ? { isEdited } : {}),
    ...(definition === undefined ? {} : { inputSchema: definition.inputSchema }),
    scopes: scopesOf(call, facts),
    ...(reason === undefined ? {} : { reason }),
    ...(reason === 'changed' && pin && definition
      ? { change: { before: pin.definition, after: definition } }
      : {}),
    argumentsHash: hashOf([promptId, question.toolName, facts.hash ?? null, call.input]),
    createdAt,
  };
}

/** What cannot be compared later can be allowed once only. */
function scopesOf(call: ToolCall, facts: ToolFacts): NonNullable<PermissionPrompt['scopes']> {
  if (call.serverId === OWN_TOOLS) return ['once', 'session'];
  const isKnown = facts.hash !== undefined && facts.record?.trustedHash !== undefined;
  return isKnown ? ['once', 'session', 'always'] : ['once'];
}

/** What the model is told of a denial that nobody was asked about. */
export function denialOf(
  judgement: Extract<Judgement, { behavior: 'deny' }>,
  call: ToolCall,
  server: ServerRecord | undefined,
): string {
  const tool =
    server === undefined ? `“${call.tool}”` : `“${call.tool}” of the server “${server.name}”`;
  return judgement.why === 'turned-off'
    ? `The person turned ${tool} off, so it cannot be called. Do without it.`
    : `The person denied every call of ${tool}. Do without it.`;
}
