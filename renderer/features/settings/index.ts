export { AddProviderDialog } from './providers/add-provider-dialog.tsx';
export { settingsSections, type SettingsSection } from './sections.ts';
export { SettingsPage, type SettingsPageProps } from './settings-page.tsx';
