import type { EventName, Events } from '../../shared/ipc/registry.ts';
import { events } from '../../shared/ipc/registry.ts';
import type { z } from 'zod';
import type { Log } from '../lib/logger.ts';

/** Sends an event to every window. Payloads that do not fit the contract are logged and dropped: a fault of main never reaches the page. */
export type SendEvent = <K extends EventName>(event: K, payload: z.input<Events[K]>) => void;

/** `deliver` puts one checked event on the wire. */
export function createEventSender(
  deliver: (event: EventName, payload: unknown) => void,
  log: Log,
): SendEvent {
  return (event, payload) => {
    const parsed = events[event].safeParse(payload);
    if (parsed.success) deliver(event, parsed.data);
    else {
      const fields = parsed.error.issues.map((issue) => issue.path.map(String).join('.'));
      log('error', 'An event for the window did not fit its contract.', { event, fields });
    }
  };
}
