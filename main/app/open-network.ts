import { tmpdir } from 'node:os';
import { X509Certificate } from 'node:crypto';
import { session } from 'electron';
import { providerAddress } from '../../shared/agent/provider-address.ts';
import { messageOf, ParleyError } from '../../shared/lib/errors.ts';
import {
  defaultNetwork,
  NETWORK_PLAN_VARIABLE,
  type NetworkSettings,
} from '../../shared/lib/network-settings.ts';
import type { ChangeNetwork } from '../ipc/handlers/settings.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import { installNetwork, Network } from '../lib/network/network.ts';
import { proxyAddress } from '../lib/network/proxy-rules.ts';
import { readCaFile, readSystemCertificates } from '../lib/network/trusted-certificates.ts';
import { spawnManaged } from '../lib/subprocess.ts';
import type { ConsentDesk } from './consent/consent-desk.ts';
import type { Stores } from './stores.ts';

export interface OpenedNetwork extends Disposable {
  /** What a runtime's environment holds, so that it reaches the network the same way. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** Changes the settings, after the person was asked in main's own view. */
  readonly change: (consent: ConsentDesk) => ChangeNetwork;
}

/** The way to the network that the settings say, in force for this process until it is disposed. */
export function openNetwork(stores: Stores, log: Log): OpenedNetwork {
  const { settings, providers } = stores;
  let inForce = settings.get().network;
  const network = new Network({
    environment: process.env,
    settings: inForce ?? defaultNetwork,
    systemProxy: askSystem(),
    systemCertificates: () =>
      readSystemCertificates({
        platform: process.platform,
        environment: process.env,
        folder: tmpdir(),
        spawn: spawnManaged,
      }),
    log,
  });
  const restore = installNetwork(network);
  const told = systemAnswers(stores, log);
  void told.refresh();
  const ends = [
    settings.onChange(({ network: next }) => {
      // Most changes are about something else, and connections that stand are worth keeping.
      if (next === inForce) return;
      inForce = next;
      network.use(next ?? defaultNetwork);
    }),
    providers.onChange(() => void told.refresh()),
  ];
  return {
    environment: () => {
      // Computers move from network to network: what the system says now is for the next runtime.
      void told.refresh();
      return { [NETWORK_PLAN_VARIABLE]: JSON.stringify(network.plan(told.answers())) };
    },
    change: (consent) => async (next, signal) => {
      const authorities = await checked(next);
      if (!(await consent.reviewNetwork(next, authorities, signal))) return false;
      await settings.set({ network: next });
      return true;
    },
    dispose: async () => {
      for (const end of ends) end();
      restore();
      await network.dispose();
    },
  };
}

/** Asks Chromium, which knows the proxies and proxy scripts of the system. Its session loads nothing: every request of it is refused. */
function askSystem(): (url: string) => Promise<string> {
  let asked: Promise<Electron.Session> | undefined;
  return async (url) => {
    asked ??= (async () => {
      const made = session.fromPartition('system-proxy', { cache: false });
      await made.setProxy({ mode: 'system' });
      return made;
    })();
    return (await asked).resolveProxy(url);
  };
}

/** Runtimes cannot ask the system: what it says about the addresses they use is asked ahead. */
function systemAnswers(
  { providers }: Pick<Stores, 'providers'>,
  log: Log,
): { answers(): Readonly<Record<string, string>>; refresh(): Promise<void> } {
  const ask = askSystem();
  let known: Readonly<Record<string, string>> = {};
  return {
    answers: () => known,
    refresh: async () => {
      const origins = providers.list().flatMap((provider) => {
        if (provider.kind === 'offline') return [];
        const address = providerAddress(provider.kind, provider.baseUrl);
        return URL.canParse(address) ? [new URL(address).origin] : [];
      });
      try {
        const others = ['*', await ask('https://example.com/')] as const;
        const own = origins.map(async (origin) => [origin, await ask(`${origin}/`)] as const);
        known = Object.fromEntries([others, ...(await Promise.all(own))]);
      } catch (failure) {
        log('warn', 'The system could not be asked about proxies.', { reason: messageOf(failure) });
      }
    },
  };
}

/** Rejects with a sentence when the settings cannot work; resolves with whom the CA file is of. */
async function checked(next: NetworkSettings): Promise<readonly string[]> {
  try {
    if (next.proxy === 'address') {
      const { username, password } = proxyAddress(next.proxyAddress.trim());
      if (username !== '' || password !== '')
        throw new Error(
          'A name and password of a proxy are not kept in settings. Put the address into the variable HTTPS_PROXY instead.',
        );
    }
    const found = next.caFile === '' ? [] : await readCaFile(next.caFile);
    return found.map((pem) => new X509Certificate(pem).subject.replaceAll('\n', ', '));
  } catch (failure) {
    throw new ParleyError('settings.invalid', messageOf(failure));
  }
}
