/** The command was called in a way that it cannot be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked for did not succeed; the message says why. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** RT-60. */
export const exitCodes = {
  success: 0,
  failed: 1,
  usage: 2,
  credentials: 3,
  broken: 4,
  interrupted: 130,
} as const;

/** The person interrupted what was under way. */
export class CommandInterrupted extends Error {
  override readonly name = 'CommandInterrupted';
  constructor() {
    super('Interrupted.');
  }
}
