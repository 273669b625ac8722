import { useEffect, useState } from 'react';
import type { SchemaVerdict } from '../../../../shared/mcp/bench.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';

/** How long typing pauses before the arguments are checked, in ms. */
const PAUSE = 200;
const unknown: SchemaVerdict = { state: 'none', mismatches: [] };

/** Whether arguments fit the schema of a tool, as main finds it: main can end a check that takes too long. */
export function useCheck(serverId: string, tool: string, value: unknown): SchemaVerdict {
  const ipc = useIpc();
  const [verdict, setVerdict] = useState<SchemaVerdict>(unknown);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      ipc.call('bench.check', { serverId, tool, arguments: value }).then(
        (found) => {
          if (!isOver) setVerdict(found);
        },
        () => {
          if (!isOver) setVerdict(unknown);
        },
      );
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ipc, serverId, tool, value]);
  return verdict;
}
