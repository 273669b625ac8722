/** macOS and Windows check by dictionaries of their own. */
export function hasOwnSpelling(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32';
}
