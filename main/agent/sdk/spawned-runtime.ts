import type { Readable, Writable } from 'node:stream';
import type { CredentialPayload } from '../../../shared/agent/frames.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { delay } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ManagedProcess } from '../../lib/subprocess.ts';

/** A runtime that a host started itself: over ssh, in a container. */
export interface SpawnedRuntime {
  readonly stdin: Writable;
  /** Frames, one JSON object a line, and nothing else. */
  readonly stdout: Readable;
  /** Diagnostics. */
  readonly stderr: Readable;
  /** Resolves when it has ended; rejects when it could not even be started. Absent: the end of `stdout` counts. */
  readonly exited?:
    Promise<{ readonly code: number | null; readonly signal: string | null }> | undefined;
  /** Asks it to end, or ends it. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  /**
   * Brings model keys and server secrets to the other side, apart from the frames: first to where `PARLEY_CREDENTIAL_FILE` of the
   * runtime points, before it resolves; later ones (a new key) to a file of the other side, whose path it resolves to. Absent: a
   * session that has any of them is refused.
   */
  deliverCredentials?(payload: CredentialPayload): Promise<unknown>;
}

/** Starts a runtime that speaks the same frames on its own streams (`parley --sdk`). */
export type SpawnRuntime = (request: {
  /** Arguments of the runtime, such as `--sdk`. */
  readonly args: readonly string[];
}) => SpawnedRuntime | Promise<SpawnedRuntime>;

/** What `ProcessTransport` needs of a running runtime, whoever started it. */
export interface RuntimeProcess {
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    /** What kept it from running at all. */
    readonly reason?: string;
  }>;
  /** RT-9. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
  readonly deliverCredentials?:
    ((payload: CredentialPayload) => Promise<string | undefined>) | undefined;
}

/** How long it may take to end after TERM, in ms. */
const TERM_GRACE_MS = 5_000;

export function fromManaged(managed: ManagedProcess): RuntimeProcess {
  return {
    pid: managed.pid,
    stdin: managed.stdin,
    stdout: managed.stdout,
    stderr: managed.stderr,
    exited: managed.exited,
    stop: async (graceMs) => {
      await managed.stop({ graceMs });
    },
  };
}

export function fromSpawned(spawned: SpawnedRuntime, clock: Clock): RuntimeProcess {
  for (const stream of [spawned.stdin, spawned.stdout, spawned.stderr])
    stream.on('error', () => undefined);
  const outputEnded = new Promise<{ code: null; signal: null }>((resolve) => {
    spawned.stdout.once('close', () => resolve({ code: null, signal: null }));
    spawned.stdout.once('end', () => resolve({ code: null, signal: null }));
  });
  const exited = (spawned.exited ?? outputEnded).catch(async (failure: unknown) => ({
    ...(await outputEnded),
    reason: messageOf(failure),
  }));
  const endsWithin = async (ms: number): Promise<boolean> => {
    const tooLate = new AbortController();
    const ended = exited.then(() => true);
    const timer = delay(clock, ms, tooLate.signal).then(
      () => false,
      () => false,
    );
    const result = await Promise.race([ended, timer]);
    tooLate.abort();
    return result;
  };
  return {
    pid: undefined,
    stdin: spawned.stdin,
    stdout: spawned.stdout,
    stderr: spawned.stderr,
    exited,
    stop: async (graceMs) => {
      spawned.stdin.end();
      if (await endsWithin(graceMs)) return;
      spawned.kill('SIGTERM');
      if (await endsWithin(TERM_GRACE_MS)) return;
      spawned.kill('SIGKILL');
      // The other side is out of reach when even this does not end its output.
      await endsWithin(TERM_GRACE_MS);
    },
    deliverCredentials: spawned.deliverCredentials
      ? async (payload) => {
          const file = await spawned.deliverCredentials?.(payload);
          return typeof file === 'string' ? file : undefined;
        }
      : undefined,
  };
}
