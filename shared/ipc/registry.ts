import type { z } from 'zod';
import type { Args, CallMap, EventMap, Handlers } from './contract.ts';
import { appCalls, appEvents } from './routes/app.ts';
import { providerCalls, providerEvents } from './routes/providers.ts';
import { serverCalls, serverEvents } from './routes/servers.ts';
import { sessionCalls, sessionEvents } from './routes/sessions.ts';
import { settingsCalls, settingsEvents } from './routes/settings.ts';

/** Every call that the window may make. */
export const calls = {
  ...appCalls,
  ...providerCalls,
  ...serverCalls,
  ...sessionCalls,
  ...settingsCalls,
} satisfies CallMap;
/** Every event that main may send. */
export const events = {
  ...appEvents,
  ...providerEvents,
  ...serverEvents,
  ...sessionEvents,
  ...settingsEvents,
} satisfies EventMap;

export type Calls = typeof calls;
export type Route = keyof Calls;
export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<K extends EventName> = z.output<Events[K]>;
export type CallArgs<K extends Route> = Args<Calls[K]>;
export type CallValue<K extends Route> = z.output<Calls[K]['output']>;
/** A handler for every route: a missing or an extra one does not compile. */
export type AllHandlers<C> = Handlers<Calls, C>;
