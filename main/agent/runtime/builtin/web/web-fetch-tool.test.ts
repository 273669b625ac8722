import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../lib/clock.ts';
import type { Clock } from '../../../../lib/clock.ts';
import { ManualClock } from '../../../../lib/testing/manual-clock.ts';
import { callTool } from '../testing/tool-place.ts';
import { webFetchTool } from './web-fetch-tool.ts';
import type { WebFetchParts } from './web-fetch-tool.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** As if loopback were the public web. */
const open: Omit<WebFetchParts, 'clock'> = { isPrivate: () => false };

const get = (
  url: string,
  parts: Omit<WebFetchParts, 'clock'> = open,
  clock: Clock = systemClock,
  more: object = {},
) => callTool(webFetchTool({ ...parts, clock }), { url, ...more });

const html = (body: string): string =>
  `<html><head><title>A page</title></head><body>${body}</body></html>`;

describe('WebFetch', () => {
  it('gives HTML as Markdown without what is not for readers [SDK-60.web]', async () => {
    const page = html(
      '<script>steal()</script><style>b{}</style><h2>Head</h2><p>Some <b>bold</b> <a href="/x">link</a></p><ul><li>one</li></ul><img alt="dot" src="data:image/png;base64,AAAA"><noscript>no</noscript>',
    );
    const url = await serve((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    });
    const { text } = await get(url);
    expect(text).toBe(
      `From ${url}/:\n# A page\n\n## Head\n\nSome **bold** [link](/x)\n\n-   one\n\ndot`,
    );
  });

  it('reads the encoding that a page names, and pages long text [SDK-60.web]', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/old') {
        response.setHeader('content-type', 'text/plain; charset=ISO-8859-1');
        response.end(Buffer.from('grün', 'latin1'));
      } else response.setHeader('content-type', 'application/json').end('x'.repeat(70_000));
    });
    expect((await get(`${url}/old`)).text).toContain('grün');
    const first = await get(`${url}/long`);
    expect(first.text).toContain('Go on with offset 60000');
    const rest = await get(`${url}/long`, open, systemClock, { offset: 60_000 });
    expect(rest.text.match(/x/g)).toHaveLength(10_000);
  });

  it('says the status of a failure, and refuses what is no text [SDK-60.web]', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/zip') response.setHeader('content-type', 'application/zip').end('PK\0');
      else response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page');
    });
    expect(await get(`${url}/none`)).toMatchObject({
      failed: true,
      text: expect.stringMatching(/status 404[^]*no such page/) as string,
    });
    expect(await get(`${url}/zip`)).toMatchObject({ failed: true });
  });

  it.each([
    ['ftp://example.com/', 'only http and https'],
    ['http://example.com/', 'Use https'],
    ['https://user:secret@example.com/', 'user name'],
    ['https://exam\u200Bple.com/', 'not seen'],
    ['file:///etc/passwd', 'only http and https'],
    ['http://127.0.0.1:9/', 'private network'],
    ['https://169.254.169.254/latest/meta-data', 'private network'],
    ['https://[::1]/', 'private network'],
    ['https://2130706433/', 'private network'],
    ['https://router.local/', 'private network'],
  ])('does not fetch %s [SDK-60.web, SE-10]', async (url, reason) => {
    expect(await get(url, {})).toMatchObject({
      failed: true,
      text: expect.stringContaining(reason) as string,
    });
  });

  it('does not connect to a public name that leads into the private network [SDK-60.web]', async () => {
    let reached = false;
    const url = await serve((_, response) => {
      reached = true;
      response.end();
    });
    const { port } = new URL(url);
    const { text } = await get(`https://innocent.example:${port}/`, {
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    expect(text).toContain('private network');
    expect(reached).toBe(false);
  });

  it('follows redirects on one host, tells those to another, and checks each [SDK-60.web]', async () => {
    const url = await serve((request, response) => {
      const to: Readonly<Record<string, string>> = {
        '/a': '/b',
        '/loop': '/loop',
        '/away': 'https://example.com/there',
        '/inside': 'https://10.0.0.1/',
      };
      const location = to[request.url ?? ''];
      if (location === undefined) response.setHeader('content-type', 'text/plain').end('arrived');
      else response.writeHead(302, { location }).end();
    });
    expect((await get(`${url}/a`)).text).toContain(`From ${url}/b:\narrived`);
    expect((await get(`${url}/loop`)).text).toContain('more than 5 times');
    expect((await get(`${url}/away`)).text).toContain('another host: https://example.com/there');
    const inside = { isPrivate: (host: string) => host === '10.0.0.1' };
    expect((await get(`${url}/inside`, inside)).text).toContain('private network');
  });

  it('reads five mebibytes at most, and says that the rest is missing [SDK-60.web]', async () => {
    const url = await serve((_, response) => {
      response.setHeader('content-type', 'text/plain');
      response.on('error', () => undefined);
      for (let n = 0; n < 8; n += 1) response.write('y'.repeat(1024 * 1024));
      response.end();
    });
    const { text } = await get(url, open, systemClock, { offset: 5 * 1024 * 1024 - 2 });
    expect(text).toContain('\nyy\n');
    expect(text).toContain('its end is missing');
  });

  it('gives up on a page that does not come, and on one that nobody serves [SDK-60.web]', async () => {
    const clock = new ManualClock();
    let arrived: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const url = await serve(() => arrived());
    const slow = get(url, open, clock);
    await asked;
    clock.advance(30_000);
    expect((await slow).text).toContain('no whole answer in 30 s');
    expect((await get('http://127.0.0.1:1/')).text).toContain('could not be reached');
  });

  it('stops with the turn [RT-25]', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort(new Error('interrupted')));
    await expect(
      callTool(webFetchTool({ ...open, clock: systemClock }), { url }, stop.signal),
    ).rejects.toThrow('interrupted');
  });
});
