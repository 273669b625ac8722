import type { ModelPrices } from './model-settings.ts';
import type { ProviderKind } from './provider.ts';

/** When the prices below were looked up. Prices change; costs are estimates by this table. */
export const PRICES_OF = '2025-11';

type Prices = Required<ModelPrices>;
type Table = readonly (readonly [RegExp, Prices])[];

const anthropicPrice = (input: number, output: number): Prices => ({
  input,
  output,
  cacheRead: input * 0.1,
  cacheWrite: input * 1.25,
});
/** Services that ask nothing more for what they keep than for what they read. */
const plainPrice = (input: number, output: number, cacheRead: number): Prices => ({
  input,
  output,
  cacheRead,
  cacheWrite: input,
});

const ANTHROPIC: Table = [
  [/^claude-opus-4-5/, anthropicPrice(5, 25)],
  [/^claude-opus-4/, anthropicPrice(15, 75)],
  [/^claude-sonnet-4/, anthropicPrice(3, 15)],
  [/^claude-3-7-sonnet/, anthropicPrice(3, 15)],
  [/^claude-haiku-4-5/, anthropicPrice(1, 5)],
  [/^claude-3-5-haiku/, anthropicPrice(0.8, 4)],
];
const OPENAI: Table = [
  [/^gpt-5-nano/, plainPrice(0.05, 0.4, 0.005)],
  [/^gpt-5-mini/, plainPrice(0.25, 2, 0.025)],
  [/^gpt-5(?!-pro)(-|$)/, plainPrice(1.25, 10, 0.125)],
  [/^gpt-4\.1-nano/, plainPrice(0.1, 0.4, 0.025)],
  [/^gpt-4\.1-mini/, plainPrice(0.4, 1.6, 0.1)],
  [/^gpt-4\.1/, plainPrice(2, 8, 0.5)],
  [/^gpt-4o-mini/, plainPrice(0.15, 0.6, 0.075)],
  [/^gpt-4o/, plainPrice(2.5, 10, 1.25)],
  [/^o4-mini/, plainPrice(1.1, 4.4, 0.275)],
  [/^o3(-20|$)/, plainPrice(2, 8, 0.5)],
];
/** Of requests of up to 200,000 tokens; longer ones cost more. */
const GOOGLE: Table = [
  [/^gemini-3-pro/, plainPrice(2, 12, 0.2)],
  [/^gemini-2\.5-pro/, plainPrice(1.25, 10, 0.125)],
  [/^gemini-2\.5-flash-lite/, plainPrice(0.1, 0.4, 0.01)],
  [/^gemini-2\.5-flash(?!-image|-native|-preview-tts)/, plainPrice(0.3, 2.5, 0.03)],
  [/^gemini-2\.0-flash-lite/, plainPrice(0.075, 0.3, 0.075)],
  [/^gemini-2\.0-flash/, plainPrice(0.1, 0.4, 0.025)],
];

const OPENAI_HOST = 'api.openai.com';
const tables: Readonly<
  Record<ProviderKind, { readonly table: Table; readonly host?: string } | undefined>
> = {
  offline: undefined,
  anthropic: { table: ANTHROPIC },
  openai: { table: OPENAI, host: OPENAI_HOST },
  google: { table: GOOGLE, host: 'generativelanguage.googleapis.com' },
  'openai-compatible': { table: OPENAI, host: OPENAI_HOST },
};

/** Prices of the table; undefined when they are not known. A service at an address of its own has prices of its own. */
export function listedPrices(
  kind: ProviderKind,
  baseUrl: string | undefined,
  model: string,
): Prices | undefined {
  const known = tables[kind];
  if (!known) return undefined;
  const host = /^https?:\/\/([^/:?#]+)/i.exec(baseUrl ?? '')?.[1];
  if (known.host !== undefined && baseUrl !== undefined && host?.toLowerCase() !== known.host)
    return undefined;
  return known.table.find(([pattern]) => pattern.test(model))?.[1];
}
