import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { ProxyProblem } from './proxy-rules.ts';

/** How long a proxy may take to open the way, in ms; as long as a connection may. */
const LIMIT_MS = 10_000;

/** Opens a way through a proxy to `host:port`. The caller owns the socket. Rejects with `ProxyProblem`, or as the proxy's own connection does. */
export async function openTunnel(
  proxy: URL,
  to: { readonly host: string; readonly port: string },
  secureContext: SecureContext | undefined,
): Promise<Socket> {
  const target = `${isIPv6(to.host) ? `[${to.host}]` : to.host}:${to.port}`;
  const { username, password } = proxy;
  const word = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return new Promise((resolve, reject) => {
    const request = proxy.protocol === 'https:' ? secureRequest : plainRequest;
    const asked = request({
      method: 'CONNECT',
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : Number(proxy.port),
      path: target,
      agent: false,
      timeout: LIMIT_MS,
      headers: {
        host: target,
        ...(username === '' ? {} : { 'proxy-authorization': `Basic ${word}` }),
      },
      ...(secureContext ? { secureContext } : {}),
    });
    asked.on('connect', ({ statusCode = 0, statusMessage = '' }, socket) => {
      if (statusCode >= 200 && statusCode < 300) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(refused(proxy, target, statusCode, statusMessage));
    });
    asked.on('response', (answer) => {
      answer.destroy();
      reject(refused(proxy, target, answer.statusCode ?? 0, answer.statusMessage ?? ''));
    });
    asked.on('timeout', () => {
      asked.destroy(
        new ProxyProblem(
          `The proxy ${proxy.host} did not answer in ${String(LIMIT_MS / 1_000)} s.`,
        ),
      );
    });
    asked.on('error', (failure: NodeJS.ErrnoException) => {
      const isOwn = failure instanceof ProxyProblem || failure.code?.startsWith('E') !== true;
      reject(
        isOwn || failure.code?.startsWith('ERR_TLS') === true ? failure : gone(proxy, failure),
      );
    });
    asked.end();
  });
}

/** A % that begins no code stands for itself. */
function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}

function gone(proxy: URL, { code = '', message }: NodeJS.ErrnoException): ProxyProblem {
  return new ProxyProblem(
    `The proxy ${proxy.host} could not be reached (${code || message}). Check it in Settings → Network or in HTTPS_PROXY.`,
  );
}

function refused(proxy: URL, target: string, status: number, words: string): ProxyProblem {
  const said = `status ${String(status)}${words === '' ? '' : ` ${words}`}`;
  return new ProxyProblem(
    status === 407
      ? `The proxy ${proxy.host} wants a name and a password (${said}). Write them into HTTPS_PROXY as http://name:password@host:port.`
      : `The proxy ${proxy.host} refused to connect to ${target} (${said}).`,
  );
}
