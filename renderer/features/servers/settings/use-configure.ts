import { useState } from 'react';
import type { CallArgs } from '../../../../shared/ipc/registry.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction, type Action } from '../../../lib/use-action.ts';

export type Configure = Action<[change: CallArgs<'servers.configure'>[0]['change']]> & {
  /** The person refused the last change in main's question. */
  readonly isCancelled: boolean;
};

/** Sets what stands beside the definition of a server. What holds then comes with the news of servers. */
export function useConfigure(serverId: string): Configure {
  const ipc = useIpc();
  const [isCancelled, setCancelled] = useState(false);
  const action = useAction(async (change: CallArgs<'servers.configure'>[0]['change']) => {
    setCancelled(false);
    const { outcome } = await ipc.call('servers.configure', { serverId, change });
    setCancelled(outcome === 'cancelled');
  });
  return { ...action, isCancelled };
}
