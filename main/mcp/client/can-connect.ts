import { connect } from 'node:net';
import { leadsElsewhere } from './direct-fetch.ts';

/**
 * Whether a new connection to the host of an address can be made; undefined where nobody can tell, as behind a proxy.
 * Never rejects; `signal` ends the attempt as one that failed.
 */
export type CanConnect = (address: URL, signal: AbortSignal) => Promise<boolean | undefined>;

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Opens a socket, the way the built-in fetch would, and closes it again; nothing is sent over it. The system takes
 * connections for a program that has no time, so this tells a busy one from one that is gone.
 */
export const canConnect: CanConnect = async (address, signal) => {
  if (await leadsElsewhere(address)) return undefined;
  const { protocol, hostname, port } = address;
  // Addresses of the newer kind are in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: port === '' ? (PORTS[protocol] ?? 0) : Number(port) });
    const settle = (isMade: boolean): void => {
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(isMade);
    };
    const giveUp = (): void => settle(false);
    socket.on('error', giveUp);
    socket.on('connect', () => settle(true));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp);
  });
};
