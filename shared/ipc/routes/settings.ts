import { z } from 'zod';
import { modelRef } from '../../agent/provider.ts';
import { defineCalls, defineEvents } from '../contract.ts';

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Model of new sessions. */
  defaultModel: modelRef,
  sidebar: z.enum(['open', 'rail']),
  panel: z.enum(['open', 'closed']),
});
export type Settings = z.infer<typeof settings>;

export const settingsPatch = settings.partial().strict();

export const settingsCalls = defineCalls({
  'settings.get': { input: z.undefined(), output: settings },
  'settings.set': { input: settingsPatch, output: settings },
});
export const settingsEvents = defineEvents({ 'settings.changed': settings });
