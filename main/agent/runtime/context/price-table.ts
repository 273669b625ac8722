import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Usage } from '../../../../shared/agent/messages.ts';
import { listedPrices } from '../../../../shared/agent/model-prices.ts';
import { modelPrices } from '../../../../shared/agent/model-settings.ts';
import type { ModelPrices } from '../../../../shared/agent/model-settings.ts';
import type { ProviderConfig } from '../../../../shared/agent/provider.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';

/** Prices that the person keeps, by the whole name of a model; they go before the table. */
export type OwnPrices = Readonly<Record<string, ModelPrices>>;

const pricesFile = z.record(z.string(), modelPrices);

/** Reads `prices.json` of the profile. One that cannot be used is told, and the table counts. */
export async function readOwnPrices(
  configRoot: string,
): Promise<{ readonly prices: OwnPrices; readonly problems: readonly string[] }> {
  const path = join(configRoot, 'prices.json');
  try {
    const parsed = pricesFile.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (parsed.success) return { prices: parsed.data, problems: [] };
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join('.') ?? '';
    return {
      prices: {},
      problems: [`The prices in ${path} are not used: ${place}: ${issue?.message ?? 'unusable'}.`],
    };
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')
      return { prices: {}, problems: [] };
    return { prices: {}, problems: [`The prices in ${path} are not used: ${messageOf(failure)}`] };
  }
}

/** Costs of one model. */
export interface ModelPrice {
  /** Dollars; null when the provider did not report what was used. */
  cost(usage: Usage): number | null;
}

/** The price of a model where it is known, undefined else: what the person said of it, then their file, then the table. Offline costs nothing. */
export function priceOf(
  provider: ProviderConfig,
  model: string,
  own: OwnPrices = {},
): ModelPrice | undefined {
  if (provider.kind === 'offline') return { cost: () => 0 };
  const price =
    valueAt(provider.model_settings, model)?.prices ??
    valueAt(own, model) ??
    listedPrices(provider.kind, provider.base_url, model);
  return price && { cost: (usage) => costOf(price, usage) };
}

function valueAt<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

function costOf(price: ModelPrices, usage: Usage): number | null {
  if (usage.input_tokens === undefined && usage.output_tokens === undefined) return null;
  const millionths =
    (usage.input_tokens ?? 0) * price.input +
    (usage.output_tokens ?? 0) * price.output +
    (usage.cache_read_input_tokens ?? 0) * (price.cacheRead ?? price.input) +
    (usage.cache_creation_input_tokens ?? 0) * (price.cacheWrite ?? price.input);
  return millionths / 1_000_000;
}
