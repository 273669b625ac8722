import { describe, expect, it } from 'vitest';
import { consentRequest } from '../../../shared/ipc/consent.ts';
import { gateUrl } from '../../lib/url-gate.ts';
import { registrableDomain, serverAddressRequest } from './server-address.ts';

function ask(address: string, serverUrl?: string) {
  const verdict = gateUrl(address);
  if (!verdict.ok) throw new Error(`The gate refuses it: ${verdict.reason}`);
  const request = consentRequest.parse(
    serverAddressRequest({
      serverName: 'linear',
      message: 'Connect.',
      url: verdict.url,
      serverUrl,
    }),
  );
  if (request.kind !== 'open-server-url') throw new Error('Another kind.');
  return request;
}

describe('what the person is shown of an address of a server', () => {
  it.each([
    ['auth.linear.app', 'linear.app'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['someone.github.io', 'someone.github.io'],
    ['linear.app.evil.example', 'evil.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['[::1]', '[::1]'],
    ['xn--fiqs8s', 'xn--fiqs8s'],
  ])('%s belongs to %s [UI-41.domain]', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });

  it('names the letter that imitates another, and what people read [UI-41.lookalike]', () => {
    expect(ask('https://auth.lіnear.app/connect?e=1', 'https://mcp.linear.app/sse')).toMatchObject({
      url: { text: 'https://auth.xn--lnear-n2e.app/connect?e=1' },
      domain: 'xn--lnear-n2e.app',
      spelled: { text: 'lіnear.app' },
      readsAs: 'linear.app',
      lookalikes: [{ position: 2, code: 'U+0456', alphabet: 'Cyrillic', looksLike: 'i' }],
      isMixed: true,
      serverHost: 'mcp.linear.app',
      serverDomain: 'linear.app',
      scheme: 'https',
    });
    expect(ask('https://аpple.com/')).toMatchObject({
      readsAs: 'apple.com',
      lookalikes: [{ position: 1, code: 'U+0430' }],
    });
    expect(ask('https://xn--pple-43d.com/')).toMatchObject({ readsAs: 'apple.com' });
    expect(ask('https://ɡoogle.com/')).toMatchObject({ readsAs: 'google.com' });
  });

  it('does not call names of other languages imitations [UI-41.lookalike]', () => {
    for (const [address, spelled] of [
      ['https://münchen.de/', 'münchen.de'],
      ['https://пример.рф/', 'пример.рф'],
      ['https://例え.jp/', '例え.jp'],
    ] as const) {
      const request = ask(address);
      expect(request.spelled?.text).toBe(spelled);
      expect(request).toMatchObject({ lookalikes: [], isMixed: false });
      expect(request.readsAs).toBeUndefined();
    }
    expect(ask('https://gооgle-почта.example/')).toMatchObject({ lookalikes: [], isMixed: true });
    const plain = ask('https://linear.app:8443/');
    expect(plain).toMatchObject({ domain: 'linear.app', port: '8443', isMixed: false });
    expect(plain.spelled).toBeUndefined();
  });

  it('is whole, however long, and compared with where the server is [UI-41.domain]', () => {
    const long = `https://linear.app/${'a'.repeat(2_000)}`;
    expect(ask(long)).toMatchObject({ url: { text: long }, serverHost: null, serverDomain: null });
    expect(ask('http://localhost:3000/', 'not an address')).toMatchObject({
      scheme: 'http',
      serverHost: null,
      warnings: [{ code: 'private-address' }],
    });
  });
});
