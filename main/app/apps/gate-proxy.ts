import { randomBytes, timingSafeEqual } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DeclaredDomains } from '../../mcp/hub/apps/app-policy.ts';
import { isDeclared } from '../../mcp/hub/apps/app-policy.ts';
import { currentNetwork } from '../../lib/network/network.ts';
import { isPrivateHost } from '../../lib/private-address.ts';
import { isLoopbackHost } from '../../lib/url-gate.ts';

/** Connections of one app at the same time. */
const MOST_CONNECTIONS = 64;

/** All addresses of a name. */
export type ResolveName = (hostname: string) => Promise<readonly { readonly address: string }[]>;

export const systemNames: ResolveName = (hostname) => lookup(hostname, { all: true });

/** The way out of one partition. */
export interface GateProxy {
  readonly port: number;
  /** Name and password that it wants. */
  readonly user: string;
  readonly password: string;
  close(): Promise<void>;
}

/**
 * A proxy on this computer that leads to what is declared and nowhere else. It looks names up by itself and connects to the
 * address that it checked, so that a name cannot lead into a private network, now or later (SE-12); where a proxy leads there,
 * that is asked for this address. It wants its password and answers nobody else (SE-52).
 */
export async function openGateProxy(
  domains: () => DeclaredDomains,
  resolve: ResolveName = systemNames,
): Promise<GateProxy> {
  const gate = new Gate(domains, resolve);
  await new Promise<void>((done, fail) => {
    gate.server.once('error', fail).listen(0, '127.0.0.1', done);
  });
  return { port: gate.port, user: USER, password: gate.password, close: () => gate.close() };
}

const USER = 'app';

class Gate {
  readonly server = createServer((request, response) => {
    void this.#forward(request, response);
  });
  readonly password = randomBytes(24).toString('hex');
  readonly #expected = `Basic ${Buffer.from(`${USER}:${this.password}`).toString('base64')}`;
  readonly #open = new Set<Duplex>();

  constructor(
    private readonly domains: () => DeclaredDomains,
    private readonly resolve: ResolveName,
  ) {
    this.server.maxConnections = MOST_CONNECTIONS;
    this.server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#tunnel(request, socket, head);
    });
    this.server.on('connection', (socket) => {
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((done) => {
      for (const socket of this.#open) socket.destroy();
      this.server.close(() => done());
    });
  }

  #isKnown(request: IncomingMessage): boolean {
    const given = Buffer.from(request.headers['proxy-authorization'] ?? '');
    const wanted = Buffer.from(this.#expected);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  async #target(schemes: readonly string[], authority: string): Promise<Target | undefined> {
    const found = schemes.find((scheme) => isDeclared(`${scheme}://${authority}/`, this.domains()));
    return found === undefined ? undefined : checkedTarget(found, authority, this.resolve);
  }

  /** Plain HTTP, which only this computer can be reached by. */
  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#isKnown(request)) {
      askPassword(response);
      return;
    }
    const address = request.url ?? '';
    const url = URL.canParse(address) ? new URL(address) : undefined;
    // What the partition asks for itself, to learn the password before it is needed.
    if (url?.host === `127.0.0.1:${String(this.port)}`) {
      response.writeHead(204).end();
      return;
    }
    const target = url?.protocol === 'http:' ? await this.#target(['http'], url.host) : undefined;
    if (!url || !target) {
      response.writeHead(403).end();
      return;
    }
    const headers = { ...request.headers };
    delete headers['proxy-authorization'];
    delete headers['proxy-connection'];
    const path = `${url.pathname}${url.search}`;
    const { host, port } = target;
    const to = { host, port, path, method: request.method, headers };
    const onward = httpRequest(to, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  #tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (!this.#isKnown(request)) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="app"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
      return;
    }
    this.#target(['https', 'wss', 'ws', 'http'], request.url ?? '')
      .then(async (target) => {
        if (target) await join(socket, target, head);
        else socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      })
      .catch(() => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'));
  }
}

interface Target {
  /** What is asked for, by its name. */
  readonly url: URL;
  /** The address that was checked. */
  readonly host: string;
  readonly port: number;
}

/** Rejects when there is no way to the target. */
async function join(socket: Duplex, { url, host, port }: Target, head: Buffer): Promise<void> {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  const onward = await currentNetwork().connect(url, { host, port }, gone.signal);
  onward.on('error', () => socket.destroy());
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  onward.write(head);
  onward.pipe(socket).pipe(onward);
}

function askPassword(response: ServerResponse): void {
  response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="app"' }).end();
}

/** The address that a declared name leads to, when it may: of this computer only where the name says so itself. */
async function checkedTarget(
  scheme: string,
  authority: string,
  resolve: ResolveName,
): Promise<Target | undefined> {
  const isSecure = scheme === 'https' || scheme === 'wss';
  const url = new URL(`${isSecure ? 'https' : 'http'}://${authority}/`);
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const found = isIP(name) === 0 ? await resolve(name).catch(() => []) : [{ address: name }];
  const isLocal = isLoopbackHost(url.hostname);
  const isSafe = found.every(({ address }) =>
    isLocal
      ? isLoopbackHost(isIP(address) === 6 ? `[${address}]` : address)
      : !isPrivateHost(address),
  );
  const [first] = found;
  return first && isSafe ? { url, host: first.address, port } : undefined;
}
