import { mkdir } from 'node:fs/promises';
import type { SDKUserMessageInput } from '../../shared/agent/messages.ts';
import { canonicalJson } from '../../shared/lib/json.ts';
import { AsyncQueue } from '../lib/async-queue.ts';
import type { LiveSession } from './live-session.ts';
import type { PermissionDesk } from './permission-desk.ts';
import { requireProvider } from './require-provider.ts';
import type { RuntimeStart } from './runtime-lease.ts';
import { keysOf, type Facades } from './session-facades.ts';
import type { ResolvedProvider } from './session-service-contract.ts';
import type { SessionServiceDeps } from './session-service-deps.ts';
import { keepWishes } from './stored-facts.ts';

export interface StartParts {
  readonly deps: SessionServiceDeps;
  readonly desk: PermissionDesk;
  readonly facades: () => Facades;
}

/** Starts the runtime of a session as it is now. Rejects with what is missing. */
export async function startRuntime(session: LiveSession, parts: StartParts): Promise<RuntimeStart> {
  const { deps, desk } = parts;
  const { id, cwd, folder, model, mode, instructions } = session.facts;
  const provider = await requireProvider(deps.directory, model);
  await mkdir(cwd, { recursive: true, mode: 0o700 });
  if (!session.recorded) await keepWishes(session.facts);
  const hasOwnTools = folder !== null && (await deps.isTrusted(folder));
  const facades = parts.facades();
  session.startedWith = await startText(session, provider, parts);
  const input = new AsyncQueue<SDKUserMessageInput>();
  const query = deps.startQuery({
    sessionId: id,
    resume: session.recorded,
    cwd,
    hasOwnTools,
    model,
    mode,
    provider: provider.config,
    apiKey: provider.apiKey,
    instructions,
    servers: new Map([...facades].map(([key, facade]) => [key, facade.server])),
    input,
    askPermission: (question) =>
      desk.ask(
        id,
        question,
        question.serverKey === undefined ? undefined : facades.get(question.serverKey)?.record,
      ),
  });
  return { query, input };
}

/** All that a runtime keeps from its start, as one comparable text: servers, provider with its key, instructions, trust. */
export async function startText(
  session: LiveSession,
  { config, apiKey }: ResolvedProvider,
  { deps, facades }: Pick<StartParts, 'deps' | 'facades'>,
): Promise<string> {
  const { folder } = session.facts;
  const isTrusted = folder !== null && (await deps.isTrusted(folder));
  const instructions = [session.facts.instructions, deps.instructionsRevision()];
  return canonicalJson([keysOf(facades()), config, apiKey ?? null, instructions, isTrusted]);
}
