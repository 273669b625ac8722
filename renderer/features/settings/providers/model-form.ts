import type { ModelSettings, ReasoningEffort } from '../../../../shared/agent/model-settings.ts';

/** What is typed about a model. An empty field says nothing. */
export interface ModelForm {
  readonly temperature: string;
  readonly effort: ReasoningEffort | 'default';
  readonly maxOutput: string;
  readonly contextWindow: string;
  readonly images: Takes;
  readonly pdf: Takes;
  readonly prices: Readonly<Record<PriceName, string>>;
}
export type Takes = 'default' | 'yes' | 'no';
export type PriceName = 'input' | 'output' | 'cacheRead' | 'cacheWrite';

export const priceNames: readonly PriceName[] = ['input', 'output', 'cacheRead', 'cacheWrite'];

export type NumberField = 'temperature' | 'maxOutput' | 'contextWindow' | PriceName;

export type ModelProblem =
  | { readonly field: NumberField; readonly code: 'number' | 'whole' }
  | {
      readonly field: NumberField;
      readonly code: 'range';
      readonly least: number;
      readonly most: number;
    }
  | { readonly field: 'input' | 'output'; readonly code: 'both-prices' };

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

const price: Bounds = { least: 0, most: 1_000_000, isWhole: false };
const bounds: Readonly<Record<NumberField, Bounds>> = {
  temperature: { least: 0, most: 2, isWhole: false },
  maxOutput: { least: 1, most: 10_000_000, isWhole: true },
  contextWindow: { least: 1_000, most: 100_000_000, isWhole: true },
  input: price,
  output: price,
  cacheRead: price,
  cacheWrite: price,
};

export function formFromSettings(settings: ModelSettings = {}): ModelForm {
  const { prices } = settings;
  return {
    temperature: shown(settings.temperature),
    effort: settings.reasoningEffort ?? 'default',
    maxOutput: shown(settings.maxOutputTokens),
    contextWindow: shown(settings.contextWindow),
    images: takes(settings.takesImages),
    pdf: takes(settings.takesPdf),
    prices: {
      input: shown(prices?.input),
      output: shown(prices?.output),
      cacheRead: shown(prices?.cacheRead),
      cacheWrite: shown(prices?.cacheWrite),
    },
  };
}

function shown(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function takes(value: boolean | undefined): Takes {
  if (value === undefined) return 'default';
  return value ? 'yes' : 'no';
}

/** Everything that keeps the form from being saved, in the order of the fields. */
export function modelProblems(form: ModelForm): readonly ModelProblem[] {
  const found = fieldsOf(form).flatMap(([field, typed]) => numberProblem(field, typed));
  const { input, output, cacheRead, cacheWrite } = form.prices;
  const isPriced = [input, output, cacheRead, cacheWrite].some((typed) => typed.trim() !== '');
  if (isPriced && input.trim() === '') found.push({ field: 'input', code: 'both-prices' });
  else if (isPriced && output.trim() === '') found.push({ field: 'output', code: 'both-prices' });
  return found;
}

function fieldsOf(form: ModelForm): [NumberField, string][] {
  const { temperature, maxOutput, contextWindow, prices } = form;
  return [
    ['temperature', temperature],
    ['maxOutput', maxOutput],
    ['contextWindow', contextWindow],
    ...priceNames.map((name): [NumberField, string] => [name, prices[name]]),
  ];
}

function numberProblem(field: NumberField, typed: string): ModelProblem[] {
  if (typed.trim() === '') return [];
  const value = numberIn(typed);
  const { least, most, isWhole } = bounds[field];
  if (!Number.isFinite(value)) return [{ field, code: 'number' }];
  if (value < least || value > most) return [{ field, code: 'range', least, most }];
  return isWhole && !Number.isInteger(value) ? [{ field, code: 'whole' }] : [];
}

/** Numbers may be grouped by commas, as they are shown elsewhere. */
function numberIn(typed: string): number {
  const plain = typed.trim().replaceAll(',', '').replaceAll(' ', '');
  return /^\d*\.?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}

/** What goes to main; only for a form without problems. */
export function settingsFromForm(form: ModelForm): ModelSettings {
  const value = (typed: string) => (typed.trim() === '' ? undefined : numberIn(typed));
  const input = value(form.prices.input);
  const output = value(form.prices.output);
  return given({
    temperature: value(form.temperature),
    reasoningEffort: form.effort === 'default' ? undefined : form.effort,
    maxOutputTokens: value(form.maxOutput),
    contextWindow: value(form.contextWindow),
    takesImages: form.images === 'default' ? undefined : form.images === 'yes',
    takesPdf: form.pdf === 'default' ? undefined : form.pdf === 'yes',
    prices:
      input === undefined || output === undefined
        ? undefined
        : given({
            input,
            output,
            cacheRead: value(form.prices.cacheRead),
            cacheWrite: value(form.prices.cacheWrite),
          }),
  });
}

/** Without what was left open. */
function given<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
