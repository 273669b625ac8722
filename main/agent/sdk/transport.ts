import type { CredentialPayload } from '../../../shared/agent/frames.ts';

/** How a runtime ended. */
export interface RuntimeExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Last lines of stderr, at most 40. */
  readonly stderr: readonly string[];
}

/** Credentials on their way. The session owns it and disposes it once the runtime has answered the request that uses them. */
export interface CredentialDelivery {
  /** Where the runtime finds a renewal when it must be told: a file path, no secret. Goes into the control request that uses it. */
  readonly file?: string | undefined;
  /** Removes what the runtime did not take. May be repeated; never rejects. */
  dispose(): Promise<void>;
}

/**
 * Carries frames to and from one runtime (RT-1). Frames are plain JSON values; parsing with zod is the channel's work, not the transport's.
 * Listeners are set before `start`. Public: hosts may bring their own.
 */
export interface Transport {
  /** Starts the runtime. Rejects with `RuntimeStartError`. */
  start(): Promise<void>;
  /**
   * Hands over credentials apart from the frames (RT-5): once after `start` and before the first frame, also when there are none,
   * and again for each renewal. Rejects with `CredentialsError` when this transport cannot.
   */
  deliverCredentials(payload: CredentialPayload): Promise<CredentialDelivery>;
  /** Rejects when the frame is over the cap or the runtime is gone. Resolves when the transport can take more (backpressure). */
  send(frame: unknown): Promise<void>;
  onFrame(listener: (frame: unknown) => void): void;
  /** A line that is no JSON, or a frame over the cap: the runtime speaks nonsense. */
  onProtocolError(listener: (error: Error) => void): void;
  onExit(listener: (exit: RuntimeExit) => void): void;
  /** Lines of the runtime's stderr as they come; diagnostics only. Absent where the transport has none. */
  onStderr?(listener: (line: string) => void): void;
  /** RT-9: ends input, waits `closeGraceMs`, TERM, waits 5 s, KILL, each to the whole tree. Resolves when the process is gone. Never rejects. */
  close(): Promise<void>;
}
