import { describe, expect, it } from 'vitest';
import { appPolicy, declaredDomains } from './app-policy.ts';

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
