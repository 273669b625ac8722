import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { RemoteImages } from './remote-images.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\nrest of it', 'latin1');
const [one, other] = ['one', 'other'] as const;

/** A host with pictures and what only pretends to be one. */
async function host(): Promise<{ origin: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const type = { 'content-type': 'image/png' };
    if (request.url?.startsWith('/a.png')) response.writeHead(200, type).end(png);
    else if (request.url === '/page') response.writeHead(200, type).end('<script>1</script>');
    else if (request.url === '/away')
      response.writeHead(302, { location: 'https://elsewhere.example/a.png' }).end();
    else if (request.url === '/large') response.writeHead(200, type).end(Buffer.alloc(6_000_000));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked };
}

function images(answer: boolean, isPrivate = false) {
  const reviews: string[] = [];
  const loader = new RemoteImages({
    clock: systemClock,
    gate: (address) => new URL(address).href,
    review: (url) => {
      reviews.push(url);
      return Promise.resolve(answer);
    },
    isPrivate: () => isPrivate,
  });
  const load = (session: string, url: string) =>
    loader.load(session, url, new AbortController().signal);
  return { load, reviews };
}

it('an image is fetched after a question for its host, once in each session [SE-11]', async () => {
  const { origin, asked } = await host();
  const refused = images(false);
  expect(await refused.load(one, `${origin}/a.png`)).toBeUndefined();
  expect(asked).toEqual([]);

  const { load, reviews } = images(true);
  const loaded = await load(one, `${origin}/a.png`);
  expect(loaded).toEqual({ mediaType: 'image/png', data: png.toString('base64') });
  await load(one, `${origin}/a.png?more`);
  expect(reviews).toEqual([`${origin}/a.png`]);
  await load(other, `${origin}/a.png`);
  expect(reviews).toHaveLength(2);
  // Nothing tells who asks, and where from.
  const { cookie, referer, origin: from } = asked[0]?.headers ?? {};
  expect([cookie, referer, from]).toEqual([undefined, undefined, undefined]);
});

it('what is no picture, too large, elsewhere or in the private network is refused with the reason [SE-11]', async () => {
  const { origin } = await host();
  const { load } = images(true);
  for (const [path, reason] of [
    ['page', 'no picture'],
    ['large', 'larger'],
    ['away', 'leads to another host: https://elsewhere.example/a.png'],
    ['missing', 'answered 404'],
  ] as const)
    await expect(load(one, `${origin}/${path}`)).rejects.toMatchObject({
      code: 'image.failed',
      message: expect.stringContaining(reason) as string,
    });
  await expect(images(true, true).load(one, `${origin}/a.png`)).rejects.toThrow('private network');
});
