// @ts-check
/** What Electron loads at its start on Debian and its relatives. */
export const electronPackages = [
  'libnss3',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libcups2',
  'libdrm2',
  'libgtk-3-0',
  'libgbm1',
  'libasound2',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'fonts-dejavu-core',
];

/** A display for a machine that has none. */
export const displayPackages = ['xvfb', 'xauth'];

/** A keychain, a message bus, a browser and another machine for the tests that need them. */
export const testPackages = [
  'dbus',
  'gnome-keyring',
  'libsecret-1-0',
  'chromium',
  'openssh-server',
  'openssh-client',
];

/**
 * Which packages are not installed. Since 2024 some carry the suffix t64.
 * @param {readonly string[]} wanted
 * @param {string} listing lines of `<package> <status>` as dpkg-query prints them
 */
export function missingPackages(wanted, listing) {
  const installed = new Set(
    listing
      .split('\n')
      .map((line) => line.trim().split(' '))
      .filter(([, status]) => status === 'installed')
      .map(([name]) => name),
  );
  return wanted.filter((name) => !installed.has(name) && !installed.has(`${name}t64`));
}
