import type { z } from 'zod';
import type { Args, CallMap, EventMap, Handlers } from './contract.ts';
import { appCalls, appEvents } from './routes/app.ts';
import { appViewCalls, appViewEvents } from './routes/apps.ts';
import { benchCalls, benchEvents } from './routes/bench.ts';
import { changeCalls, changeEvents } from './routes/changes.ts';
import { composerCalls } from './routes/composer.ts';
import { dataCalls } from './routes/data.ts';
import { permissionCalls, permissionEvents } from './routes/permissions.ts';
import { elicitationCalls, elicitationEvents } from './routes/elicitations.ts';
import { folderCalls } from './routes/folders.ts';
import { instructionCalls } from './routes/instructions.ts';
import { inboxCalls, inboxEvents } from './routes/inbox.ts';
import { imageCalls } from './routes/images.ts';
import { providerCalls, providerEvents } from './routes/providers.ts';
import { serverSetupCalls, serverSetupEvents } from './routes/server-setup.ts';
import { serverCalls, serverEvents } from './routes/servers.ts';
import { sessionListCalls, sessionListEvents } from './routes/session-list.ts';
import { sessionCalls, sessionEvents } from './routes/sessions.ts';
import { shellCalls, shellEvents } from './routes/shell.ts';
import { signInCalls, signInEvents } from './routes/sign-ins.ts';
import { turnCalls } from './routes/turns.ts';
import { settingsCalls, settingsEvents } from './routes/settings.ts';

/** Every call that the window may make. */
export const calls = {
  ...appCalls,
  ...appViewCalls,
  ...benchCalls,
  ...changeCalls,
  ...composerCalls,
  ...dataCalls,
  ...elicitationCalls,
  ...folderCalls,
  ...instructionCalls,
  ...inboxCalls,
  ...imageCalls,
  ...permissionCalls,
  ...providerCalls,
  ...serverCalls,
  ...serverSetupCalls,
  ...sessionCalls,
  ...sessionListCalls,
  ...settingsCalls,
  ...shellCalls,
  ...signInCalls,
  ...turnCalls,
} satisfies CallMap;
/** Every event that main may send. */
export const events = {
  ...appEvents,
  ...appViewEvents,
  ...benchEvents,
  ...changeEvents,
  ...elicitationEvents,
  ...inboxEvents,
  ...permissionEvents,
  ...providerEvents,
  ...serverEvents,
  ...serverSetupEvents,
  ...sessionEvents,
  ...sessionListEvents,
  ...settingsEvents,
  ...shellEvents,
  ...signInEvents,
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
