import type { InitializeRequest, RuntimeRequest } from '../../../../shared/agent/frames.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import { childEnvironment } from '../../../lib/child-environment.ts';
import type { Clock } from '../../../lib/clock.ts';
import { sessionFolder } from '../../../storage/kept-files/session-folders.ts';
import type { LoopDependencies } from '../loop/loop-dependencies.ts';
import type { Model } from '../model/model-contract.ts';
import { isWithin, realPathOf } from '../permissions/real-path.ts';
import { askUserTool } from './ask-user-tool.ts';
import type { BuiltInTool } from './built-in-tool.ts';
import {
  FileCheckpoints,
  NoCheckpointError,
} from '../../../storage/checkpoints/file-checkpoints.ts';
import type { RewindPlan } from '../../../storage/checkpoints/file-checkpoints.ts';
import { editTool, writeTool } from './edit-tools.ts';
import type { ChangeWatcher } from './edit-tools.ts';
import { FileLedger } from './file-ledger.ts';
import { readTool } from './read-tool.ts';
import { findRipgrep } from '../../../lib/find-ripgrep.ts';
import { globTool } from './search/glob-tool.ts';
import { grepTool } from './search/grep-tool.ts';
import { SessionPlace } from './session-place.ts';
import { bashTool } from './shell/bash-tool.ts';
import { agentDefinitions } from './tasks/agent-definitions.ts';
import { agentTool } from './tasks/agent-tool.ts';
import { BackgroundTasks } from './tasks/background-tasks.ts';
import { stopTaskTool, taskOutputTool } from './tasks/task-tools.ts';
import { todoTool } from './todo-tool.ts';
import { webFetchTool } from './web/web-fetch-tool.ts';

export interface BuiltInsParts {
  readonly init: InitializeRequest;
  readonly clock: Clock;
  readonly emit: (message: SDKMessage) => void;
  readonly ask: (request: RuntimeRequest, signal: AbortSignal) => Promise<unknown>;
  /** The folders that the session may work in. */
  readonly folders: () => readonly string[];
  readonly loop: () => LoopDependencies;
  readonly modelNamed: (id: string) => Promise<Model>;
  readonly onDiagnostic: (message: string) => void;
}

/** The runtime's own tools in one session, with what they leave running and what they keep. `close` ends it. */
export class BuiltIns {
  readonly tools: readonly BuiltInTool[];
  readonly tasks: BackgroundTasks;
  /** What `supportedAgents()` tells. */
  readonly agents: readonly { readonly name: string; readonly description: string }[];
  readonly #parts: BuiltInsParts;
  readonly #place: SessionPlace;
  readonly #ledger = new FileLedger();
  readonly #checkpoints: FileCheckpoints | undefined;
  readonly #resultsFolder: string;

  constructor(parts: BuiltInsParts) {
    const { init, clock, emit } = parts;
    this.#parts = parts;
    this.#place = new SessionPlace({ cwd: init.cwd, folders: parts.folders });
    this.#resultsFolder = sessionFolder(init.config_root, 'results', init.session_id);
    this.#checkpoints =
      init.enable_file_checkpointing && init.persist_session
        ? new FileCheckpoints(sessionFolder(init.config_root, 'checkpoints', init.session_id))
        : undefined;
    this.tasks = new BackgroundTasks({ sessionId: init.session_id, clock, emit });
    const definitions = agentDefinitions(init);
    this.agents = [...definitions].map(([name, { description }]) => ({ name, description }));
    this.tools = [
      ...this.#fileTools(),
      ...this.#commandTools(),
      webFetchTool({ clock }),
      todoTool(),
      askUserTool({
        ask: parts.ask,
        hasCanUseTool: init.has_can_use_tool,
        hasElicitation: init.has_elicitation,
      }),
      agentTool({
        definitions,
        tasks: this.tasks,
        loop: parts.loop,
        modelNamed: parts.modelNamed,
      }),
    ];
  }

  /** The folder that commands run in now. */
  get cwd(): string {
    return this.#place.cwd;
  }

  /** Changes of files belong to this message of the person from here on. */
  async beginTurn(messageId: string): Promise<void> {
    await this.#checkpoints?.beginTurn(messageId);
  }

  /** Brings files back to how they were before a message. Rejects with `NoCheckpointError`. */
  async rewind(messageId: string, isDryRun: boolean): Promise<RewindPlan> {
    if (!this.#checkpoints)
      throw new NoCheckpointError(
        'This session keeps no checkpoints of files. Start it with `enableFileCheckpointing: true`, and let it be stored.',
      );
    const plan = await this.#checkpoints.rewind(messageId, isDryRun);
    if (!isDryRun) for (const { path } of plan.restored) this.#ledger.forget(path);
    return plan;
  }

  async close(): Promise<void> {
    await this.tasks.close();
  }

  #fileTools(): BuiltInTool[] {
    const place = this.#place;
    const search = { place, clock: this.#parts.clock, ripgrep: findRipgrep };
    const edits = { place, ledger: this.#ledger, watcher: this.#watcher() };
    return [
      readTool(place, this.#ledger, (path) => this.#isOwn(path)),
      writeTool(edits),
      editTool(edits),
      globTool(search),
      grepTool(search),
    ];
  }

  #commandTools(): BuiltInTool[] {
    const { clock, init } = this.#parts;
    return [
      bashTool({
        place: this.#place,
        tasks: this.tasks,
        clock,
        spawn: async (options) =>
          (await import('../../../lib/subprocess.ts')).spawnManaged(options),
        env: childEnvironment(process.env, init.env),
        resultsFolder: this.#resultsFolder,
        onCommand: async (command) => {
          await this.#checkpoints?.command(command);
        },
        onCwdChanged: (from, to) => this.#tellHooks('CwdChanged', { old_cwd: from, new_cwd: to }),
      }),
      taskOutputTool(this.tasks),
      stopTaskTool(this.tasks),
    ];
  }

  #watcher(): ChangeWatcher {
    return {
      before: async (path, bytes) => {
        await this.#checkpoints?.before(path, bytes);
      },
      after: async (path, bytes) => {
        await this.#checkpoints?.after(path, bytes);
        await this.#tellHooks('FileChanged', { file_path: path });
      },
    };
  }

  async #tellHooks(
    event: 'CwdChanged' | 'FileChanged',
    input: Readonly<Record<string, string>>,
  ): Promise<void> {
    const never = new AbortController().signal;
    try {
      await this.#parts.loop().hooks.run(event, input, {
        matchValue: input['file_path'] ?? input['new_cwd'] ?? '',
        signal: never,
      });
    } catch (error) {
      this.#parts.onDiagnostic(`A hook for ${event} failed: ${String(error)}`);
    }
  }

  /** Whether a file is an output of this session that was too long for the conversation. */
  async #isOwn(path: string): Promise<boolean> {
    const folder = await realPathOf(this.#resultsFolder, this.#place.home);
    return folder !== undefined && isWithin(folder, path);
  }
}
