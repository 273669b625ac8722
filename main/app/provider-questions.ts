import type { ProviderQuestions } from '../ipc/handlers/providers.ts';
import type { Clock } from '../lib/clock.ts';
import { findLocalModels } from '../sessions/local-models.ts';
import type { AnswerTools } from '../sessions/model-answer.ts';
import { listModels } from '../sessions/model-list.ts';
import { testProvider } from '../sessions/provider-test.ts';

/** Asks providers over this process's network. The offline one has nothing to ask. */
export function providerQuestions(clock: Clock): ProviderQuestions {
  const tools = (signal: AbortSignal): AnswerTools => ({ fetch: globalThis.fetch, clock, signal });
  return {
    test: async ({ config, apiKey }, model, signal) => {
      const { kind, base_url: baseUrl } = config;
      if (kind === 'offline') {
        return {
          ok: true,
          answer: 'The offline model is built in and needs no network.',
          durationMs: 0,
        };
      }
      return testProvider({ kind, baseUrl, model, apiKey }, tools(signal));
    },
    listModels: async ({ config, apiKey }, signal) => {
      const { kind, base_url: baseUrl } = config;
      if (kind === 'offline')
        return { ok: false, answer: 'The offline model is built in and lists no others.' };
      return listModels({ kind, baseUrl, apiKey }, tools(signal));
    },
    findLocal: (signal) => findLocalModels(tools(signal)),
  };
}
