import { useEffect, useState } from 'react';
import type { CallValue } from '../../../../shared/ipc/registry.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';

/** What is to be known about a stored definition, without any value. */
export type Inspected = CallValue<'serverSetup.inspect'>;

/** Asks main anew when the definition, or what became of it, is another one. */
export function useInspected(server: ServerState): Inspected | undefined {
  const ipc = useIpc();
  const [inspected, setInspected] = useState<Inspected | undefined>(undefined);
  const isOwn = server.origin === 'user';
  const definition = JSON.stringify(server.definition);
  useEffect(() => {
    if (!isOwn) return;
    let current = true;
    ipc.call('serverSetup.inspect', { serverId: server.id }).then(
      (found) => {
        if (current) setInspected(found);
      },
      // The page shows the server all the same.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [ipc, isOwn, server.id, server.status, definition]);
  return isOwn ? inspected : undefined;
}
