import type { LocalModels } from '../../shared/ipc/routes/providers.ts';
import type { AnswerTools } from './model-answer.ts';
import { listModels } from './model-list.ts';

/** How long a service on this computer may take, in ms. */
export const LOCAL_LIMIT_MS = 3_000;

/** Services that people run on their computer, on the ports that they come with. */
const services = [
  { service: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { service: 'lm-studio', baseUrl: 'http://127.0.0.1:1234/v1' },
] as const;

/** Asks the usual services of this computer, and nobody else, for their models. Never rejects. */
export function findLocalModels(
  tools: AnswerTools,
  places: readonly Pick<LocalModels, 'service' | 'baseUrl'>[] = services,
): Promise<LocalModels[]> {
  return Promise.all(
    places.map(async ({ service, baseUrl }) => {
      const address = { kind: 'openai-compatible', baseUrl } as const;
      const listing = await listModels(address, tools, LOCAL_LIMIT_MS);
      return {
        service,
        baseUrl,
        ...(listing.ok
          ? { models: listing.models.map(({ id }) => id).slice(0, 200) }
          : { reason: listing.answer }),
      };
    }),
  );
}
