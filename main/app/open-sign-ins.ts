import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { DocumentCredentialStore, plainCodec, tokenFilePath } from '../mcp/oauth/document-store.ts';
import type { OAuthEngine } from '../mcp/oauth/oauth-contract.ts';
import { createOAuthEngine } from '../mcp/oauth/oauth-engine.ts';

export interface SignInContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  /** Asks the person before it opens an address. Resolves to false when the person refused. */
  readonly openLink: (address: string, signal: AbortSignal) => Promise<boolean>;
}

/**
 * The sign-ins to MCP servers that the profile holds, for the hub: tokens in the file that the command keeps where there is
 * no keychain are used and renewed. Nothing is opened before it is needed. The caller disposes it after the hub.
 */
export function openSignIns({ paths, clock, log, openLink }: SignInContext): OAuthEngine {
  return createOAuthEngine({
    store: new DocumentCredentialStore({
      path: tokenFilePath(paths.root),
      codec: plainCodec,
      clock,
      log,
    }),
    clock,
    log,
    description: { clientName: 'Parley' },
    redirect: 'loopback',
    openUrl: async (url) => {
      const isOpened = await openLink(url, new AbortController().signal);
      if (!isOpened) throw new Error('The sign-in page was not opened.');
    },
  });
}
