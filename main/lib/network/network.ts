import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { LookupFunction, Socket } from 'node:net';
import type { PeerCertificate, SecureContext, TLSSocket } from 'node:tls';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { defaultNetwork } from '../../../shared/lib/network-settings.ts';
import type { NetworkPlan, NetworkSettings } from '../../../shared/lib/network-settings.ts';
import type { Disposable } from '../disposable.ts';
import type { Log } from '../logger.ts';
import { certificateCode, certificateProblem } from './certificate-problem.ts';
import { proxyFor, proxyVariables } from './proxy-rules.ts';
import type { Environment, SystemProxy } from './proxy-rules.ts';
import { openTunnel } from './proxy-tunnel.ts';
import { TrustedCertificates } from './trusted-certificates.ts';

export interface NetworkDeps {
  readonly environment: Environment;
  readonly settings: NetworkSettings;
  /** What the system says about proxies. Absent: nothing. */
  readonly systemProxy?: SystemProxy | undefined;
  /** What the system trusts. Absent: nothing beyond Node's own. */
  readonly systemCertificates?: (() => Promise<readonly string[]>) | undefined;
  readonly log: Log;
}

/** What some connections need beyond all others. */
export interface ConnectionNeeds {
  /** A PEM file whose certificates are trusted as well. */
  readonly caFile?: string | undefined;
  /**
   * Finds and judges the address of a name at the moment of connecting; a failure of it ends the attempt. Where a proxy
   * leads there, it is asked for the address that was judged, so that the name cannot lead elsewhere in between.
   */
  readonly lookup?: LookupFunction | undefined;
}

type Connector = buildConnector.connector;
type ConnectOptions = buildConnector.Options;

/** The variables of an environment that say how the network is reached. */
const planned: readonly string[] = [
  ...proxyVariables.flatMap((name) => [name, name.toUpperCase()]),
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

/**
 * How this process reaches the network: proxies, certificates, and failures of both in sentences. Its owner disposes it. The
 * connections are made by undici, which is loaded with the first of them.
 */
export class Network implements Disposable {
  #settings: NetworkSettings;
  #trusted: TrustedCertificates;
  readonly #shared = new Map<string, Promise<Agent>>();
  readonly #deps: NetworkDeps;

  constructor(deps: NetworkDeps) {
    this.#deps = deps;
    this.#settings = deps.settings;
    this.#trusted = this.#trust();
  }

  #trust(): TrustedCertificates {
    const { environment, systemCertificates, log } = this.#deps;
    const { caFile, systemCertificates: isSystemTrusted } = this.#settings;
    const system =
      isSystemTrusted && systemCertificates
        ? systemCertificates
        : (): Promise<readonly string[]> => Promise.resolve([]);
    return new TrustedCertificates({ environment, caFile, system, log });
  }

  /** From now on new connections are made this way; what is under way goes on. */
  use(settings: NetworkSettings): void {
    this.#settings = settings;
    this.#trusted = this.#trust();
    for (const agent of this.#shared.values())
      void agent.then((old) => old.close()).catch(() => undefined);
    this.#shared.clear();
  }

  /** The proxy that leads to an address; rejects with `ProxyProblem`. */
  proxyFor(url: URL): Promise<URL | undefined> {
    return proxyFor(url, this.#settings, this.#deps.environment, this.#deps.systemProxy);
  }

  /** What a process of ours needs to know to take the same way; `system` is what the system said about addresses. */
  plan(system: Readonly<Record<string, string>> = {}): NetworkPlan {
    const environment = Object.fromEntries(
      planned.flatMap((name) => {
        const value = this.#deps.environment[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    return { settings: this.#settings, environment, system };
  }

  /** Connections of one's own; the caller destroys the agent. */
  async agent(needs: ConnectionNeeds = {}): Promise<Agent> {
    const undici = await import('undici');
    return new undici.Agent({ connect: this.#connector(undici.buildConnector, needs) });
  }

  /**
   * A plain connection to an address that was judged, where `url` leads to by its name: through the proxy of that name, if one
   * leads there. It ends when `signal` aborts. Rejects as connecting does, or with `ProxyProblem`.
   */
  async connect(
    url: URL,
    { host, port }: { readonly host: string; readonly port: number },
    signal: AbortSignal,
  ): Promise<Socket> {
    const proxy = await this.proxyFor(url);
    if (proxy) return addAbortSignal(signal, await this.#tunnel(proxy, host, String(port)));
    const socket = addAbortSignal(signal, connect({ host, port }));
    await once(socket, 'connect');
    return socket;
  }

  /** The global `fetch` with a CA file of its own. */
  fetch(caFile: string): typeof globalThis.fetch {
    return async (input, init) => {
      const dispatcher = await this.#agentFor(caFile);
      return globalThis.fetch(input, { ...init, dispatcher } as object);
    };
  }

  /** Sends a request by the shared connections. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandlers): boolean {
    this.#agentFor('')
      .then((agent) => agent.dispatch(options, handler))
      .catch((failure: unknown) => {
        handler.onError?.(failure instanceof Error ? failure : new Error(String(failure)));
      });
    return true;
  }

  #agentFor(caFile: string): Promise<Agent> {
    const known = this.#shared.get(caFile);
    if (known) return known;
    const made = this.agent({ caFile });
    this.#shared.set(caFile, made);
    return made;
  }

  async dispose(): Promise<void> {
    const agents = [...this.#shared.values()];
    this.#shared.clear();
    await Promise.all(
      agents.map((agent) => agent.then((one) => one.destroy()).catch(() => undefined)),
    );
  }

  #connector(build: typeof buildConnector, needs: ConnectionNeeds): Connector {
    const connectors = new Map<SecureContext | undefined, Connector>();
    const direct = (secureContext: SecureContext | undefined): Connector => {
      const known = connectors.get(secureContext);
      if (known) return known;
      const made = build({
        ...(secureContext ? { secureContext } : {}),
        ...(needs.lookup ? { lookup: needs.lookup } : {}),
      });
      connectors.set(secureContext, made);
      return made;
    };
    const open = async (options: ConnectOptions): Promise<Socket | TLSSocket> => {
      const isSecure = options.protocol === 'https:';
      const proxy = await this.proxyFor(addressOf(options));
      const trusted = isSecure ? await this.#trusted.context(needs.caFile) : undefined;
      const tunnel = (): Promise<Socket | undefined> =>
        proxy ? this.#throughProxy(proxy, options, needs) : Promise.resolve(undefined);
      const httpSocket = await tunnel();
      if (!isSecure && httpSocket) return httpSocket;
      const whole = httpSocket ? { ...options, httpSocket } : options;
      try {
        return await connected(direct(trusted), whole);
      } catch (failure) {
        const code = certificateCode(failure);
        if (code === undefined) throw failure;
        const look = build({
          // Only to read whose certificate it is: nothing is sent, and the connection ends at once.
          rejectUnauthorized: false,
          maxCachedSessions: 0,
          ...(trusted ? { secureContext: trusted } : {}),
          ...(needs.lookup ? { lookup: needs.lookup } : {}),
        });
        const seen = await seenCertificate(look, options, tunnel).catch(() => undefined);
        throw certificateProblem(code, options.host ?? options.hostname, seen);
      }
    };
    return (options, callback) => {
      open(options).then(
        (socket) => callback(null, socket),
        (failure: unknown) =>
          callback(failure instanceof Error ? failure : new Error(String(failure)), null),
      );
    };
  }

  async #throughProxy(
    proxy: URL,
    { hostname, port, protocol }: ConnectOptions,
    { lookup }: ConnectionNeeds,
  ): Promise<Socket> {
    const bare = hostname.replace(/^\[|\]$/g, '');
    const target = lookup && isIP(bare) === 0 ? await addressOfName(lookup, bare) : bare;
    return this.#tunnel(proxy, target, port || (protocol === 'https:' ? '443' : '80'));
  }

  async #tunnel(proxy: URL, host: string, port: string): Promise<Socket> {
    // The CA of one server does not vouch for the proxy.
    const isSecure = proxy.protocol === 'https:';
    const trusted = isSecure ? await this.#trusted.context(undefined) : undefined;
    return openTunnel(proxy, { host, port }, trusted).catch((failure: unknown) => {
      const code = certificateCode(failure);
      throw code === undefined ? failure : certificateProblem(code, proxy.host, undefined);
    });
  }
}

function addressOf({ protocol, hostname, port }: ConnectOptions): URL {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return new URL(`${protocol}//${host}${port ? `:${port}` : ''}`);
}

function connected(connect: Connector, options: ConnectOptions): Promise<Socket | TLSSocket> {
  return new Promise((resolve, reject) => {
    connect(options, (failure, socket) => {
      if (socket) resolve(socket);
      else reject(failure);
    });
  });
}

function addressOfName(lookup: LookupFunction, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    lookup(name, { all: false }, (failure, address) => {
      if (failure) reject(failure);
      else if (typeof address === 'string') resolve(address);
      else reject(new Error(`${name} has no address.`));
    });
  });
}

async function seenCertificate(
  connect: Connector,
  options: ConnectOptions,
  tunnel: () => Promise<Socket | undefined>,
): Promise<PeerCertificate | undefined> {
  const httpSocket = await tunnel();
  const socket = await connected(connect, httpSocket ? { ...options, httpSocket } : options);
  const seen = 'getPeerCertificate' in socket ? socket.getPeerCertificate() : undefined;
  socket.on('error', () => undefined);
  socket.destroy();
  return seen && Object.keys(seen).length > 0 ? seen : undefined;
}

/** Directly, trusting what Node trusts: for programs that have set nothing up. */
const plainNetwork = new Network({
  environment: {},
  settings: { ...defaultNetwork, proxy: 'none', systemCertificates: false },
  log: () => undefined,
});

const DISPATCHER = Symbol.for('undici.globalDispatcher.1');
let installed: Network | undefined;

/** The network of this process, as it was installed. */
export function currentNetwork(): Network {
  return installed ?? plainNetwork;
}

/**
 * Makes `network` the way of this process: of the built-in `fetch` and of everything that asks for `currentNetwork`. Returns
 * what puts back what was there before.
 */
export function installNetwork(network: Network): () => void {
  const before: PropertyDescriptor | undefined = Object.getOwnPropertyDescriptor(
    globalThis,
    DISPATCHER,
  );
  const previous = installed;
  installed = network;
  Object.defineProperty(globalThis, DISPATCHER, {
    value: network,
    writable: true,
    enumerable: false,
    configurable: false,
  });
  return () => {
    installed = previous;
    Object.defineProperty(globalThis, DISPATCHER, {
      ...before,
      value: before?.value as unknown,
      writable: true,
    });
  };
}
