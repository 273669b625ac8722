import { useMemo } from 'react';
import type { ServerSignIn, SignInRedirect } from '../../shared/mcp/sign-in.ts';
import { useAppData } from './app-data-context.tsx';
import { useIpc } from './ipc-context.tsx';
import { useAction, type Action } from './use-action.ts';

/** The sign-in of a server, and its start. */
export interface SignInHandle {
  /** Undefined for servers without one, and before main has told. */
  readonly state: ServerSignIn | undefined;
  /** Main asks before it opens the page; how it ends comes as a change. */
  readonly start: Action<[redirect?: SignInRedirect]>;
}

export function useSignIn(serverId: string): SignInHandle {
  const ipc = useIpc();
  const state = useAppData((data) => data.signIns.find((one) => one.serverId === serverId));
  const start = useAction((redirect?: SignInRedirect) =>
    ipc.call('signIns.start', { serverId, ...(redirect === undefined ? {} : { redirect }) }),
  );
  return useMemo(() => ({ state, start }), [state, start]);
}
