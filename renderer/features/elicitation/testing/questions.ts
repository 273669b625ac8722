import type { QuestionOf } from '../../../../shared/ipc/routes/elicitations.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';

export const sessionId = '00000000-0000-4000-8000-0000000000a1';
let count = 0;

/** A form that a server asks to be filled in. */
export function formQuestion(
  properties: JsonObject,
  part: Partial<QuestionOf<'form'>> & { readonly required?: readonly string[] } = {},
): QuestionOf<'form'> {
  const { required = [], ...rest } = part;
  count += 1;
  return {
    kind: 'form',
    questionId: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    serverId: '00000000-0000-4000-8000-0000000000b1',
    serverName: 'linear',
    sessionIds: [sessionId],
    toolName: 'release',
    createdAt: count,
    message: 'I need a plan.',
    requestedSchema: { type: 'object', properties, required: [...required] },
    ...rest,
  };
}

/** An address that a server wants opened. */
export function urlQuestion(part: Partial<QuestionOf<'url'>> = {}): QuestionOf<'url'> {
  const { questionId, serverId, serverName, sessionIds, toolName, createdAt } = formQuestion({});
  return {
    kind: 'url',
    questionId,
    serverId,
    serverName,
    sessionIds,
    ...(toolName === undefined ? {} : { toolName }),
    createdAt,
    message: 'Connect.',
    url: 'https://auth.example/connect',
    phase: 'asked',
    isRetried: true,
    ...part,
  };
}
