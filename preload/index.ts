import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, Reply } from '../shared/ipc/contract.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../shared/ipc/contract.ts';

type Listener = (payload: unknown) => void;
const listeners = new Map<unknown, Set<Listener>>();

ipcRenderer.on(EVENT_CHANNEL, (_event, name: unknown, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload);
});

const bridge: Bridge = {
  call(route, input) {
    return ipcRenderer.invoke(CALL_CHANNEL, route, input) as Promise<Reply<unknown>>;
  },
  on(event, listener) {
    const forward: Listener = (payload) => listener(payload);
    const named = listeners.get(event) ?? new Set();
    listeners.set(event, named.add(forward));
    return () => {
      named.delete(forward);
    };
  },
};

contextBridge.exposeInMainWorld('parley', bridge);
