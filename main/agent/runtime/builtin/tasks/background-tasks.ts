import type { SDKMessage } from '../../../../../shared/agent/messages.ts';
import { messageOf } from '../../../../../shared/lib/errors.ts';
import type { Clock } from '../../../../lib/clock.ts';

export interface TaskEnd {
  readonly status: 'completed' | 'failed' | 'stopped';
  /** A sentence. */
  readonly summary: string;
}

/** Work that goes on while the conversation does. */
export interface TaskWork {
  readonly kind: 'command' | 'agent';
  readonly toolUseId: string;
  readonly description: string;
  /** Where all of its output is. */
  readonly outputFile?: string | undefined;
  /** Settles when it has ended. */
  readonly ended: Promise<TaskEnd>;
  /** What it has put out since this was last asked. */
  readonly takeOutput: () => Promise<string>;
  /** Makes it end; `ended` settles then. */
  readonly stop: () => void;
}

export interface TaskReport {
  readonly status: 'running' | TaskEnd['status'];
  readonly summary: string | undefined;
  readonly output: string;
}

interface Task {
  readonly id: string;
  readonly work: TaskWork;
  readonly started: number;
  end: TaskEnd | undefined;
  readonly gone: Promise<void>;
}

export interface BackgroundTasksOptions {
  readonly sessionId: string;
  readonly clock: Clock;
  readonly emit: (message: SDKMessage) => void;
}

/** The tasks of a session that run in the background. `close` stops them all. */
export class BackgroundTasks {
  readonly #options: BackgroundTasksOptions;
  readonly #tasks = new Map<string, Task>();
  #isClosed = false;

  constructor(options: BackgroundTasksOptions) {
    this.#options = options;
  }

  /** Takes work that has begun, tells the host of it, and gives its id. */
  add(work: TaskWork): string {
    const id = `${work.kind}_${String(this.#tasks.size + 1)}`;
    const started = this.#options.clock.now();
    const task: Task = { id, work, started, end: undefined, gone: this.#follow(id, work, started) };
    this.#tasks.set(id, task);
    this.#options.emit({
      type: 'system',
      subtype: 'task_started',
      ...this.#identity(id, work),
      kind: work.kind,
      description: work.description,
    });
    if (this.#isClosed) work.stop();
    return id;
  }

  /** Tells the host how far a task is. */
  progress(id: string, message: string): void {
    const task = this.#tasks.get(id);
    if (!task || task.end) return;
    this.#options.emit({
      type: 'system',
      subtype: 'task_progress',
      ...this.#identity(id, task.work),
      message,
      elapsed_ms: this.#options.clock.now() - task.started,
    });
  }

  /** How a task is, with its output since this was last asked; undefined when there is none of this id. */
  async report(id: string): Promise<TaskReport | undefined> {
    const task = this.#tasks.get(id);
    if (!task) return undefined;
    const output = await task.work.takeOutput();
    return { status: task.end?.status ?? 'running', summary: task.end?.summary, output };
  }

  /** Stops a task. Resolves when it is gone: `true`, or `false` when it had ended before; undefined when there is none of this id. */
  async stop(id: string): Promise<boolean | undefined> {
    const task = this.#tasks.get(id);
    if (!task) return undefined;
    if (task.end) return false;
    task.work.stop();
    await task.gone;
    return true;
  }

  /** Ids of all tasks. */
  get ids(): readonly string[] {
    return [...this.#tasks.keys()];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#tasks.values()) if (!task.end) task.work.stop();
    await Promise.all([...this.#tasks.values()].map((task) => task.gone));
  }

  async #follow(id: string, work: TaskWork, started: number): Promise<void> {
    const end = await work.ended.catch((error: unknown): TaskEnd => ({
      status: 'failed',
      summary: `The task failed: ${messageOf(error)}`,
    }));
    const task = this.#tasks.get(id);
    if (task) task.end = end;
    this.#options.emit({
      type: 'system',
      subtype: 'task_ended',
      ...this.#identity(id, work),
      status: end.status,
      summary: end.summary,
      ...(work.outputFile === undefined ? {} : { output_file: work.outputFile }),
      duration_ms: this.#options.clock.now() - started,
    });
  }

  #identity(
    id: string,
    work: TaskWork,
  ): { uuid: string; session_id: string; task_id: string; tool_use_id: string } {
    return {
      uuid: crypto.randomUUID(),
      session_id: this.#options.sessionId,
      task_id: id,
      tool_use_id: work.toolUseId,
    };
  }
}
