import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type {
  ChangedFile,
  FileComparison,
  FileText,
  RewindPlan,
} from '../../shared/ipc/routes/changes.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { gitHead, type GitHead } from '../lib/git-head.ts';
import type { Disposable } from '../lib/disposable.ts';
import { SerialWork } from '../lib/serial-work.ts';
import { FileCheckpoints, NoCheckpointError } from '../storage/checkpoints/file-checkpoints.ts';
import type { LiveSession } from './live-session.ts';

/** The largest text that is compared; who reads more of it takes an editor. */
const MOST_BYTES = 1_000_000;
/** Changes that come within this time are told as one, in ms. */
const SETTLE_MS = 300;

type RestingState = Pick<LiveSession, 'readOnly' | 'running'>;

export interface SessionChangesDeps {
  /** Folder of all checkpoints of the profile. */
  readonly folder: string;
  readonly clock: Clock;
  readonly live: (sessionId: string) => Promise<RestingState>;
  /** The folder that the person chose for a session. */
  readonly folderOf: (sessionId: string) => string | null | undefined;
  /** Files of these sessions may be different now. */
  readonly onChange: (sessionIds: readonly string[]) => void;
}

/**
 * The files that sessions changed, read from the checkpoints that their runtimes keep, and how they are brought back. Methods
 * reject with a `ParleyError`.
 */
export class SessionChanges implements Disposable {
  readonly #deps: SessionChangesDeps;
  readonly #changed = new Set<string>();
  /** One at a time, so that a second click finds the first one done. */
  readonly #rewinds = new SerialWork();
  #cancel: (() => void) | undefined;

  constructor(deps: SessionChangesDeps) {
    this.#deps = deps;
  }

  /** Hears what happens in sessions: a tool that has run may have changed files. */
  heard(sessionId: string, messages: readonly SDKMessage[]): void {
    if (messages.some(mayHaveChangedFiles)) this.#tell(sessionId);
  }

  /** What the repository of its folder is at. */
  async head(sessionId: string): Promise<GitHead | undefined> {
    const folder = this.#deps.folderOf(sessionId);
    return typeof folder === 'string' ? gitHead(folder) : undefined;
  }

  async list(sessionId: string): Promise<{ files: ChangedFile[] }> {
    return { files: await this.#checkpoints(sessionId).changes() };
  }

  async compare(
    sessionId: string,
    path: string,
    since: string | undefined,
  ): Promise<FileComparison> {
    const { before, now } = await this.#checkpoints(sessionId)
      .contents(path, since)
      .catch(withCode);
    return { before: textOf(before), now: textOf(now) };
  }

  async preview(sessionId: string, messageUuid: string): Promise<RewindPlan> {
    return wirePlan(await this.#checkpoints(sessionId).rewind(messageUuid, true).catch(withCode));
  }

  /** Brings files back to before a message or an earlier rewind, or one file to before the session. */
  async rewind(
    sessionId: string,
    to: { readonly since: string } | { readonly path: string },
  ): Promise<RewindPlan> {
    return this.#rewinds.run(async () => {
      requireResting(await this.#deps.live(sessionId));
      const checkpoints = this.#checkpoints(sessionId);
      const plan = await (
        'since' in to
          ? checkpoints.rewind(to.since, false)
          : checkpoints.rewind(undefined, false, [to.path])
      ).catch(withCode);
      this.#tell(sessionId);
      return wirePlan(plan);
    });
  }

  /** Rejects unless the session changed this file: nothing else is opened by way of it. */
  async requireChanged(sessionId: string, path: string): Promise<void> {
    await this.#checkpoints(sessionId).contents(path, undefined).catch(withCode);
  }

  dispose(): void {
    this.#cancel?.();
  }

  #checkpoints(sessionId: string): FileCheckpoints {
    return new FileCheckpoints(join(this.#deps.folder, sessionId));
  }

  #tell(sessionId: string): void {
    this.#changed.add(sessionId);
    this.#cancel ??= this.#deps.clock.after(SETTLE_MS, () => {
      this.#cancel = undefined;
      const sessionIds = [...this.#changed];
      this.#changed.clear();
      this.#deps.onChange(sessionIds);
    });
  }
}

function mayHaveChangedFiles(message: SDKMessage): boolean {
  if (message.type === 'result') return true;
  if (message.type !== 'user' || typeof message.message.content === 'string') return false;
  return message.message.content.some(({ type }) => type === 'tool_result');
}

function requireResting({ readOnly, running }: RestingState): void {
  if (readOnly)
    throw new ParleyError(
      'session.read-only',
      `This session is in use by ${readOnly.holder}. Close it there first; no file was changed.`,
    );
  if (running)
    throw new ParleyError(
      'session.busy',
      'A turn of this session runs. Stop it first; no file was changed.',
    );
}

function withCode(failure: unknown): never {
  if (failure instanceof NoCheckpointError)
    throw new ParleyError('session.no-checkpoint', failure.message, { cause: failure });
  throw failure;
}

function wirePlan(plan: Awaited<ReturnType<FileCheckpoints['rewind']>>): RewindPlan {
  const { restored, refused, commands, undoId } = plan;
  return {
    restored: [...restored],
    refused: [...refused],
    commands: [...commands],
    ...(undoId === undefined ? {} : { undoId }),
  };
}

function textOf(bytes: Buffer | undefined): FileText {
  if (bytes === undefined) return { kind: 'none' };
  if (bytes.includes(0) || !isUtf8(bytes)) return { kind: 'binary' };
  if (bytes.length > MOST_BYTES) return { kind: 'too-large' };
  return { kind: 'text', text: bytes.toString('utf8') };
}
