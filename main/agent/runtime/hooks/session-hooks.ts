import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import type { PermissionMode } from '../../../../shared/agent/messages.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import type { SessionSettings } from '../settings/load-settings.ts';
import { HookRunner } from './hook-runner.ts';

/** How long the hooks of the end may take together, in ms: whoever ends a session does not wait much longer (RT-9). */
const END_LIMIT_MS = 1_000;

export interface SessionHooksParts {
  readonly init: InitializeRequest;
  readonly settings: SessionSettings;
  readonly dependencies: SessionDependencies;
  readonly transcriptPath: string | null;
  readonly mode: () => PermissionMode;
  /** The folder that commands run in now. */
  readonly cwd: () => string;
}

/** The hooks of a session: callbacks of the host and commands of its settings. */
export function sessionHooks(parts: SessionHooksParts): HookRunner {
  const { init, settings, dependencies, transcriptPath, mode, cwd } = parts;
  return new HookRunner({
    registrations: init.hooks,
    commands: settings.hooks,
    runCommand: async (...call) => {
      // Loaded when the first command runs.
      const { hookCommands } = await import('./run-hook-command.ts');
      const { clock } = dependencies;
      return hookCommands({ cwd, env: init.env, base: process.env, clock })(...call);
    },
    ask: (request, options) => dependencies.ask(request, options),
    common: () => ({
      session_id: init.session_id,
      transcript_path: transcriptPath,
      cwd: cwd(),
      permission_mode: mode(),
    }),
    clock: dependencies.clock,
    emit: dependencies.emit,
    onDiagnostic: (message) => dependencies.log('warn', message),
  });
}

/** Runs the hooks of the end, as long as they may take. Never rejects. */
export async function runSessionEnd(
  hooks: HookRunner,
  clock: Clock,
  reason: string,
): Promise<void> {
  if (!hooks.has('SessionEnd')) return;
  const limit = new AbortController();
  const cancel = clock.after(END_LIMIT_MS, () => {
    limit.abort(new Error('The session ends.'));
  });
  try {
    await hooks.run('SessionEnd', { reason }, { matchValue: reason, signal: limit.signal });
  } catch {
    // Over time: the end does not wait for it.
  } finally {
    cancel();
  }
}
