import { useEffect, useRef, useState } from 'react';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';

/** Whether a resource is watched, and when it last changed. `onChange` is called with each change. */
export function useWatch(serverId: string, uri: string, onChange: () => void) {
  const ipc = useIpc();
  const [isOn, setOn] = useState(false);
  const [changedAt, setChangedAt] = useState<number | undefined>(undefined);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    let isOver = false;
    setOn(false);
    setChangedAt(undefined);
    const end = ipc.on('bench.resourceUpdated', (update) => {
      if (update.serverId !== serverId || update.uri !== uri) return;
      setChangedAt(Date.now());
      latest.current();
    });
    ipc.call('bench.subscriptions', { serverId }).then(
      ({ uris }) => {
        if (!isOver) setOn(uris.includes(uri));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      end();
    };
  }, [ipc, serverId, uri]);
  const toggle = useAction(async (next: boolean) => {
    await ipc.call(next ? 'bench.subscribe' : 'bench.unsubscribe', { serverId, uri });
    setOn(next);
  });
  return { isOn, changedAt, toggle };
}
