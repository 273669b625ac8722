const inherited = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TERM',
];

const inheritedOnWindows = [
  'PATH',
  'PATHEXT',
  'APPDATA',
  'LOCALAPPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/**
 * The environment of a child: an allow-list of `base` plus what was declared for it, and nothing else (SE-33).
 * A declared value wins over an inherited one.
 */
export function childEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  declared: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const windows = process.platform === 'win32';
  const allowed = new Set(windows ? inheritedOnWindows : inherited);
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value === undefined) continue;
    const listed = allowed.has(windows ? name.toUpperCase() : name) || name.startsWith('LC_');
    // Exported shell functions are code, not values.
    if (listed && !value.startsWith('()')) environment[name] = value;
  }
  for (const [name, value] of Object.entries(declared)) {
    if (windows) {
      const twin = Object.keys(environment).find((one) => one.toUpperCase() === name.toUpperCase());
      if (twin !== undefined) Reflect.deleteProperty(environment, twin);
    }
    environment[name] = value;
  }
  return environment;
}
