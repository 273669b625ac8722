import { describe, expect, it } from 'vitest';
import { isPrivateHost } from './private-address.ts';

describe('hosts of this computer and its network', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f000001/',
    'http://localhost/',
    'http://api.localhost/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://169.254.169.254/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://printer.local/',
    'http://intranet/',
  ])('knows %s [SE-12.private]', (address) => {
    expect(isPrivateHost(new URL(address).hostname)).toBe(true);
  });

  it.each([
    'https://example.com/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://192.169.0.1/',
    'https://[2606:4700::1111]/',
    'https://localhost.example.com/',
  ])('does not take %s for one [SE-12.private]', (address) => {
    expect(isPrivateHost(new URL(address).hostname)).toBe(false);
  });
});
