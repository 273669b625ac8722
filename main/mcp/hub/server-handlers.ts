import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerAsk } from '../../../shared/mcp/server-asks.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import { RpcFault } from '../client/rpc-fault.ts';
import type { ServerRequestContext, ServerRequestHandlers } from '../client/server-requests.ts';
import type { CallBook, CallOwner } from './call-book.ts';
import type { QuestionOwner, ServerQuestions } from './server-questions.ts';

/** What is declared to servers when somebody is there to answer. */
const capabilities: Readonly<Record<ServerAsk, JsonObject>> = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: { listChanged: true },
};
const METHOD_NOT_FOUND = -32601;

/** What is declared to a server: everything but what the person does not let it ask. */
function declared({ settings }: ServerRecord): JsonObject {
  const entries = Object.entries(capabilities);
  return Object.fromEntries(
    entries.filter(([name]) => !settings.refuses?.some((one) => one === name)),
  );
}

export interface Serving {
  readonly capabilities: JsonObject;
  readonly handlers: ServerRequestHandlers;
}

export interface ServingParts {
  readonly questions: ServerQuestions;
  readonly calls: CallBook;
  readonly record: () => ServerRecord;
  /** The session that the connection belongs to, if it is one's own. */
  readonly sessionId: string | undefined;
  /** The open sessions that see the server. */
  readonly sessionIds: () => readonly string[];
}

/** Answers what a server asks over one connection by asking the people behind the hub. */
export function servingOf(parts: ServingParts): Serving {
  const { questions, calls, record } = parts;
  const named = (owner: Omit<QuestionOwner, 'serverId' | 'serverName'>): QuestionOwner => ({
    serverId: record().id,
    serverName: record().name,
    ...owner,
  });
  const find = ({ origin, signal }: ServerRequestContext) => {
    const { over, ...found }: CallOwner = calls.ownerOf(origin);
    const isOnes = found.sessionIds.length === 0 && parts.sessionId !== undefined;
    const owner = named(isOnes ? { ...found, sessionIds: [parts.sessionId] } : found);
    return { owner, signal: over ? AbortSignal.any([signal, over]) : signal };
  };
  // A server that was connected before the person said so is refused all the same.
  const check = (what: ServerAsk): void => {
    if (record().settings.refuses?.includes(what) !== true) return;
    throw new RpcFault(METHOD_NOT_FOUND, 'The person lets this server ask nothing of this kind.');
  };
  return {
    capabilities: declared(record()),
    handlers: {
      elicit: (question, context) => {
        check('elicitation');
        const { owner, signal } = find(context);
        return questions.elicit(question, owner, signal);
      },
      sample: (params, context) => {
        check('sampling');
        const { owner, signal } = find(context);
        return questions.sample(params, owner, signal);
      },
      roots: (context) => {
        check('roots');
        // What no call asks for holds for all: a server asks once and keeps the answer.
        const owner =
          context.origin === undefined
            ? named({ sessionIds: parts.sessionIds() })
            : find(context).owner;
        return questions.roots(owner);
      },
    },
  };
}
