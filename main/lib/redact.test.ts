import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REDACTED, createRedactor, redact } from './redact.ts';

const canary = 'c4n4ry-Value_9876543210';

describe('redaction by shape', () => {
  it.each([
    ['a header', `Authorization: Bearer ${canary}`],
    ['basic credentials', `proxy said Basic ${canary}==`],
    ['a JSON field', JSON.stringify({ apiKey: canary, other: 1 })],
    ['a JSON field with an escape', JSON.stringify({ client_secret: `"${canary}"` })],
    ['JSON inside JSON', JSON.stringify({ body: JSON.stringify({ password: canary }) })],
    ['an environment line', `OPENAI_API_KEY=${canary} npx thing`],
    ['a query', `https://host.example/cb?code=1&access_token=${canary}&x=1`],
    ['user info of an address', `https://user:${canary}@host.example/path`],
    ['a cookie', `Set-Cookie: ${canary}`],
    ['a service key', `the key sk-ant-${canary.replaceAll('_', '-')} was refused`],
  ])('takes it out of %s [SE-51.redaction]', (_where, text) => {
    const clean = redact(text);
    expect(clean).not.toContain('9876543210');
    expect(clean).toContain(REDACTED);
  });

  it('leaves ordinary words, counts and paths as they are [SE-51.redaction]', () => {
    const text =
      '{"input_tokens":120,"path":"/home/a/keys/readme.md","message":"No such token here."}';
    expect(redact(text)).toBe(text);
  });

  it('keeps JSON readable as JSON [SE-51.redaction]', () => {
    const line = JSON.stringify({ at: 'now', token: canary, nested: { secret: 'x"y' }, end: true });
    expect(JSON.parse(redact(line))).toMatchObject({ at: 'now', token: REDACTED, end: true });
  });

  it('takes all of a private key out', () => {
    const text = `-----BEGIN RSA PRIVATE KEY-----\n${canary}\n-----END RSA PRIVATE KEY-----`;
    expect(redact(text)).toBe(REDACTED);
  });

  it('never throws and never grows without bound, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        expect(redact(text).length).toBeLessThan(text.length * 20 + 100);
      }),
    );
  });
});

describe('redaction of known values', () => {
  it('takes a learned value out wherever it stands, also encoded [SE-51.redaction]', () => {
    const redactor = createRedactor();
    redactor.learn('p&ss "word" 1');
    const text = `p&ss "word" 1 | ${JSON.stringify('p&ss "word" 1')} | ${encodeURIComponent('p&ss "word" 1')}`;
    expect(redactor.redact(text)).toBe(`${REDACTED} | "${REDACTED}" | ${REDACTED}`);
  });

  it('does not learn values so short that words would vanish', () => {
    const redactor = createRedactor();
    redactor.learn('the');
    expect(redactor.redact('the end')).toBe('the end');
  });
});
