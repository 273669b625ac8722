import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { directFetch } from './direct-fetch.ts';
import { Opened, thrownBy } from './testing/connections.ts';

const opened = new Opened();
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.closeAll();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.add({
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?x=1`;
}

const post = (headers = new Headers({ 'content-type': 'application/json' })) =>
  ({ method: 'POST', headers, body: '{"täxt":1}', redirect: 'manual' }) as const;

describe('a request by the short way', () => {
  it('reaches the server as the built-in fetch would have sent it [PF-2]', async () => {
    const seen: object[] = [];
    const url = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        seen.push({ url: request.url, method: request.method, headers: request.headers, body });
        response.end('{}');
      });
    });
    for (const one of [fetch, directFetch]) {
      const headers = { accept: 'application/json', authorization: 'Bearer a', 'x-own': 'ü' };
      const answer = await one(new URL(url), post(new Headers(headers)));
      expect(await answer.text()).toBe('{}');
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[1]).toMatchObject({ url: '/mcp?x=1', body: '{"täxt":1}' });
  });

  it('brings status, headers and text, and a redirect as it is [PF-2]', async () => {
    const url = await serve((_, response) => {
      response.writeHead(307, 'Elsewhere', [
        ['Location', '/there'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ]);
      response.write('\ufeffe');
      response.end('é');
    });
    const answer = await directFetch(url, post());
    expect(answer).toBeInstanceOf(Response);
    expect(answer.url).toBe(url);
    const { status, ok, statusText } = answer;
    expect({ status, ok, statusText }).toEqual({ status: 307, ok: false, statusText: 'Elsewhere' });
    expect(answer.headers.get('location')).toBe('/there');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answer.text()).toBe('eé');
    expect(answer.bodyUsed).toBe(true);
    await expect(answer.text()).rejects.toThrow(TypeError);
  });

  it('brings a large body whole, as text and as a stream [PF-2]', async () => {
    const whole = 'ä'.repeat(1_000_000);
    const url = await serve((_, response) => response.end(whole));
    expect(await (await directFetch(url, post())).text()).toBe(whole);
    const answer = await directFetch(url, post());
    const parts: string[] = [];
    const decoder = new TextDecoder();
    for await (const chunk of answer.clone().body ?? []) {
      parts.push(decoder.decode(chunk as Uint8Array, { stream: true }));
    }
    expect(parts.join('')).toBe(whole);
    expect((await answer.arrayBuffer()).byteLength).toBe(2_000_000);
  });

  it('brings a stream piece by piece, each when it was sent [PF-2]', async () => {
    let response: ServerResponse | undefined;
    const url = await serve((_, open) => {
      response = open;
      open.write('0');
    });
    const reader = (await directFetch(url, post())).body?.getReader();
    const decoder = new TextDecoder();
    for (let piece = 0; piece < 5; piece += 1) {
      const { value } = (await reader?.read()) ?? {};
      expect(decoder.decode(value as Uint8Array)).toBe(String(piece));
      response?.write(String(piece + 1));
    }
    await reader?.cancel();
    if (response && !response.destroyed) await once(response, 'close');
  });

  it('undoes the coding of a body [PF-2]', async () => {
    const url = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('{"text":"small"}'));
    });
    expect(await (await directFetch(url, post())).json()).toEqual({ text: 'small' });
  });

  it('has no body where HTTP has none [PF-2]', async () => {
    const url = await serve((_, response) => response.writeHead(204).end());
    const answer = await directFetch(url, post());
    expect(answer.body).toBeNull();
    expect(await answer.text()).toBe('');
  });
});

describe('a request by the short way that fails', () => {
  it('says why as the built-in fetch does, when nobody listens [PF-2]', async () => {
    const url = await serve(() => undefined);
    await opened.closeAll();
    const [direct, builtIn] = [
      await thrownBy(directFetch(url, post())),
      await thrownBy(fetch(url, post())),
    ];
    expect(direct).toBeInstanceOf(TypeError);
    expect(direct).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });
    expect(builtIn).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });
  });

  it.each(['before the answer', 'within the answer'])(
    'is taken off the wire when it is given up %s [PF-2]',
    async (when) => {
      let arrived: (request: IncomingMessage) => void = () => undefined;
      const arriving = new Promise<IncomingMessage>((resolve) => (arrived = resolve));
      const url = await serve((request, response) => {
        if (when === 'within the answer') response.write('{');
        arrived(request);
      });
      const giveUp = new AbortController();
      const asked = directFetch(url, { ...post(), signal: giveUp.signal });
      const gone = once((await arriving).socket, 'close');
      const text = when === 'within the answer' ? (await asked).text() : asked;
      giveUp.abort(new Error('not wanted'));
      expect(await thrownBy(text)).toMatchObject({ message: 'not wanted' });
      await gone;
    },
  );

  it('is not sent when it was given up before [PF-2]', async () => {
    let requests = 0;
    const url = await serve((_, response) => response.end(String((requests += 1))));
    const signal = AbortSignal.abort(new Error('not wanted'));
    expect(await thrownBy(directFetch(url, { ...post(), signal }))).toMatchObject({
      message: 'not wanted',
    });
    expect(requests).toBe(0);
  });

  it('fails in the middle of a body that breaks off [PF-2]', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => request.socket.destroy());
    });
    const answer = await directFetch(url, post());
    expect(await thrownBy(answer.text())).toBeInstanceOf(TypeError);
  });
});

describe('the short way is not taken', () => {
  it('when a program has put another fetch in place of the global one [MC-1, PF-2]', async () => {
    const url = await serve((_, response) => response.end('from the server'));
    await directFetch(url, post());
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('from the program')));
    expect(await (await directFetch(url, post())).text()).toBe('from the program');
  });

  it('past the connections that a program has put in place of the global ones [MC-1, PF-2]', async () => {
    const url = await serve((_, response) => response.end('from the server'));
    await directFetch(url, post());
    const own = globalThis as { [DISPATCHER]?: { dispatch(...args: unknown[]): boolean } };
    const former = own[DISPATCHER];
    const paths: unknown[] = [];
    own[DISPATCHER] = {
      dispatch: (options, handler) => {
        paths.push((options as { readonly path: string }).path);
        return former?.dispatch(options, handler) ?? false;
      },
    };
    try {
      expect(await (await directFetch(url, post())).text()).toBe('from the server');
    } finally {
      if (former) own[DISPATCHER] = former;
    }
    expect(paths).toEqual(['/mcp?x=1']);
  });

  it.each(['http://127.0.0.1:6000/', 'http://127.0.0.1:25/', 'http://name:word@127.0.0.1:8080/'])(
    'for an address that the built-in fetch refuses: %s [PF-2]',
    async (address) => {
      const [direct, builtIn] = [
        await thrownBy(directFetch(address, post())),
        await thrownBy(fetch(address, post())),
      ];
      expect(String(direct)).toBe(String(builtIn));
      expect(String((direct as Error).cause)).toBe(String((builtIn as Error).cause));
    },
  );
});
