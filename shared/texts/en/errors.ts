import type { ErrorCode } from '../../lib/errors.ts';

/** One sentence for each error code: what happened and what to do. Main's own message is shown as details. */
export const errors: Record<ErrorCode, string> = {
  'ipc.unknown-route':
    'This window asked for something that this version does not have. Restart Parley.',
  'ipc.forbidden-sender': 'The request was refused because it did not come from the app window.',
  'ipc.invalid-input': 'The request was not understood. The details name the field.',
  'ipc.too-large': 'That is too much at once. Make it smaller and try again.',
  internal: 'Something went wrong inside Parley. Try again; the log has more.',
  'storage.failed':
    'Your data on the disk could not be read or written. The details say why. Nothing that was saved before is lost.',
  'session.not-found': 'The transcript of this session is gone from the disk.',
  'session.read-only':
    'Another program is writing to this session. Close it there to continue here.',
  'session.no-prompt': 'This question is not open any more. Nothing was sent.',
  'session.prompt-mismatch':
    'The arguments changed while the question was open. Look at them again.',
  'session.no-gesture':
    'The answer did not come from a key press or a click, so it was not counted. Answer again.',
  'bench.no-gesture':
    'The request did not come from a key press or a click, so it was not sent. Try again.',
  'bench.refused': 'The server did not do this. The details say why.',
  'bench.not-found': 'This call is not kept any more. Call the tool again.',
  'session.exists': 'A session of this id is there already, so nothing was put in its place.',
  'session.import':
    'This file is no conversation that Parley can import. The details say why. Nothing was changed.',
  'session.not-queued': 'This message does not wait any more.',
  'image.failed': 'The image could not be loaded. The details say why.',
  'session.no-checkpoint':
    'What files held before this message is not known, so nothing can be brought back. Files are kept for messages of this session, from when the folder was trusted.',
  'session.busy': 'A turn is running. Stop it or wait until it ends.',
  'permission.invalid': 'This permission cannot be given. The details say why.',
  'permission.not-listed':
    'The tool is not listed by its server now, so nothing was changed. Connect the server and try again.',
  'permission.changed': 'The tool changed while you looked at it. Look at it once more.',
  'permission.arguments': 'These arguments do not fit the tool. The details name the field.',
  'server.not-found': 'This server is not in the list any more.',
  'server.invalid': 'This server definition cannot be used. The details name the field.',
  'server.builtin': 'The bundled server cannot be changed or removed. You can turn it off.',
  'settings.invalid': 'The setting was not changed.',
  'instructions.changed':
    'The file of your instructions was changed meanwhile, so nothing was saved. Read it again, then make your change.',
  'instructions.invalid': 'These instructions could not be saved. The details say why.',
  'provider.not-found': 'This provider is not in the list any more. Choose another model.',
  'provider.invalid': 'This provider cannot be used. The details name the field.',
  'provider.no-key': 'This provider needs a key. Enter it in Settings.',
  'secrets.unavailable':
    'The system keychain is locked or missing, so the key could not be read or kept.',
  'registry.failed':
    'The registry could not be asked. Servers can still be added by paste or form.',
  'link.refused': 'This address is not one that Parley opens.',
  'link.not-opened':
    'The system did not open the address. Copy it and open it in your browser yourself.',
  'question.invalid':
    'The answer does not fit what the server asked, so it was not sent. The details name the field.',
  'link.not-registered':
    'The system did not make Parley the app that opens its own links. Use the local address instead.',
  'app.too-many': 'Too many apps of tools are open. Close one, then try again.',
  'data.failed': 'This did not work, and nothing was changed. The details say why.',
  'composer.refused': 'This was not put into the message. The details say why.',
  'consent.busy': 'Another question is open. Answer it first.',
};

/** Words around errors. */
export const failures = {
  /** For anything thrown that is not an answer of main. */
  unexpected: 'Something went wrong in this window. Try again.',
  crashedTitle: 'This page ran into a problem',
  crashedBody:
    'Your sessions go on in the background and nothing is lost. Reload the window to continue.',
  reload: 'Reload window',
  notLoaded: 'Parley could not load its data.',
  tryAgain: 'Try again',
};
