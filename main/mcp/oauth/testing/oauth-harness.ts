import { startOAuthServer } from '../../../../e2e/servers/oauth/oauth-server.ts';
import type { OAuthScript } from '../../../../e2e/servers/oauth/oauth-faults.ts';
import type { ScriptedOAuth } from '../../../../e2e/servers/oauth/oauth-server.ts';
import { silentLog } from '../../../lib/logger.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { MemoryCredentialStore } from '../credential-store.ts';
import { createOAuthEngine } from '../oauth-engine.ts';
import type {
  OAuthDeps,
  OAuthEngine,
  ServerAuth,
  ServerAuthOptions,
  SignInEvent,
} from '../oauth-contract.ts';

/** What the pretended person does with a page that is opened: consent and let the browser go back, or nothing. */
export type Person = 'consents' | 'waits';

export interface OAuthHarness {
  readonly scripted: ScriptedOAuth;
  readonly engine: OAuthEngine;
  readonly auth: ServerAuth;
  readonly clock: ManualClock;
  readonly events: readonly SignInEvent[];
  /** Pages that were opened. */
  readonly pages: readonly string[];
  /** The end of each visit of the browser to a loopback address: status and text. */
  readonly visits: readonly Promise<string>[];
  /** Calls a method of the MCP server. */
  call(method?: string): Promise<Response>;
  /** One more engine on the same store, as after a restart. */
  again(options?: Partial<ServerAuthOptions>, deps?: Partial<OAuthDeps>): ServerAuth;
  close(): Promise<void>;
}

export interface HarnessOptions {
  readonly script?: Partial<OAuthScript>;
  readonly deps?: Partial<OAuthDeps>;
  readonly options?: Partial<ServerAuthOptions>;
  readonly person?: Person;
}

/** An engine, a scripted server and a pretended person. The caller closes it. */
export async function startHarness(setup: HarnessOptions = {}): Promise<OAuthHarness> {
  const scripted = await startOAuthServer(setup.script);
  const clock = new ManualClock();
  const events: SignInEvent[] = [];
  const pages: string[] = [];
  const visits: Promise<string>[] = [];
  const engines: OAuthEngine[] = [];
  const deps: OAuthDeps = {
    store: new MemoryCredentialStore(),
    clock,
    log: silentLog,
    description: { clientName: 'Parley' },
    redirect: 'loopback',
    openUrl: async (url) => {
      pages.push(url);
      if (setup.person === 'waits') return;
      const target = await scripted.consent(url);
      if (target.startsWith('http')) visits.push(visit(target));
      else engine.deliver(target).catch(() => undefined);
    },
    ...setup.deps,
  };
  const options: ServerAuthOptions = {
    serverId: 'server-1',
    serverUrl: scripted.mcpUrl,
    interaction: 'automatic',
    onEvent: (event) => {
      events.push(event);
    },
    ...setup.options,
  };
  const start = (more: Partial<OAuthDeps> = {}): OAuthEngine => {
    const made = createOAuthEngine({ ...deps, ...more });
    engines.push(made);
    return made;
  };
  const engine = start();
  const auth = engine.forServer(options);
  return {
    scripted,
    engine,
    auth,
    clock,
    events,
    pages,
    visits,
    call: (method = 'tools/list') => callWith(auth, scripted.mcpUrl, method),
    again: (changes, more) => start(more).forServer({ ...options, ...changes }),
    close: async () => {
      for (const one of engines) await one.dispose();
      await Promise.allSettled(visits);
      await scripted.close();
    },
  };
}

/** A browser that follows one address; gives status and page. */
export async function visit(
  address: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(address, { headers, redirect: 'manual' });
  return `${answer.status} ${await answer.text()}`;
}

export function callWith(auth: ServerAuth, mcpUrl: string, method: string): Promise<Response> {
  return auth.fetch(fetch)(mcpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
  });
}
