import { z } from 'zod';
import { networkSettings } from '../../lib/network-settings.ts';
import { actionIds } from '../../actions/action-list.ts';
import { isShortcut } from '../../actions/shortcut.ts';
import { modelRef } from '../../agent/provider.ts';
import { languages } from '../../texts/language.ts';
import { defineCalls, defineEvents } from '../contract.ts';

/** What the system tells: what waits for the person; turns that ended. */
export const notifySettings = z.object({ waiting: z.boolean(), turns: z.boolean() });
export type NotifySettings = z.infer<typeof notifySettings>;

/** How the app lives in the system: all off until the person turns it on. */
export const systemSettings = z.object({
  tray: z.boolean(),
  openAtLogin: z.boolean(),
  quickPrompt: z.boolean(),
  spelling: z.boolean(),
});
export type SystemSettings = z.infer<typeof systemSettings>;

/** Keys as the page may set them: of actions that exist, and keys that are some. */
const shortcutChoices = z.partialRecord(
  z.enum(actionIds),
  z.string().max(100).refine(isShortcut, { error: 'These are no keys' }).nullable(),
);

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Absent: the system's. */
  language: z.enum(['system', ...languages]).optional(),
  /** Absent: what the system wants. */
  contrast: z.enum(['system', 'normal', 'high']).optional(),
  /** Absent: comfortable. */
  density: z.enum(['comfortable', 'compact']).optional(),
  /** Model of new sessions. */
  defaultModel: modelRef,
  sidebar: z.enum(['open', 'rail']),
  panel: z.enum(['open', 'closed']),
  /** Absent: sessions are named by their model. */
  titles: z.enum(['model', 'words']).optional(),
  /** When the profile was backed up last, and how large that was. Main's own. */
  lastBackup: z.object({ at: z.number(), bytes: z.number() }).optional(),
  /** False: the first steps are to be shown. */
  welcomed: z.boolean().optional(),
  /** Absent: the defaults of `shared/lib/network-settings`. */
  network: networkSettings.optional(),
  /** Keys that the person chose, by action; null for none. Actions that this version does not know mean nothing. */
  shortcuts: z.record(z.string().max(100), z.string().max(100).nullable()).optional(),
  /** When the system tells of what happens while the window is in the background. Absent: always. */
  notify: notifySettings.optional(),
  /** Absent: nothing of it. */
  system: systemSettings.optional(),
});
export type Settings = z.infer<typeof settings>;

/** The network is another call: main asks the person about it. What concerns the system is one of `shell`. */
export const settingsPatch = settings
  .omit({ network: true, system: true, lastBackup: true })
  .extend({ shortcuts: shortcutChoices })
  .partial()
  .strict();

export const settingsCalls = defineCalls({
  'settings.get': { input: z.undefined(), output: settings },
  'settings.set': { input: settingsPatch, output: settings },
  /** Main reads the file, asks the person in its own view, and changes the way of all connections. `changed` is false when they said no. */
  'settings.setNetwork': {
    input: networkSettings,
    output: z.object({ changed: z.boolean(), settings }),
  },
});
export const settingsEvents = defineEvents({ 'settings.changed': settings });
