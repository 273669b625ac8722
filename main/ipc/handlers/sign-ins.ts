import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { signInCalls } from '../../../shared/ipc/routes/sign-ins.ts';
import type { ServerSignIns, SignInList } from '../../mcp/hub/sign-in-contract.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** Handlers of `signIns.*`. What opens a page waits for the person; what changes who is signed in follows a key press or click. */
export function signInHandlers(
  signIns: ServerSignIns,
  requireGesture: RequireGesture,
): Handlers<typeof signInCalls, Caller> {
  return {
    'signIns.list': () => wireList(signIns.list()),
    'signIns.start': async ({ serverId, redirect }, { signal }) => ({
      outcome: await signIns.start(serverId, redirect, signal),
    }),
    'signIns.cancel': ({ serverId }) => {
      signIns.cancel(serverId);
    },
    'signIns.openAgain': async ({ serverId }, { lastInputAt }) => ({
      opened: await signIns.openAgain(serverId, lastInputAt),
    }),
    'signIns.signOut': ({ serverId }, caller) => {
      requireGesture(caller);
      return signIns.signOut(serverId);
    },
    'signIns.chooseRedirect': ({ serverId, redirect }, { lastInputAt }) =>
      signIns.chooseRedirect(serverId, redirect, lastInputAt),
    'signIns.chooseAccount': ({ serverId, account }, caller) => {
      requireGesture(caller);
      return signIns.chooseAccount(serverId, account);
    },
    'signIns.removeAccount': ({ serverId, account }, caller) => {
      requireGesture(caller);
      return signIns.removeAccount(serverId, account);
    },
    'signIns.setClient': ({ serverId, clientId, clientSecret }, caller) => {
      requireGesture(caller);
      return signIns.setClient(serverId, { id: clientId, secret: clientSecret });
    },
    'signIns.keepInFile': (_input, { lastInputAt }) => signIns.keepInFile(lastInputAt),
  };
}

/** A list as it is sent. */
export function wireList({ signIns, storage, sequence }: SignInList): {
  signIns: SignInList['signIns'][number][];
  storage: SignInList['storage'];
  sequence: number;
} {
  return { signIns: [...signIns], storage, sequence };
}
