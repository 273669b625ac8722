import { readFile } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Where a certificate of the tests is; `certificates/make.sh` makes them. */
export function certificatePath(
  name: 'authority' | 'server' | 'other-name' | 'expired' | 'self-signed',
): string {
  return fileURLToPath(new URL(`./certificates/${name}.pem`, import.meta.url));
}

export interface OpenServer {
  readonly port: number;
  close(): Promise<void>;
}

async function opened(server: Server): Promise<OpenServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface SecureServerOptions {
  /** Default: server, which the authority vouches for. */
  readonly certificate?: 'server' | 'other-name' | 'expired' | 'self-signed';
  /** Whether it sends the authority's certificate along. */
  readonly withAuthority?: boolean;
}

/** A server behind TLS on loopback. */
export async function openSecureServer(
  answer: RequestListener,
  { certificate = 'server', withAuthority = false }: SecureServerOptions = {},
): Promise<OpenServer> {
  const own = await readFile(certificatePath(certificate), 'utf8');
  const more = withAuthority ? await readFile(certificatePath('authority'), 'utf8') : '';
  const key = await readFile(new URL('./certificates/server.key', import.meta.url));
  return opened(createServer({ cert: own + more, key }, answer));
}

export interface OpenProxy extends OpenServer {
  /** What it was asked to connect to, in order. */
  readonly asked: readonly string[];
  /** The `Proxy-Authorization` of each of them. */
  readonly words: readonly (string | undefined)[];
}

/** A proxy on loopback that leads every `host:port` to where `routes` says, by host or by both; what is not named is refused with 403. */
export async function openProxy(routes: Readonly<Record<string, number>>): Promise<OpenProxy> {
  const asked: string[] = [];
  const words: (string | undefined)[] = [];
  const server = createPlainServer((_request, response) => {
    response.writeHead(405).end();
  });
  server.on('connect', (request, near: Socket) => {
    const target = request.url ?? '';
    asked.push(target);
    words.push(request.headers['proxy-authorization']);
    near.on('error', () => undefined);
    const port = routes[target] ?? routes[target.replace(/:\d+$/, '')];
    if (port === undefined) {
      near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const far = connect({ host: '127.0.0.1', port }, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  return { ...(await opened(server)), asked, words };
}
