import { createContext, useContext, type ReactNode } from 'react';
import type { Ipc } from './ipc.ts';

const IpcContext = createContext<Ipc | undefined>(undefined);

export function IpcProvider({
  ipc,
  children,
}: {
  readonly ipc: Ipc;
  readonly children: ReactNode;
}) {
  return <IpcContext value={ipc}>{children}</IpcContext>;
}

/** The IPC of this window. Throws outside an IpcProvider. */
export function useIpc(): Ipc {
  const ipc = useContext(IpcContext);
  if (ipc === undefined) throw new Error('useIpc needs an IpcProvider above it.');
  return ipc;
}
