import { describe, expect, it } from 'vitest';
import { isAllowedSender } from './sender.ts';

const origin = 'parley-app://app';
const good = { windowId: 1, isMainFrame: true, url: 'parley-app://app/index.html' };

describe('who may call', () => {
  it.each([
    'parley-app://app/',
    'parley-app://app/index.html#/servers',
    'parley-app://app/deep/page.html?x=1',
  ])('the top frame of our window at %s [SE-4.sender]', (url) => {
    expect(isAllowedSender({ ...good, url }, origin)).toBe(true);
  });

  it.each([
    ['another host of the scheme', 'parley-app://other/index.html'],
    ['our host as a subdomain', 'parley-app://app.evil/index.html'],
    ['our host with a port', 'parley-app://app:1/index.html'],
    ['our origin as user info', 'parley-app://app@evil/index.html'],
    ['user info before our host', 'parley-app://x@app/index.html'],
    ['our origin in a path', 'https://evil.example/parley-app://app/'],
    ['the consent view', 'parley-consent://consent/consent.html'],
    ['a web page', 'https://app/index.html'],
    ['a file', 'file:///app/index.html'],
    ['data', 'data:text/html,parley-app://app/'],
    ['a blank page', 'about:blank'],
    ['a document of its own', 'about:srcdoc'],
    ['a blob of our origin', 'blob:parley-app://app/1'],
    ['a longer scheme', 'parley-apps://app/'],
    ['no address', ''],
  ])('not %s [SE-4.sender]', (_who, url) => {
    expect(isAllowedSender({ ...good, url }, origin)).toBe(false);
  });

  it('not a frame inside the page [SE-4.sender]', () => {
    expect(isAllowedSender({ ...good, isMainFrame: false }, origin)).toBe(false);
  });

  it('not contents that belong to no window of ours [SE-4.sender]', () => {
    expect(isAllowedSender({ ...good, windowId: undefined }, origin)).toBe(false);
  });
});
