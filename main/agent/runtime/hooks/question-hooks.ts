import type {
  ElicitationAnswerFrame,
  ElicitationHooksRequest,
} from '../../../../shared/agent/elicitation-frames.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { HookRunner } from './hook-runner.ts';

/** A question of a server as hooks see it. */
export function questionInput(request: {
  readonly subtype: string;
  readonly server_name: string;
}): JsonObject {
  const fields: Record<string, unknown> = { ...request, mcp_server_name: request.server_name };
  delete fields['subtype'];
  delete fields['server_name'];
  delete fields['answer'];
  return fields;
}

/**
 * What the hooks of a session say to a question of a server of the host: `Elicitation` before the person is asked,
 * `ElicitationResult` when there is an answer. Undefined when none has a say; a hook that blocks declines. A hook that failed
 * has no say. Rejects with the signal's reason.
 */
export async function askQuestionHooks(
  hooks: Pick<HookRunner, 'run'>,
  request: ElicitationHooksRequest,
  signal: AbortSignal,
): Promise<ElicitationAnswerFrame | undefined> {
  const { answer } = request;
  const input = questionInput(request);
  const said = await hooks.run(
    answer ? 'ElicitationResult' : 'Elicitation',
    answer ? { ...input, action: answer.action, content: answer.content ?? {} } : input,
    { matchValue: request.server_name, signal },
  );
  return said.blocked ? { action: 'decline' } : said.elicitation;
}
