import { mkdirSync } from 'node:fs';
import { app } from 'electron';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { profilePaths } from '../lib/profile-paths.ts';

/** Chooses the profile and puts Electron's own data into it. To be called before Electron is ready. */
export function openProfile(): ProfilePaths {
  const paths = profilePaths(process.env);
  mkdirSync(paths.desktop, { recursive: true, mode: 0o700 });
  app.setPath('userData', paths.desktop);
  app.setPath('crashDumps', `${paths.desktop}/crashes`);
  app.setAppLogsPath(paths.logs);
  return paths;
}
