import { describe, expect, it } from 'vitest';
import {
  appPolicy,
  declaredDomains,
  declaredLocal,
  isDeclared,
  isDeclaredFrame,
} from './app-policy.ts';

const policyOf = (csp: unknown): string => appPolicy(declaredDomains({ csp }), 'parley-app://app');

describe('the policy of an app', () => {
  it('is nothing but itself when it declares nothing [UI-44.policy, SE-13]', () => {
    for (const csp of [undefined, null, 'x', {}, { connectDomains: 'https://a.example' }]) {
      const policy = policyOf(csp);
      expect(policy).toContain("default-src 'none'; script-src 'unsafe-inline';");
      expect(policy).toContain("connect-src 'none';");
      expect(policy).toContain("frame-src 'none';");
      expect(policy).toMatch(/sandbox allow-scripts$/);
      expect(policy).not.toMatch(/https?:/);
    }
  });

  it('names what is declared, and leaves out what is no secure origin [UI-44.policy, SE-13]', () => {
    const bad = [
      '*',
      'https:',
      'https://*',
      'https://*.com',
      'http://a.example',
      'https://127.0.0.1',
      'https://localhost',
      'https://a.example; script-src *',
      "https://a.example 'unsafe-eval'",
      "'self'",
      'data:',
      'file:///etc',
      'javascript:alert(1)',
      'https://user@a.example',
      'https://a.example/path',
      7,
    ];
    const policy = policyOf({
      connectDomains: [...bad, 'https://api.example.com', 'wss://live.example.com:8443'],
      resourceDomains: [...bad, 'https://*.cdn.example.com'],
    });
    expect(policy).toContain('connect-src https://api.example.com wss://live.example.com:8443;');
    expect(policy).toContain("script-src 'unsafe-inline' https://*.cdn.example.com;");
    expect(policy).toContain('img-src data: blob: https://*.cdn.example.com;');
    expect(policy.match(/https?:|wss:/g)).toHaveLength(7);
  });
});

it('frames are of declared origins alone, which are asked for like all others [UI-44.frames, SE-13.filter]', () => {
  const csp = { frameDomains: ['https://player.example', 'wss://live.example', 'https://*.com'] };
  expect(policyOf(csp)).toContain('frame-src https://player.example;');
  const domains = declaredDomains({ csp });
  expect(domains).toEqual({ connect: [], resource: [], frame: ['https://player.example'] });
  expect(isDeclaredFrame('https://player.example/embed?v=1', domains)).toBe(true);
  expect(isDeclaredFrame('https://other.example/', domains)).toBe(false);
  expect(isDeclared('https://player.example/script.js', domains)).toBe(true);
  // What it may fetch it may not show.
  const fetched = declaredDomains({ csp: { connectDomains: ['https://player.example'] } });
  expect(isDeclaredFrame('https://player.example/', fetched)).toBe(false);
  const local = declaredLocal({ csp: { frameDomains: ['http://127.0.0.1:8080'] } });
  expect(local.frame).toEqual(['http://127.0.0.1:8080']);
});

describe('what a declaration covers', () => {
  const domains = declaredDomains({
    csp: {
      connectDomains: ['https://api.example.com', 'wss://live.example.com:8443'],
      resourceDomains: ['https://*.cdn.example.com'],
    },
  });

  it.each([
    'https://api.example.com/a?b',
    'https://API.example.com:443/',
    'wss://live.example.com:8443/x',
    'https://a.cdn.example.com/',
    'https://a.b.cdn.example.com/',
  ])('is %s [SE-13.filter]', (address) => {
    expect(isDeclared(address, domains)).toBe(true);
  });

  it.each([
    'http://api.example.com/',
    'https://api.example.com:444/',
    'https://api.example.com.evil.test/',
    'https://evil.test/api.example.com',
    'https://sub.api.example.com/',
    'ws://live.example.com:8443/',
    'wss://live.example.com/',
    'https://cdn.example.com/',
    'https://evilcdn.example.com/',
    'https://api.example.com@evil.test/',
    'file:///etc/passwd',
    'nothing',
  ])('is not %s [SE-13.filter]', (address) => {
    expect(isDeclared(address, domains)).toBe(false);
  });

  it('on this computer is named with its port, and kept apart [SE-13.filter, SE-12]', () => {
    const csp = {
      connectDomains: [
        'http://127.0.0.1:8080',
        'ws://localhost:8080',
        'http://127.0.0.1',
        'http://10.0.0.1:80',
        'http://127.0.0.1:80/path',
      ],
    };
    expect(declaredDomains({ csp }).connect).toEqual([]);
    const local = declaredLocal({ csp });
    expect(local.connect).toEqual(['http://127.0.0.1:8080', 'ws://localhost:8080']);
    expect(isDeclared('http://127.0.0.1:8080/x', local)).toBe(true);
    expect(isDeclared('http://127.0.0.1:8081/x', local)).toBe(false);
    expect(isDeclared('http://localhost:8080/x', local)).toBe(false);
  });
});
