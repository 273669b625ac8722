import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateUrl, isLoopbackHost } from './url-gate.ts';

describe('the URL gate', () => {
  it.each([
    ['https://example.com', 'https://example.com/', 'example.com'],
    ['HTTPS://EXAMPLE.com:443/a?b=c#d', 'https://example.com/a?b=c#d', 'example.com'],
    ['https://example.com:8443/', 'https://example.com:8443/', 'example.com:8443'],
    ['http://localhost:3000/cb', 'http://localhost:3000/cb', 'localhost:3000'],
    ['http://127.0.0.1/', 'http://127.0.0.1/', '127.0.0.1'],
    ['http://0x7f.1/', 'http://127.0.0.1/', '127.0.0.1'],
    ['http://[::1]:80/', 'http://[::1]/', '[::1]'],
    ['https://пример.рф/', 'https://xn--e1afmkfd.xn--p1ai/', 'xn--e1afmkfd.xn--p1ai'],
    ["https://example.com/a'b?x=`y`", 'https://example.com/a%27b?x=%60y%60', 'example.com'],
    ['https://example.com/$(id)|x', 'https://example.com/%24(id)%7Cx', 'example.com'],
  ])('lets %s through as it will really be opened [SE-10.gate]', (address, url, host) => {
    expect(gateUrl(address)).toEqual({ ok: true, url, host });
  });

  it('says the same of a name with other letters however often it is asked [SE-10.gate]', () => {
    const answers = new Set<boolean>();
    for (let time = 0; time < 50_000; time += 1) answers.add(gateUrl('https://münchen.de/').ok);
    expect([...answers]).toEqual([true]);
  });

  it.each([
    ['', 'no-address'],
    ['example.com', 'no-address'],
    ['//example.com', 'no-address'],
    ['https:example.com', 'no-address'],
    ['https:///example.com', 'no-address'],
    ['https:\\\\example.com', 'no-address'],
    ['https://', 'no-address'],
    ['https://exa<mple.com', 'no-address'],
    ['file:///etc/passwd', 'scheme'],
    ['FILE://host/share', 'scheme'],
    ['smb://host/share', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['JaVaScRiPt:alert(1)', 'scheme'],
    ['data:text/html,hello', 'scheme'],
    ['vbscript:x', 'scheme'],
    ['blob:https://example.com/1', 'scheme'],
    ['ms-settings:privacy', 'scheme'],
    ['parley://mcp/install', 'scheme'],
    ['mailto:a@example.com', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['ws://example.com/', 'scheme'],
    ['http://example.com/', 'plain-http'],
    ['http://127.0.0.1.example.com/', 'plain-http'],
    ['http://localhost.example.com/', 'plain-http'],
    ['http://169.254.169.254/', 'plain-http'],
    ['http://10.0.0.1/', 'plain-http'],
    ['https://user@example.com/', 'user-info'],
    ['https://user:pass@example.com/', 'user-info'],
    ['https://@example.com/', 'user-info'],
    ['https://:@example.com/', 'user-info'],
    ['https://example.com@evil.example/', 'user-info'],
    [' https://example.com/', 'hidden-characters'],
    ['https://example.com/ x', 'hidden-characters'],
    ['https://example.com/\n', 'hidden-characters'],
    ['java\tscript:alert(1)', 'hidden-characters'],
    ['https://exa\u0000mple.com/', 'hidden-characters'],
    ['https://example.com/\u202egpj.exe', 'hidden-characters'],
    ['https://example.com/\u2066x\u2069', 'hidden-characters'],
    ['https://exam\u200bple.com/', 'hidden-characters'],
    ['https://exam\u00adple.com/', 'hidden-characters'],
    ['https://example.com/\ufeff', 'hidden-characters'],
    ['https://example.com/\u{e0041}', 'hidden-characters'],
    ['https://example.com/\u007f', 'hidden-characters'],
    [`https://example.com/${'a'.repeat(8192)}`, 'too-long'],
  ])('refuses %j: %s [SE-10.gate]', (address, reason) => {
    expect(gateUrl(address)).toEqual({ ok: false, reason });
  });

  it('lets through only what stays the same when it is gated again [SE-10.gate, RE-51.url-gate]', () => {
    const text = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }).map((tail) => `https://example.com/${tail}`),
      fc.string({ unit: 'binary' }).map((host) => `https://${host}/`),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (address) => {
        const verdict = gateUrl(address);
        if (!verdict.ok) return;
        expect(gateUrl(verdict.url)).toEqual(verdict);
        const url = new URL(verdict.url);
        expect(url.protocol === 'https:' || isLoopbackHost(url.hostname)).toBe(true);
        expect(url.username + url.password).toBe('');
        expect(verdict.url).toMatch(/^[\x21-\x7e]+$/);
        expect(verdict.url).not.toMatch(/['`|^{}<>"\\$]/);
      }),
      { numRuns: 500 },
    );
  });
});
