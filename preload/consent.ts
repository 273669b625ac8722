import { contextBridge, ipcRenderer } from 'electron';
import type { ConsentBridge } from '../shared/ipc/consent.ts';
import {
  CONSENT_ANSWER_CHANNEL,
  CONSENT_READY_CHANNEL,
  CONSENT_SHOW_CHANNEL,
} from '../shared/ipc/consent-channels.ts';

const bridge: ConsentBridge = {
  onShow(listener) {
    ipcRenderer.on(CONSENT_SHOW_CHANNEL, (_event, request: unknown, theme: unknown) => {
      listener(request, theme);
    });
    ipcRenderer.send(CONSENT_READY_CHANNEL);
  },
  answer(answer) {
    ipcRenderer.send(CONSENT_ANSWER_CHANNEL, answer);
  },
};

contextBridge.exposeInMainWorld('parleyConsent', bridge);
