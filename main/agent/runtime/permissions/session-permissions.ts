import type { InitializeRequest, RuntimeRequest } from '../../../../shared/agent/frames.ts';
import type { PermissionMode } from '../../../../shared/agent/messages.ts';
import type { PermissionUpdate } from '../../../../shared/agent/permission-update.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { sessionFolder } from '../../../storage/kept-files/session-folders.ts';
import type { HookRunner } from '../hooks/hook-runner.ts';
import type { SessionSettings } from '../settings/load-settings.ts';
import { writePermissionUpdate } from '../settings/write-settings.ts';
import { CallJudge } from './call-judge.ts';
import { PermissionGate } from './permission-gate.ts';
import { PermissionRules } from './permission-rules.ts';
import { protectedPaths } from './protected-paths.ts';
import { RuleMatcher } from './rule-matcher.ts';

export interface SessionPermissionsParts {
  readonly init: InitializeRequest;
  readonly settings: SessionSettings;
  readonly hooks: HookRunner;
  readonly mode: () => PermissionMode;
  readonly setMode: (mode: PermissionMode) => void;
  /** The folder that commands run in now. */
  readonly cwd: () => string;
  readonly askHost:
    ((request: RuntimeRequest, signal: AbortSignal) => Promise<unknown>) | undefined;
  readonly onDiagnostic: (message: string) => void;
}

/** What a session allows, and how that changes while it runs. */
export class SessionPermissions {
  readonly gate: PermissionGate;
  readonly #parts: SessionPermissionsParts;
  readonly #rules: PermissionRules;
  #directories: readonly string[];

  constructor(parts: SessionPermissionsParts) {
    const { init, settings, hooks, mode, cwd, askHost } = parts;
    this.#parts = parts;
    this.#rules = new PermissionRules({
      allow: init.allowed_tools,
      deny: init.disallowed_tools,
      ask: init.ask_tools,
    });
    for (const { source, rules } of settings.rules) this.#rules.add(source, rules);
    this.#directories = settings.directories;
    const matcher = new RuleMatcher({ base: init.cwd, cwd });
    const judge = new CallJudge({
      rules: this.#rules,
      matcher,
      paths: protectedPaths({ cwd, configRoot: init.config_root }),
      mode,
      cwd,
      // Results that were too large for the conversation are the session's own.
      folders: () => [...this.folders, sessionFolder(init.config_root, 'results', init.session_id)],
    });
    this.gate = new PermissionGate({
      judge,
      matcher,
      hooks,
      askHost,
      apply: (update) => this.#apply(update),
    });
  }

  /** The folders that built-in tools may work in: the session's own and those that were added. */
  get folders(): readonly string[] {
    return [this.#parts.init.cwd, ...this.#directories];
  }

  async #apply(update: PermissionUpdate): Promise<void> {
    const { init, onDiagnostic, mode, setMode } = this.#parts;
    switch (update.type) {
      case 'setMode':
        if (update.mode === 'bypassPermissions' && !maySkip(init, mode()))
          onDiagnostic(
            'An answer wanted the mode "bypassPermissions", which this session was not started for, so the mode stays.',
          );
        else setMode(update.mode);
        return;
      case 'addDirectories':
        this.#directories = [...new Set([...this.#directories, ...update.directories])];
        break;
      case 'removeDirectories':
        this.#directories = this.#directories.filter((one) => !update.directories.includes(one));
        break;
      default:
        this.#rules.apply(update);
    }
    if (update.destination === 'session') return;
    try {
      await writePermissionUpdate(update, { configRoot: init.config_root, cwd: init.cwd });
    } catch (error) {
      onDiagnostic(
        `A change of permissions holds for this session only, because it could not be saved: ${messageOf(error)}`,
      );
    }
  }
}

function maySkip(init: InitializeRequest, mode: PermissionMode): boolean {
  return (
    init.allow_skip_permissions ||
    init.permission_mode === 'bypassPermissions' ||
    mode === 'bypassPermissions'
  );
}
