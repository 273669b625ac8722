import { describe, expect, it } from 'vitest';
import { readDemand } from './challenge.ts';

function demand(header: string) {
  return readDemand({ headers: new Headers({ 'www-authenticate': header }) });
}

describe('a challenge', () => {
  it.each([
    [
      'Bearer resource_metadata="https://a.example/x", scope="a b"',
      { metadataUrl: 'https://a.example/x', scope: 'a b', dpop: false },
    ],
    ['bearer Scope=a,error=invalid_token', { scope: 'a', error: 'invalid_token' }],
    ['Basic realm="x, Bearer scope=\\"no\\"", Bearer scope="yes"', { scope: 'yes' }],
    ['Negotiate abc==, Bearer scope="yes"', { scope: 'yes' }],
    [
      'Negotiate YWJj, DPoP algs="ES256", error="use_dpop_nonce"',
      { dpop: true, error: 'use_dpop_nonce' },
    ],
    ['Bearer xscope="no", scope="yes"', { scope: 'yes' }],
    ['Bearer scope="first", scope="second"', { scope: 'first' }],
    ['Bearer scope="a\\"b"', { scope: 'a"b' }],
    ['Bearer', { scope: undefined, metadataUrl: undefined }],
    ['Bearer scope = "spaced"', { scope: 'spaced' }],
    ['Digest scope="other"', { scope: undefined }],
    ['=== ,,, "', { scope: undefined }],
    ['', { scope: undefined }],
  ])('is read from %s [OA-4]', (header, expected) => {
    expect(demand(header)).toMatchObject(expected);
  });

  it('of any length is read in no time [OA-4]', () => {
    expect(demand(`Bearer ${'a="'.repeat(5_000)}`).scope).toBeUndefined();
  });
});
