import { FRAME_CAP_BYTES } from '../../../../shared/agent/frames.ts';
import type { CredentialPayload } from '../../../../shared/agent/frames.ts';
import { hostEnvelope, UTILITY_WINDOW_BYTES } from '../../../../shared/agent/utility-envelope.ts';
import type { RuntimeEnvelope } from '../../../../shared/agent/utility-envelope.ts';
import { CreditWindow } from '../../../lib/credit-window.ts';
import { measureJson } from '../../../lib/jsonl.ts';
import type { FramePort, FramePortListener } from './frame-port.ts';

/** What is used of `process.parentPort` in an Electron utility process. */
export interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start?(): void;
}

/** Frames as messages of a utility process, with a window and a cap of our own, since Electron has neither (RT-1, RT-2). */
export function openUtilityPort(
  port: ParentPort,
  listener: FramePortListener,
  onCredentials: (payload: CredentialPayload) => void,
): FramePort {
  const window = new CreditWindow(UTILITY_WINDOW_BYTES);
  const post = (envelope: RuntimeEnvelope): void => {
    port.postMessage(envelope);
  };
  let hasEnded = false;
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    window.close(new Error('The host is gone.'));
    listener.onEnd();
  };
  port.on('message', ({ data }) => {
    const parsed = hostEnvelope.safeParse(data);
    if (!parsed.success) {
      listener.onDiagnostic('A message of the host is no envelope and was dropped.');
      return;
    }
    const envelope = parsed.data;
    if ('ack' in envelope) window.give(envelope.ack);
    else if ('credentials' in envelope) onCredentials(envelope.credentials);
    else if ('end' in envelope) end();
    else {
      try {
        listener.onFrame(envelope.frame);
      } finally {
        post({ ack: envelope.size });
      }
    }
  });
  port.on('close', end);
  port.start?.();
  let tail: Promise<unknown> = Promise.resolve();
  return {
    async send(frame) {
      const size = measureJson(frame, FRAME_CAP_BYTES);
      const sent = window.take(size).then(() => {
        post({ frame, size });
      });
      tail = Promise.allSettled([tail, sent]);
      await sent;
    },
    flush: async () => {
      await tail;
    },
  };
}
