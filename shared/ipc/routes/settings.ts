import { z } from 'zod';
import { networkSettings } from '../../lib/network-settings.ts';
import { modelRef } from '../../agent/provider.ts';
import { languages } from '../../texts/language.ts';
import { defineCalls, defineEvents } from '../contract.ts';

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
  /** The first steps were gone through or left. */
  welcomed: z.boolean().optional(),
  /** Absent: the defaults of `shared/lib/network-settings`. */
  network: networkSettings.optional(),
});
export type Settings = z.infer<typeof settings>;

/** The network is another call: main asks the person about it. */
export const settingsPatch = settings.omit({ network: true, lastBackup: true }).partial().strict();

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
