import type { ModelRef } from '../../shared/agent/provider.ts';
import type { SessionMode } from '../../shared/ipc/routes/sessions.ts';

/** What a session is, besides its conversation. */
export interface SessionFacts {
  readonly id: string;
  /** Path of the transcript, whether it exists yet or not. */
  readonly transcript: string;
  readonly cwd: string;
  readonly folder: string | null;
  readonly createdAt: number;
  updatedAt: number;
  title: string;
  /** The title is the model's, and not the first words. */
  hasModelTitle?: boolean | undefined;
  model: ModelRef;
  mode: SessionMode;
  /** Of the person, for this session alone; empty: none. */
  instructions: string;
}

/** A message of the person on its way to its result. */
export interface Turn {
  readonly messageUuid: string;
  readonly startedAt: number;
  /** The runtime has recorded the message and works on it. */
  hasBegun: boolean;
  /** Stopped before it began. */
  isUnwanted: boolean;
}
