import type { CredentialPayload, RuntimeRequest } from '../../../../shared/agent/frames.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/logger.ts';
import type { McpConnection } from '../../../mcp/client/connection.ts';
import type { CreateModel } from '../model/model-contract.ts';
import type { ConnectionExtras } from '../tools/connect-server.ts';
import type { ServerDefinitionWithValues } from '../tools/process-server.ts';

/** What a session needs of the outside. */
export interface SessionDependencies {
  readonly credentials: CredentialPayload;
  readonly clock: Clock;
  readonly log: Log;
  readonly createModel: CreateModel;
  readonly emit: (message: SDKMessage) => void;
  /** Asks the host. Rejects when it cannot answer. */
  readonly ask: (
    request: RuntimeRequest,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number | undefined },
  ) => Promise<unknown>;
  readonly connect: (
    name: string,
    definition: ServerDefinitionWithValues,
    signal: AbortSignal,
    extras?: ConnectionExtras,
  ) => Promise<McpConnection>;
  /** Named to whoever finds the transcript locked. */
  readonly program: string;
}
