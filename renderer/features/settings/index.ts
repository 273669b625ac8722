export { SettingsPage, type SettingsPageProps, type SettingsSection } from './settings-page.tsx';
