import { systemClock } from '../../../lib/clock.ts';
import { silentLog } from '../../../lib/logger.ts';
import { openCredentialStore } from '../open-credential-store.ts';

/** A program of its own that stores and reads sign-ins with the system's keychain. Prints what it finds, as JSON. */
const [configRoot = '', name = ''] = process.argv.slice(2);
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const { store, reason } = await openCredentialStore({
  configRoot,
  withoutKeychain: 'file',
  clock: systemClock,
  log: silentLog,
});
const key = {
  serverId: 'server-1',
  issuer: 'https://auth.example.com',
  resource: 'https://mcp.example.com/mcp',
  account: '',
};
const before = await store.read(key);
await store.write(key, {
  client: { source: 'registered', clientId: name, redirectUris: [] },
  tokens: { accessToken: `canary-${name}`, tokenType: 'Bearer', obtainedAt: 0 },
  savedAt: 1,
});
process.stdout.write(
  `${JSON.stringify({ backend: store.backend, reason, found: before?.client.clientId ?? null })}\n`,
);
process.exit(0);
