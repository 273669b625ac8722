import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../../shared/texts/language.ts';
import { createPageServer } from './page-server.ts';

const origin = 'parley-app://app';

describe('the pages of the app', () => {
  let folder: string;
  let serve: ReturnType<typeof createPageServer>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-pages-'));
    const root = join(folder, 'renderer');
    await mkdir(join(root, 'assets'), { recursive: true });
    await writeFile(
      join(root, 'index.html'),
      '<!doctype html><html lang="en"><head></head></html>',
    );
    await writeFile(join(root, 'assets', 'main.js'), 'export {}');
    await writeFile(join(root, 'assets', 'main.js.map'), '{}');
    await writeFile(join(folder, 'secret.js'), 'c4n4ry');
    await mkdir(join(folder, 'renderer-2'));
    await writeFile(join(folder, 'renderer-2', 'secret.js'), 'c4n4ry');
    await symlink(join(folder, 'secret.js'), join(root, 'link.js'));
    serve = createPageServer({ origin, root, styleNonce: 'n0nce' });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const get = (address: string, method = 'GET'): Promise<Response> =>
    // The class Request would rewrite some addresses; the engine's requests arrive as they are.
    serve({ url: address, method });

  it('come with their type and the policy [SE-2.policy]', async () => {
    const page = await get(`${origin}/index.html?x#y`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'nonce-n0nce'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    for (const closed of [
      'base-uri',
      'form-action',
      'object-src',
      'frame-ancestors',
      'frame-src',
    ]) {
      expect(policy).toContain(`${closed} 'none'`);
    }
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await page.text()).toContain('<meta name="style-nonce" content="n0nce" />');
    const script = await get(`${origin}/assets/main.js`);
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(await script.text()).toBe('export {}');
  });

  it('are told their language and how to look at each load [UI-0.language, UI-0.contrast]', async () => {
    let lang: Language = 'en';
    const told = createPageServer({
      origin,
      root: join(folder, 'renderer'),
      styleNonce: 'n0nce',
      marks: () => ({ lang, 'data-contrast-choice': 'high' }),
    });
    const load = async () => (await told({ url: `${origin}/index.html`, method: 'GET' })).text();
    expect(await load()).toContain('<html lang="en" data-contrast-choice="high">');
    lang = 'ko';
    expect(await load()).toContain('<html lang="ko" data-contrast-choice="high">');
  });

  it.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/%2E%2E%2Fsecret.js',
    '/..%2fsecret.js',
    '/..%5csecret.js',
    '/..\\secret.js',
    '/assets/../../secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/%252e%252e/secret.js',
    '/%252e%252e%252fsecret.js',
    '/%c0%ae%c0%ae/secret.js',
    '/%e0%80%ae/secret.js',
    '/..%00/secret.js',
    '/assets/main.js%00.html',
    '/%00',
    '/%zz',
    '/%',
    '//etc/passwd.js',
    '/%2fetc/passwd.js',
    '/../renderer-2/secret.js',
    '/..%2frenderer-2/secret.js',
    '/link.js',
    '/assets',
    '/',
    '/assets/main.js.map',
    '/assets/missing.js',
    '/C:/windows/x.js',
    '/assets/main.js/',
  ])('do not lead to %s [SE-2.traversal]', async (path) => {
    const answer = await get(origin + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    'parley-app://other/index.html',
    'parley-app://app.evil/index.html',
    'parley-app://user@app/index.html',
    'parley-app://app:80/index.html',
    'parley-consent://consent/index.html',
    'https://app/index.html',
    'not an address',
  ])('are not served at %s [SE-2.host]', async (address) => {
    expect((await get(address)).status).toBe(404);
  });

  it.each(['POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])(
    'answer no %s [SE-2.method]',
    async (method) => {
      expect((await get(`${origin}/index.html`, method)).status).toBe(405);
    },
  );
});
