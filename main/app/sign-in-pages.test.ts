import { expect, it } from 'vitest';
import { silentLog } from '../lib/logger.ts';
import type { SignInPage } from '../mcp/hub/sign-in-contract.ts';
import { createSignInPages } from './sign-in-pages.ts';

const signal = new AbortController().signal;
const page = (url: string): SignInPage => ({
  serverName: 'linear',
  url,
  issuer: 'https://auth.example',
  redirect: 'loopback',
});

function create(answer = true, hasBrowser = true) {
  const asked: string[] = [];
  const opened: string[] = [];
  const pages = createSignInPages({
    review: async ({ url }) => {
      asked.push(url);
      return answer;
    },
    open: async (url) => {
      if (!hasBrowser) throw new Error('no browser');
      opened.push(url);
    },
    log: silentLog,
  });
  return { pages, asked, opened };
}

it.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'smb://host/share',
  'ms-msdt:/id',
  'data:text/html,x',
  'http://auth.example/authorize',
  'https://user@auth.example/authorize',
])('a page at %s is neither asked about nor opened [SE-10]', async (url) => {
  const { pages, asked, opened } = create();
  await expect(pages.show(page(url), signal)).rejects.toMatchObject({ code: 'link.refused' });
  expect([asked, opened]).toEqual([[], []]);
});

it('is opened as it was written out again, with nothing for a shell or launcher in it [SE-10]', async () => {
  const { pages, asked, opened } = create();
  const url = 'https://auth.example/authorize?a=1&b=%PATH%&c=`id`&d="x"';
  expect(await pages.show(page(url), signal)).toBe('opened');
  expect(opened).toEqual(asked);
  expect(opened[0]).not.toMatch(/["`]/);
  expect(opened[0]).toMatch(/^https:\/\/auth\.example\/authorize\?a=1&b=/);
});

it('is not opened without the person’s yes, and a missing browser is told [UI-39.url]', async () => {
  const refused = create(false);
  expect(await refused.pages.show(page('https://auth.example/'), signal)).toBe('refused');
  expect(refused.opened).toEqual([]);
  const without = create(true, false);
  expect(await without.pages.show(page('https://auth.example/'), signal)).toBe('not-opened');
  expect(await without.pages.open('https://auth.example/')).toBe(false);
});
