import { contextBridge, ipcRenderer } from 'electron';
import type { IpcRendererEvent } from 'electron';
import type { Bridge, Reply } from '../shared/ipc/contract.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../shared/ipc/contract.ts';

const bridge: Bridge = {
  call(route, input) {
    return ipcRenderer.invoke(CALL_CHANNEL, route, input) as Promise<Reply<unknown>>;
  },
  on(event, listener) {
    const forward = (_event: IpcRendererEvent, name: unknown, payload: unknown): void => {
      if (name === event) listener(payload);
    };
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => {
      ipcRenderer.removeListener(EVENT_CHANNEL, forward);
    };
  },
};

contextBridge.exposeInMainWorld('parley', bridge);
