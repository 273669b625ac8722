import type { ConsentBridge } from '../../shared/ipc/consent.ts';

declare global {
  interface Window {
    readonly parleyConsent: ConsentBridge;
  }
}
