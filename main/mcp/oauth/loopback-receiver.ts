import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Disposable } from '../../lib/disposable.ts';

export interface LoopbackReceiver extends Disposable {
  /** `http://127.0.0.1:<port>/callback`. */
  readonly redirectUri: string;
}

export interface LoopbackOptions {
  /** Tried first, so that a registration that names a port stays good; else any free port. */
  readonly preferredPort?: number | undefined;
  /** True for the one address that is waited for. */
  expects(address: string): boolean;
  /** Gets that address; settles when the sign-in has. */
  deliver(address: string): Promise<void>;
}

const HOST = '127.0.0.1';
/** Requests of others that are turned away before the listener gives up. */
const MAX_STRAYS = 100;

/**
 * Listens on this computer for the one callback of one sign-in and closes after it (SE-52). Requests with another Host,
 * method, path or state are turned away and change nothing. The caller disposes it.
 */
export async function openLoopbackReceiver(options: LoopbackOptions): Promise<LoopbackReceiver> {
  const server = createServer({ maxHeaderSize: 32_768, requestTimeout: 10_000 });
  const port = await listen(server, options.preferredPort);
  const origin = `http://${HOST}:${port}`;
  let strays = 0;
  let isServed = false;
  let markAnswered: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    markAnswered = resolve;
  });
  server.on('request', (request, response) => {
    const address = `${origin}${request.url ?? ''}`;
    const stray = isServed ? 'over' : strayReason(request, port, address, options);
    if (stray !== undefined) {
      strays += 1;
      answer(response, stray);
      if (strays >= MAX_STRAYS) close(server);
      return;
    }
    isServed = true;
    server.close();
    response.once('finish', markAnswered).once('close', markAnswered);
    options
      .deliver(address)
      .then(
        () => answer(response, 'done'),
        () => answer(response, 'failed'),
      )
      .finally(() => close(server));
  });
  return {
    redirectUri: `${origin}/callback`,
    dispose: async () => {
      server.close();
      // The page that tells the end may still be on its way.
      if (isServed) await answered;
      server.closeAllConnections();
    },
  };
}

/** Lets the last answer leave before the connections go. */
function close(server: Server): void {
  server.close();
  server.closeIdleConnections();
}

async function listen(server: Server, preferredPort: number | undefined): Promise<number> {
  const attempt = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: HOST, exclusive: true }, () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
  if (preferredPort === undefined) await attempt(0);
  else await attempt(preferredPort).catch(() => attempt(0));
  // An error of one connection must not end the program.
  server.on('error', () => undefined);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return address.port;
}

type Page = 'done' | 'failed' | 'over' | 'not-found' | 'wrong-host' | 'wrong-method';

function strayReason(
  request: IncomingMessage,
  port: number,
  address: string,
  options: LoopbackOptions,
): Page | undefined {
  if (request.headers.host !== `${HOST}:${port}`) return 'wrong-host';
  if (request.method !== 'GET') return 'wrong-method';
  if (!URL.canParse(address) || new URL(address).pathname !== '/callback') return 'not-found';
  return options.expects(address) ? undefined : 'over';
}

const pages: Record<
  Page,
  { readonly status: number; readonly title: string; readonly text: string }
> = {
  done: {
    status: 200,
    title: 'You are signed in',
    text: 'You can close this page and go back to Parley.',
  },
  failed: {
    status: 400,
    title: 'The sign-in did not succeed',
    text: 'Parley tells you why. You can close this page.',
  },
  over: {
    status: 400,
    title: 'This sign-in is no longer open',
    text: 'A newer one may be waiting: go on in its page, or start again in Parley.',
  },
  'not-found': {
    status: 404,
    title: 'Nothing here',
    text: 'This address is used for a sign-in only.',
  },
  'wrong-host': {
    status: 421,
    title: 'Nothing here',
    text: 'This address is used for a sign-in only.',
  },
  'wrong-method': {
    status: 405,
    title: 'Nothing here',
    text: 'This address is used for a sign-in only.',
  },
};

function answer(response: ServerResponse, name: Page): void {
  const { status, title, text } = pages[name];
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`,
    );
}
