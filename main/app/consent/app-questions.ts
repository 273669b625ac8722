import { randomUUID } from 'node:crypto';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { exact } from './consent-questions.ts';

/** A call that the app of a tool wants made. */
export interface AppCallQuestion {
  readonly serverName: string;
  readonly app: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly isDestructive: boolean;
}

/** What the app of a tool wants to reach on this computer. */
export interface AppNetworkQuestion {
  readonly serverName: string;
  readonly tool: string;
  readonly origins: readonly string[];
}

/** What the consent view shows of a call: each argument as it is sent, whole. */
export function appCallRequest(question: AppCallQuestion): ConsentRequest {
  return {
    kind: 'app-call',
    requestId: randomUUID(),
    serverName: question.serverName,
    app: exact(question.app),
    tool: exact(question.tool),
    fields: Object.entries(question.input).map(([name, value]) => ({
      name: exact(name),
      value: exact(JSON.stringify(value)),
    })),
    isDestructive: question.isDestructive,
  };
}

/** What the consent view shows before an app reaches this computer. */
export function appNetworkRequest(question: AppNetworkQuestion): ConsentRequest {
  return {
    kind: 'app-network',
    requestId: randomUUID(),
    serverName: question.serverName,
    app: exact(question.tool),
    origins: question.origins.map(exact),
  };
}
