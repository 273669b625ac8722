import { z } from 'zod';
import { actionIds } from '../../actions/action-list.ts';
import { sessionId } from '../../lib/ids.ts';
import { defineCalls, defineEvents } from '../contract.ts';
import { systemSettings } from './settings.ts';

export const actionId = z.enum(actionIds);

/** A line of the app's own log, secrets left out. */
export const logLine = z.object({
  /** ISO 8601. */
  at: z.string(),
  level: z.enum(['info', 'warn', 'error']),
  message: z.string(),
  /** What belongs to it, as JSON; empty for nothing. */
  details: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

const part = z.object({ isOn: z.boolean(), isSupported: z.boolean() });

/** How the app lives in the system, as it really is. */
export const systemState = z.object({
  tray: part,
  openAtLogin: part,
  /** `isTaken`: it is on, and the system did not give the keys. */
  quickPrompt: part.extend({ isTaken: z.boolean() }),
  spelling: part,
});
export type SystemState = z.infer<typeof systemState>;

/** The window and the system around it: menus, zoom, log, tray. */
export const shellCalls = defineCalls({
  /** The actions that can be run now, for the menus. */
  'shell.setActions': {
    input: z.strictObject({ ids: z.array(actionId).max(actionIds.length) }),
    output: z.undefined(),
  },
  'shell.zoom': {
    input: z.strictObject({ step: z.enum(['in', 'out', 'reset']) }),
    output: z.undefined(),
  },
  /** The last lines, newest last, and where all of them are. */
  'shell.log': {
    input: z.undefined(),
    output: z.object({ lines: z.array(logLine), file: z.string() }),
  },
  /** What a person may hand on when something is wrong: facts, states and the last of the log, without secrets. */
  'shell.report': { input: z.undefined(), output: z.object({ text: z.string() }) },
  /** Shows a folder in the system's file manager. Only right after a key press or click. */
  'shell.reveal': {
    input: z.union([
      z.strictObject({ place: z.enum(['profile', 'logs']) }),
      /** The working folder of a session. */
      z.strictObject({ sessionId }),
    ]),
    output: z.undefined(),
  },
  'shell.system': { input: z.undefined(), output: systemState },
  /** Resolves with what is so then. Only right after a key press or click. */
  'shell.setSystem': {
    input: systemSettings.strict().partial(),
    output: systemState,
  },
});

export const shellEvents = defineEvents({
  /** An action was chosen in a menu, in the tray, or by keys that the system hears. */
  'shell.run': z.object({ id: actionId }),
  'shell.systemChanged': systemState,
});
