import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { answerElicitation } from './elicitation.ts';
import type { ElicitationAnswer, ElicitationQuestion } from './elicitation.ts';
import { RpcFault } from './rpc-fault.ts';

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

export interface ServerRequestContext {
  /** Aborts when the server takes the request back or the connection ends. */
  readonly signal: AbortSignal;
  /** The `origin` of the request that it belongs to, where that is known: always in the modern era, over HTTP mostly. */
  readonly origin?: unknown;
}

/**
 * Who answers what a server asks during a call. They are looked at when a request arrives, so they may be set later; what
 * is not there is answered "method not found". What they throw reaches the server as an internal error without details.
 */
export interface ServerRequestHandlers {
  elicit?:
    | ((
        question: ElicitationQuestion,
        context: ServerRequestContext,
      ) => ElicitationAnswer | Promise<ElicitationAnswer>)
    | undefined;
  /** Takes the parameters of `sampling/createMessage`, gives its result. */
  sample?:
    | ((params: JsonObject, context: ServerRequestContext) => JsonObject | Promise<JsonObject>)
    | undefined;
  roots?:
    | ((
        context: ServerRequestContext,
      ) =>
        | readonly { readonly uri: string; readonly name?: string }[]
        | Promise<readonly { readonly uri: string; readonly name?: string }[]>)
    | undefined;
}

export interface ServerRequestOptions {
  readonly capabilities: JsonObject;
  readonly handlers: ServerRequestHandlers;
  /** What went wrong on our side, which the server is not told. */
  readonly onFailure: (failure: unknown) => void;
}

async function dispatch(
  method: string,
  params: JsonObject,
  { capabilities, handlers }: ServerRequestOptions,
  context: ServerRequestContext,
): Promise<JsonObject> {
  switch (method) {
    case 'ping':
      return {};
    case 'elicitation/create': {
      const { elicit } = handlers;
      if (!elicit || !isJsonObject(capabilities['elicitation'])) break;
      const declared = capabilities['elicitation'];
      return answerElicitation(params, declared, (question) => elicit(question, context));
    }
    case 'sampling/createMessage': {
      if (!handlers.sample || !isJsonObject(capabilities['sampling'])) break;
      const hasTools = params['tools'] !== undefined || params['toolChoice'] !== undefined;
      if (hasTools && capabilities['sampling']['tools'] === undefined)
        throw new RpcFault(INVALID_PARAMS, 'Sampling with tools was not declared by this client.');
      return handlers.sample(params, context);
    }
    case 'roots/list': {
      if (!handlers.roots || !isJsonObject(capabilities['roots'])) break;
      return { roots: await handlers.roots(context) };
    }
    default:
  }
  throw new RpcFault(METHOD_NOT_FOUND, `This client does not offer ${method}.`);
}

/** Answers a request of the server. Rejects with an `RpcFault` only. */
export async function answerServerRequest(
  method: string,
  params: JsonObject,
  options: ServerRequestOptions,
  context: ServerRequestContext,
): Promise<JsonObject> {
  try {
    return await dispatch(method, params, options, context);
  } catch (thrown) {
    if (thrown instanceof RpcFault) {
      if (thrown.code === INTERNAL_ERROR) options.onFailure(thrown);
      throw thrown;
    }
    options.onFailure(thrown);
    throw new RpcFault(INTERNAL_ERROR, `${method} failed in the client.`, undefined);
  }
}

/** What a handler's failure looks like in a log. */
export function failureNote(method: string, thrown: unknown): string {
  return `a handler of ${method} failed: ${messageOf(thrown)}`;
}
