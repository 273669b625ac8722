import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { signInCalls } from '../../../shared/ipc/routes/sign-ins.ts';
import type { ServerSignIns, SignInList } from '../../mcp/hub/sign-in-contract.ts';
import type { Caller } from '../caller.ts';

/** Handlers of `signIns.*`. What opens a page or writes outside the settings waits for the person, or follows a key press or click. */
export function signInHandlers(signIns: ServerSignIns): Handlers<typeof signInCalls, Caller> {
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
    'signIns.signOut': ({ serverId }) => signIns.signOut(serverId),
    'signIns.chooseRedirect': ({ serverId, redirect }, { lastInputAt }) =>
      signIns.chooseRedirect(serverId, redirect, lastInputAt),
    'signIns.chooseAccount': ({ serverId, account }) => signIns.chooseAccount(serverId, account),
    'signIns.removeAccount': ({ serverId, account }) => signIns.removeAccount(serverId, account),
    'signIns.setClient': ({ serverId, clientId, clientSecret }) =>
      signIns.setClient(serverId, { id: clientId, secret: clientSecret }),
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
