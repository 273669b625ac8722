import type { CredentialPayload } from '../../../shared/agent/frames.ts';

/** How a runtime ended. */
export interface RuntimeExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Last lines of stderr, at most 40. */
  readonly stderr: readonly string[];
}

/**
 * Carries frames to and from one runtime (RT-1). Frames are plain JSON values; parsing with zod is the channel's work, not the transport's.
 * Public: hosts may bring their own.
 */
export interface Transport {
  /** Starts the runtime. Rejects with `RuntimeStartError`. */
  start(): Promise<void>;
  /** One-shot credentials, apart from the frames (RT-5). Called once, before the first frame. */
  deliverCredentials(payload: CredentialPayload): Promise<void>;
  /** Rejects when the frame is over the cap or the runtime is gone. Resolves when the transport can take more (backpressure). */
  send(frame: unknown): Promise<void>;
  onFrame(listener: (frame: unknown) => void): void;
  /** A line that is no JSON, or a frame over the cap: the runtime speaks nonsense. */
  onProtocolError(listener: (error: Error) => void): void;
  onExit(listener: (exit: RuntimeExit) => void): void;
  /** RT-9: ends input, waits `closeGraceMs`, TERM, waits 5 s, KILL, each to the whole tree. Resolves when the process is gone. */
  close(): Promise<void>;
}
