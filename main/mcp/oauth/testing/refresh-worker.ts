import { systemClock } from '../../../lib/clock.ts';
import { silentLog } from '../../../lib/logger.ts';
import { openCredentialStore } from '../open-credential-store.ts';
import { createOAuthEngine } from '../oauth-engine.ts';

/** A program of its own that calls an MCP server with the sign-ins of a profile. Prints the status of each call. */
const [configRoot = '', mcpUrl = '', calls = '1'] = process.argv.slice(2);
const { store } = await openCredentialStore({
  configRoot,
  withoutKeychain: 'file',
  keychain: null,
  clock: systemClock,
  log: silentLog,
});
const engine = createOAuthEngine({
  store,
  clock: systemClock,
  log: silentLog,
  description: { clientName: 'Parley' },
  redirect: 'loopback',
  openUrl: () => Promise.reject(new Error('no browser here')),
});
const auth = engine.forServer({ serverId: 'server-1', serverUrl: mcpUrl });
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const answers = await Promise.all(
  Array.from({ length: Number(calls) }, async () => {
    const answer = await auth.fetch(fetch)(mcpUrl, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    return answer.status;
  }),
);
process.stdout.write(`${answers.join(' ')}\n`);
await engine.dispose();
process.exit(0);
