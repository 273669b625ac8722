import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Usage } from '../../../../shared/agent/messages.ts';
import type { ProviderConfig } from '../../../../shared/agent/provider.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';

/** When the prices below were looked up. Prices change; costs are estimates by this table. */
export const PRICES_OF = '2025-11';

/** Dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

const anthropicPrice = (input: number, output: number): Price => ({
  input,
  output,
  cacheRead: input * 0.1,
  cacheWrite: input * 1.25,
});
const openAiPrice = (input: number, output: number, cacheRead: number): Price => ({
  input,
  output,
  cacheRead,
  cacheWrite: input,
});

const ANTHROPIC: readonly (readonly [RegExp, Price])[] = [
  [/^claude-opus-4-5/, anthropicPrice(5, 25)],
  [/^claude-opus-4/, anthropicPrice(15, 75)],
  [/^claude-sonnet-4/, anthropicPrice(3, 15)],
  [/^claude-3-7-sonnet/, anthropicPrice(3, 15)],
  [/^claude-haiku-4-5/, anthropicPrice(1, 5)],
  [/^claude-3-5-haiku/, anthropicPrice(0.8, 4)],
];
const OPENAI: readonly (readonly [RegExp, Price])[] = [
  [/^gpt-5-nano/, openAiPrice(0.05, 0.4, 0.005)],
  [/^gpt-5-mini/, openAiPrice(0.25, 2, 0.025)],
  [/^gpt-5(?!-pro)(-|$)/, openAiPrice(1.25, 10, 0.125)],
  [/^gpt-4\.1-nano/, openAiPrice(0.1, 0.4, 0.025)],
  [/^gpt-4\.1-mini/, openAiPrice(0.4, 1.6, 0.1)],
  [/^gpt-4\.1/, openAiPrice(2, 8, 0.5)],
  [/^gpt-4o-mini/, openAiPrice(0.15, 0.6, 0.075)],
  [/^gpt-4o/, openAiPrice(2.5, 10, 1.25)],
  [/^o4-mini/, openAiPrice(1.1, 4.4, 0.275)],
  [/^o3(-20|$)/, openAiPrice(2, 8, 0.5)],
];

/** Prices that the person keeps, by the whole name of a model; they go before the table. */
export type OwnPrices = Readonly<Record<string, Price>>;

const dollars = z.number().nonnegative();
const pricesFile = z.record(
  z.string(),
  z
    .strictObject({
      input: dollars,
      output: dollars,
      cacheRead: dollars.optional(),
      cacheWrite: dollars.optional(),
    })
    .transform(({ input, output, cacheRead = input, cacheWrite = input }): Price => ({
      input,
      output,
      cacheRead,
      cacheWrite,
    })),
);

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

/**
 * The price of a model where it is known; undefined else. Offline costs nothing. A compatible service at another address than
 * OpenAI's own has prices of its own.
 */
export function priceOf(
  provider: ProviderConfig,
  model: string,
  own: OwnPrices = {},
): ModelPrice | undefined {
  if (provider.kind === 'offline') return { cost: () => 0 };
  const said = Object.hasOwn(own, model) ? own[model] : undefined;
  if (said) return { cost: (usage) => costOf(said, usage) };
  const table = provider.kind === 'anthropic' ? ANTHROPIC : isOpenAi(provider) ? OPENAI : [];
  const price = table.find(([pattern]) => pattern.test(model))?.[1];
  return price && { cost: (usage) => costOf(price, usage) };
}

function isOpenAi({ base_url: address }: ProviderConfig): boolean {
  return address === undefined || new URL(address).hostname === 'api.openai.com';
}

function costOf(price: Price, usage: Usage): number | null {
  if (usage.input_tokens === undefined && usage.output_tokens === undefined) return null;
  const millionths =
    (usage.input_tokens ?? 0) * price.input +
    (usage.output_tokens ?? 0) * price.output +
    (usage.cache_read_input_tokens ?? 0) * price.cacheRead +
    (usage.cache_creation_input_tokens ?? 0) * price.cacheWrite;
  return millionths / 1_000_000;
}
