import { describe, expect, it } from 'vitest';
import { isPermitted } from './permissions.ts';
import { preferenceFaults } from './preference-faults.ts';

const safe = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
};

describe('the preferences of contents', () => {
  it('are without fault when all is closed [SE-1.preferences]', () => {
    expect(preferenceFaults(safe)).toEqual([]);
  });

  it.each([
    [undefined],
    [{}],
    [{ ...safe, sandbox: false }],
    [{ ...safe, contextIsolation: false }],
    [{ ...safe, nodeIntegration: true }],
    [{ ...safe, nodeIntegrationInWorker: true }],
    [{ ...safe, nodeIntegrationInSubFrames: true }],
    [{ ...safe, webSecurity: false }],
    [{ ...safe, allowRunningInsecureContent: true }],
    [{ ...safe, experimentalFeatures: true }],
    [{ ...safe, webviewTag: true }],
  ])('have a fault: %j [SE-1.preferences]', (preferences) => {
    expect(preferenceFaults(preferences)).not.toEqual([]);
  });
});

describe('what a page may do', () => {
  it('is to fill the clipboard, from our own page [SE-3.permissions]', () => {
    expect(isPermitted('clipboard-sanitized-write', 'parley-app://app/index.html')).toBe(true);
    expect(isPermitted('clipboard-sanitized-write', 'parley-app://app/')).toBe(true);
    expect(isPermitted('clipboard-sanitized-write', 'parley-consent://consent/')).toBe(true);
  });

  it.each([
    ['clipboard-sanitized-write', 'parley-consent://other/'],
    ['clipboard-sanitized-write', 'https://example.com/'],
    ['clipboard-sanitized-write', 'parley-app://other/'],
    ['clipboard-sanitized-write', ''],
    ...[
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'midi',
      'openExternal',
      'fullscreen',
      'pointerLock',
      'hid',
      'serial',
      'usb',
      'display-capture',
      'fileSystem',
      'persistent-storage',
      'window-management',
      'unknown',
    ].map((permission): [string, string] => [permission, 'parley-app://app/index.html']),
  ])('is not %s from %j [SE-3.permissions]', (permission, requester) => {
    expect(isPermitted(permission, requester)).toBe(false);
  });
});
