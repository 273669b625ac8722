import { net, session } from 'electron';
import type { Session } from 'electron';
import type { DeclaredDomains } from '../../mcp/hub/apps/app-policy.ts';
import {
  appPolicy,
  isDeclared,
  isDeclaredFrame,
  originsOf,
} from '../../mcp/hub/apps/app-policy.ts';
import { FRAME_SCHEME } from '../pages/page-origins.ts';
import { noWayOut } from '../security/guard-sessions.ts';
import { openGateProxy } from './gate-proxy.ts';
import type { GateProxy } from './gate-proxy.ts';

const AROUND_POLICY = `default-src 'none'; style-src 'unsafe-inline'; frame-src ${FRAME_SCHEME}:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** The page around an app: nothing but its frame, of opaque origin. The preload beside it passes messages on. */
const around = (address: string): string =>
  `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;overflow:hidden}iframe{position:absolute;border:0}</style><iframe sandbox="allow-scripts" referrerpolicy="no-referrer" src="${address}"></iframe>`;

/** What one app is given. */
export interface AppPage {
  readonly id: string;
  readonly html: string;
  readonly domains: DeclaredDomains;
}

/** The address of the page around an app, and of the app in it. */
export function aroundAddress(id: string): string {
  return `${FRAME_SCHEME}://${id}/`;
}
export function appAddress(id: string): string {
  return `${FRAME_SCHEME}://${id}.app/`;
}

/**
 * A partition for one app at a time (SE-13): its requests pass a filter that knows what the app declares, and leave by a
 * proxy that checks where names lead. It lives in memory and is emptied after each app.
 */
export class AppPartition {
  readonly session: Session;
  #page: AppPage | undefined;
  #proxy: GateProxy | undefined;
  #ownRequest: string | undefined;

  constructor(name: string) {
    this.session = session.fromPartition(name);
    this.session.protocol.handle(FRAME_SCHEME, (request) => this.#answer(request));
    // In place of the filter that every session begins with, which lets nothing out.
    this.session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, answer) => {
      answer({ cancel: !this.#mayRequest(url) });
    });
  }

  get isFree(): boolean {
    return this.#page === undefined;
  }

  /** Whether this is the address of the app that is shown now. */
  isApp(url: string): boolean {
    return this.#page !== undefined && url === appAddress(this.#page.id);
  }

  /** Whether the app that is shown now may show this address in a frame of its own. */
  mayFrame(url: string): boolean {
    return this.#page !== undefined && isDeclaredFrame(url, this.#page.domains);
  }

  /** Resolves when the network is as the app may use it. */
  async take(page: AppPage): Promise<void> {
    this.#page = page;
    if (originsOf(page.domains).length === 0) return;
    const proxy = await openGateProxy(() => page.domains);
    this.#proxy = proxy;
    const proxyRules = `http://127.0.0.1:${String(proxy.port)}`;
    await this.session.setProxy({ ...noWayOut, proxyRules });
    await this.#learnPassword(proxy);
  }

  /** Nothing of the app is left for the next one. */
  async free(): Promise<void> {
    const { session: target } = this;
    await target.setProxy(noWayOut);
    await this.#proxy?.close();
    this.#proxy = undefined;
    await target.closeAllConnections();
    await Promise.all([
      target.clearStorageData(),
      target.clearCache(),
      target.clearAuthCache(),
      target.clearHostResolverCache(),
    ]);
    this.#page = undefined;
  }

  #mayRequest(url: string): boolean {
    if (url.startsWith('data:') || url.startsWith('blob:')) return true;
    if (this.#page === undefined) return false;
    if (url === this.#ownRequest) return true;
    if (url.startsWith(`${FRAME_SCHEME}:`)) {
      return this.isApp(url) || url === aroundAddress(this.#page.id);
    }
    return isDeclared(url, this.#page.domains);
  }

  #answer({ url, method }: Pick<Request, 'url' | 'method'>): Response {
    const page = this.#page;
    const isAround = page !== undefined && url === aroundAddress(page.id);
    const policy = isAround
      ? AROUND_POLICY
      : page && this.isApp(url)
        ? appPolicy(page.domains, `${FRAME_SCHEME}://${page.id}`)
        : "default-src 'none'; sandbox";
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    };
    if (method !== 'GET') return new Response(null, { status: 405, headers });
    if (page && isAround) return new Response(around(appAddress(page.id)), { headers });
    if (page && this.isApp(url)) return new Response(page.html, { headers });
    return new Response(null, { status: 404, headers });
  }

  /** The password is asked for once here: Chromium knows it from then on, also where it could not ask, as for web sockets. */
  #learnPassword({ port, user, password }: GateProxy): Promise<void> {
    const url = `http://127.0.0.1:${String(port)}/`;
    this.#ownRequest = url;
    return new Promise<void>((resolve, reject) => {
      const request = net.request({ url, session: this.session, useSessionCookies: false });
      request.on('login', (info, give) => {
        if (info.isProxy) give(user, password);
        else give();
      });
      request.on('response', (response) => {
        response.on('data', () => undefined);
        response.on('end', () => resolve());
      });
      request.on('error', reject);
      request.end();
    }).finally(() => {
      this.#ownRequest = undefined;
    });
  }
}
