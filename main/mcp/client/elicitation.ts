import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { filledIn } from '../../../shared/mcp/elicitation.ts';
import { faultOfForm } from '../../../shared/mcp/elicitation-schema.ts';
import { problemSentence, problemsOf } from '../../../shared/mcp/elicitation-values.ts';
import { RpcFault } from './rpc-fault.ts';

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** What a server asks a person. `params` is the request as it was sent. */
export type ElicitationQuestion =
  | {
      readonly mode: 'form';
      readonly message: string;
      /** As it was sent: unknown keywords are kept, so that a form can show what it understands. */
      readonly requestedSchema: JsonObject;
      readonly params: JsonObject;
    }
  | {
      readonly mode: 'url';
      readonly message: string;
      readonly url: string;
      readonly elicitationId?: string | undefined;
      /** The call is made again once this is accepted (-32042), so it is to be accepted when the person is done, not when they begin. */
      readonly isRetried?: boolean | undefined;
      readonly params: JsonObject;
    };

export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** For an accepted form: values by field name. Fields left out take their default, if they have one; null leaves a field out for good. */
  readonly content?: JsonObject | null | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** An empty declaration means forms. */
function isDeclared(mode: string, declared: JsonObject): boolean {
  if (mode === 'url') return declared['url'] !== undefined;
  return declared['form'] !== undefined || declared['url'] === undefined;
}

/** Reads a request. Throws an `RpcFault` with -32602 for what must not be shown. */
export function readQuestion(params: JsonObject, declared: JsonObject): ElicitationQuestion {
  const mode = params['mode'] ?? 'form';
  if (mode !== 'form' && mode !== 'url')
    throw new RpcFault(INVALID_PARAMS, `The mode ${JSON.stringify(mode)} is not known.`);
  if (!isDeclared(mode, declared))
    throw new RpcFault(INVALID_PARAMS, `The mode "${mode}" was not declared by this client.`);
  const message = typeof params['message'] === 'string' ? params['message'] : '';
  if (mode === 'url') {
    const { url, elicitationId } = params;
    if (typeof url !== 'string' || !URL.canParse(url))
      throw new RpcFault(INVALID_PARAMS, 'The url of the question is no address.');
    return {
      mode,
      message,
      url,
      ...(typeof elicitationId === 'string' ? { elicitationId } : {}),
      params,
    };
  }
  const { requestedSchema } = params;
  const fault = faultOfForm(requestedSchema);
  if (fault !== undefined || !isJsonObject(requestedSchema))
    throw new RpcFault(INVALID_PARAMS, fault ?? 'The requested schema is no object.');
  return { mode, message, requestedSchema, params };
}

function checkedAnswer(question: ElicitationQuestion, answer: unknown): JsonObject {
  if (!isJsonObject(answer)) throw new RpcFault(INTERNAL_ERROR, 'The client gave no answer.');
  const { action, content, _meta } = answer;
  const meta = isJsonObject(_meta) ? { _meta } : {};
  if (action === 'decline' || action === 'cancel') return { action, ...meta };
  if (action !== 'accept')
    throw new RpcFault(INTERNAL_ERROR, `The client answered with the action ${String(action)}.`);
  if (question.mode === 'url') return { action, ...meta };
  const values = filledIn(question.requestedSchema, isJsonObject(content) ? content : {});
  const problems = problemsOf(question.requestedSchema, values);
  if (problems.length > 0)
    throw new RpcFault(
      INTERNAL_ERROR,
      `The answer does not fit the form: ${problems.map(problemSentence).join(' ')}`,
    );
  return { action, content: values, ...meta };
}

/**
 * Shows a question to `ask` and checks the answer before it leaves. Rejects with an `RpcFault`: -32602 for a question
 * that cannot be asked, -32603 for an answer that does not fit.
 */
export async function answerElicitation(
  params: JsonObject,
  declared: JsonObject,
  ask: (question: ElicitationQuestion) => ElicitationAnswer | Promise<ElicitationAnswer>,
): Promise<JsonObject> {
  const question = readQuestion(params, declared);
  return checkedAnswer(question, await ask(question));
}
