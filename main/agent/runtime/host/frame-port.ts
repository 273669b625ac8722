/** Carries frames between this runtime and its host. */
export interface FramePort {
  /** Frames go out in the order of the calls. Resolves when the frame is handed over; rejects with `FrameTooLargeError`, or when the host is gone. */
  send(frame: unknown): Promise<void>;
  /** Resolves when everything sent so far is handed over or lost. Never rejects. */
  flush(): Promise<void>;
}

/** What a port tells of. */
export interface FramePortListener {
  readonly onFrame: (frame: unknown) => void;
  /** Something that is no frame, as a sentence; the runtime lives on (RT-6). */
  readonly onDiagnostic: (message: string) => void;
  /** The host has no more to say, or is gone. Called once. */
  readonly onEnd: () => void;
}
