/** The parts of the settings, in the order of their list. */
export const settingsSections = [
  { id: 'appearance' },
  { id: 'providers' },
  { id: 'instructions' },
  { id: 'permissions' },
  { id: 'shortcuts' },
  { id: 'notifications' },
  { id: 'system' },
  { id: 'network' },
  { id: 'data' },
  { id: 'log' },
  { id: 'about' },
] as const;
export type SettingsSection = (typeof settingsSections)[number]['id'];
