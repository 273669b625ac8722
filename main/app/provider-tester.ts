import type { TestProvider } from '../ipc/handlers/providers.ts';
import type { Clock } from '../lib/clock.ts';
import { testProvider } from '../sessions/provider-test.ts';

/** Tests a provider over Node's own network. The offline one has nothing to ask. */
export function providerTester(clock: Clock): TestProvider {
  return async ({ config, apiKey }, model, signal) => {
    if (config.kind === 'offline') {
      return {
        ok: true,
        answer: 'The offline model is built in and needs no network.',
        durationMs: 0,
      };
    }
    return testProvider(
      { kind: config.kind, baseUrl: config.base_url, model, apiKey },
      { fetch: globalThis.fetch, clock, signal },
    );
  };
}
