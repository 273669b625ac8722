import { useEffect, useState } from 'react';
import type { SavedCall } from '../../../../shared/mcp/bench.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';

/** The saved calls of one server, by name. */
export function useSavedCalls(serverId: string): readonly SavedCall[] {
  const ipc = useIpc();
  const [calls, setCalls] = useState<readonly SavedCall[]>([]);
  useEffect(() => {
    let isTold = false;
    const end = ipc.on('bench.savedCalls', (news) => {
      isTold = true;
      setCalls(news.calls);
    });
    ipc.call('bench.savedCalls').then(
      (known) => {
        if (!isTold) setCalls(known.calls);
      },
      // The list stays empty; saving says what is wrong with the file.
      () => undefined,
    );
    return () => {
      isTold = true;
      end();
    };
  }, [ipc]);
  return calls
    .filter((call) => call.serverId === serverId)
    .sort((one, other) => one.name.localeCompare(other.name, text.app.locale, { numeric: true }));
}
