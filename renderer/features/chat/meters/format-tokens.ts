import type { SpentOf } from '../../../../shared/ipc/routes/composer.ts';
import { composerTexts as words } from '../../../../shared/texts/en/composer.ts';

/** `940`, `18.2k`, `102k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  const [value, unit] = tokens < 999_500 ? [tokens / 1_000, 'k'] : [tokens / 1_000_000, 'M'];
  return `${value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0)}${unit}`;
}

/** `$0.09`; of less than a cent as much as says something. */
export function formatDollars(dollars: number): string {
  if (dollars === 0 || dollars >= 0.01) return `$${dollars.toFixed(2)}`;
  return dollars < 0.0001 ? '<$0.0001' : `$${dollars.toFixed(4)}`;
}

/** What something took; what is not known is said so. */
export function formatSpent({ tokens, costUsd }: SpentOf): string {
  if (tokens === null && costUsd === null) return words.unknown;
  if (costUsd === null) return words.spentUnpriced(formatTokens(tokens ?? 0));
  const cost = formatDollars(costUsd);
  return tokens === null ? words.spentUncounted(cost) : words.spent(formatTokens(tokens), cost);
}

/** How much of the window is used, in percent; undefined when one of both is not known. */
export function percentOf(
  usage: { readonly total: number; readonly window: number | null } | null | undefined,
): number | undefined {
  if (!usage || usage.window === null || usage.window === 0) return undefined;
  return Math.min(100, Math.round((usage.total / usage.window) * 100));
}

export type FillTone = 'normal' | 'warning' | 'danger';

/** Amber from 75 percent, red from 90. */
export function toneOf(percent: number | undefined): FillTone {
  if (percent === undefined || percent < 75) return 'normal';
  return percent < 90 ? 'warning' : 'danger';
}
