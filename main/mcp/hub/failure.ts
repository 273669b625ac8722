import { messageOf } from '../../../shared/lib/errors.ts';
import type { ServerDefinition } from '../../../shared/mcp/server-config.ts';
import type { ServerFailure, ServerFailureCode } from '../../../shared/mcp/server-state.ts';
import { findCertificateProblem } from '../../lib/network/certificate-problem.ts';
import { SpawnError } from '../../lib/subprocess.ts';
import { McpError } from '../client/mcp-error.ts';
import type { McpErrorKind } from '../client/mcp-error.ts';
import { VariableError } from '../config/resolve-definition.ts';
import type { ServerLog } from './server-log.ts';

const codes: Record<McpErrorKind, ServerFailureCode> = {
  timeout: 'no-answer',
  aborted: 'unknown',
  closed: 'connection-lost',
  rpc: 'protocol-error',
  http: 'http-error',
  'needs-auth': 'needs-auth',
  unreachable: 'unreachable',
  protocol: 'protocol-error',
  unsupported: 'protocol-error',
};

function failureCode(thrown: unknown, wasConnected: boolean): ServerFailureCode {
  if (thrown instanceof SpawnError) return thrown.code === 'spawn-failed' ? 'unknown' : thrown.code;
  if (thrown instanceof VariableError) return 'variable-missing';
  if (findCertificateProblem(thrown)) return 'certificate-refused';
  if (!(thrown instanceof McpError)) return 'unknown';
  if (thrown.kind === 'closed' && !wasConnected) return 'exited-early';
  return codes[thrown.kind];
}

/** What is known about the start that failed. */
export interface StartFacts {
  readonly definition: ServerDefinition;
  readonly folder: string;
  readonly resolvedPath: string | undefined;
  readonly pathSearched: readonly string[];
  readonly log: ServerLog;
  readonly wasConnected: boolean;
  readonly at: number;
  readonly redact: (text: string) => string;
}

function processFacts(thrown: unknown, facts: StartFacts): Partial<ServerFailure> {
  const { definition, log } = facts;
  if (definition.type !== 'stdio') return {};
  const exit = thrown instanceof McpError ? thrown.details.exit : undefined;
  const path =
    thrown instanceof SpawnError ? (thrown.details.path ?? undefined) : facts.resolvedPath;
  return {
    command: facts.redact(definition.command),
    cwd: facts.folder,
    ...(path === undefined ? {} : { resolvedPath: path }),
    ...(definition.command.includes('/') ? {} : { pathSearched: [...facts.pathSearched] }),
    ...(exit ? { exitCode: exit.code, signal: exit.signal } : {}),
    ...(log.stderrTail.length > 0 ? { stderr: [...log.stderrTail] } : {}),
    ...(log.junkTail.length > 0 ? { junk: [...log.junkTail] } : {}),
  };
}

/** All that is known about why a server is not connected (UI-36), redacted. */
export function describeFailure(thrown: unknown, facts: StartFacts): ServerFailure {
  return {
    code: failureCode(thrown, facts.wasConnected),
    message: facts.redact(messageOf(thrown)),
    ...processFacts(thrown, facts),
    at: facts.at,
  };
}
