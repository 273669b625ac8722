/**
 * Every error code that may cross a process border, each with the line that says when it is used.
 * The words a person reads come from the text catalogue, keyed by these codes.
 */
export const errorCodes = {
  'ipc.unknown-route': 'A call named a route that does not exist.',
  'ipc.forbidden-sender': 'A call came from another frame or origin than the app window.',
  'ipc.invalid-input': 'The payload of a call does not fit the route.',
  'ipc.too-large': 'The payload of a call is over the cap of size or depth.',
  internal: 'Something failed that nobody foresaw; the log has the details.',
  'storage.failed': 'The file system refused to read or write; the message says why.',
  'session.not-found': 'No transcript has this session id.',
  'session.read-only': 'Another process holds the lock of this session.',
  'session.no-prompt': 'The permission prompt is not open any more.',
  'session.prompt-mismatch': 'The answer does not belong to the arguments that were shown.',
  'session.no-gesture': 'The answer did not follow a key press or click of the person.',
  'session.exists': 'A session of this id is there, so nothing was put in its place.',
  'session.import': 'A file is no conversation that can be imported; the message says why.',
  'session.not-queued': 'The message does not wait any more, so it stays as it is.',
  'session.no-checkpoint': 'No state of files was kept for this message; the message says why.',
  'session.busy': 'The session cannot do this while a turn runs.',
  'permission.invalid': 'The permission that was asked for does not exist; the message says why.',
  'permission.not-listed': 'The tool is not listed now, so nothing can be approved of it.',
  'permission.changed': 'The tool is another one than was shown.',
  'permission.arguments': 'The edited arguments do not fit the tool; the message names the field.',
  'server.not-found': 'No server record has this id.',
  'server.invalid': 'The server definition is not usable; the message names the field.',
  'server.builtin': 'The bundled server cannot be edited or removed.',
  'settings.invalid': 'A setting cannot be used; the message says why.',
  'instructions.changed': 'The instructions are others than those that were read.',
  'instructions.invalid': 'The instructions cannot be kept; the message says why.',
  'provider.not-found': 'No provider record has this id.',
  'provider.invalid': 'The provider record is not usable; the message names the field.',
  'provider.no-key': 'The provider needs a key and none is stored.',
  'secrets.unavailable': 'The system keychain is locked or absent.',
  'registry.failed': 'The registry of servers could not be asked; the message says why.',
  'image.failed': 'An image elsewhere could not be loaded; the message says why.',
  'link.refused': 'The address is not one that may be opened.',
  'link.not-opened': 'The system has no program that opens the address.',
  'question.invalid': 'The answer does not fit what a server asked; the message says where.',
  'link.not-registered': 'The system did not make this app the one that opens its links.',
  'bench.no-gesture': 'A request to a server did not follow a key press or click of the person.',
  'bench.refused': 'A server did not do what the bench asked for; the message says why.',
  'bench.not-found': 'A run of the bench is not kept any more.',
  'app.too-many': 'More apps are open than can be.',
  'data.failed': 'A backup, an export or a restore did not work; the message says why.',
  'composer.refused': 'What was to be put into a message cannot be; the message says why.',
  'consent.busy': 'Another consent question is open.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The error half of a reply over IPC. `message` is a full sentence in English, without secrets. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

/** An error with a code that may cross a process border. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly options: { readonly retryable?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
  }
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
