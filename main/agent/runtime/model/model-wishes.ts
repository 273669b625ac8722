import type { JSONValue, streamText } from 'ai';
import type { ModelSettings, ReasoningEffort } from '../../../../shared/agent/model-settings.ts';
import type { RemoteProviderKind } from '../../../../shared/agent/provider.ts';
import type { CreateModelOptions } from './model-contract.ts';
import { compatibleName } from './provider-messages.ts';

type ProviderOptions = Record<string, Record<string, JSONValue>>;
type Wishes = Pick<Parameters<typeof streamText>[0], 'temperature' | 'maxOutputTokens'> & {
  readonly providerOptions?: ProviderOptions;
};

/** Tokens to think with, for models that are told a number. */
const BUDGETS: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  low: 2_048,
  medium: 8_192,
  high: 24_576,
};

/** What the person said of the model, as the protocol of its provider says it. What they left open is not sent. */
export function modelWishes(kind: RemoteProviderKind, options: CreateModelOptions): Wishes {
  const { temperature, reasoningEffort, maxOutputTokens } = settingsOf(options);
  const ofKind = { ...always(kind), ...reasoning(kind, options.model, reasoningEffort) };
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(Object.keys(ofKind).length === 0
      ? {}
      : { providerOptions: { [kind === 'openai-compatible' ? compatibleName : kind]: ofKind } }),
  };
}

function settingsOf({ provider, model }: CreateModelOptions): ModelSettings {
  const all = provider.model_settings ?? {};
  return (Object.hasOwn(all, model) ? all[model] : undefined) ?? {};
}

/** Conversations are kept here and nowhere else; thoughts are shown where the service tells them. */
function always(kind: RemoteProviderKind): Record<string, JSONValue> {
  switch (kind) {
    case 'openai':
      return { store: false };
    case 'anthropic':
    case 'google':
    case 'openai-compatible':
      return {};
  }
}

function reasoning(
  kind: RemoteProviderKind,
  model: string,
  effort: ReasoningEffort | undefined,
): Record<string, JSONValue> {
  if (effort === undefined) return {};
  switch (kind) {
    case 'openai':
      return {
        reasoningEffort: effort,
        // Names that the package does not know are taken for models that do not think.
        ...(effort === 'none' ? {} : { reasoningSummary: 'auto', forceReasoning: true }),
      };
    case 'openai-compatible':
      return { reasoningEffort: effort };
    case 'google':
      return { thinkingConfig: googleThinking(model, effort) };
    case 'anthropic':
      if (effort === 'none') return { thinking: { type: 'disabled' } };
      return thinksByBudget(model)
        ? { thinking: { type: 'enabled', budgetTokens: BUDGETS[effort] } }
        : { thinking: { type: 'adaptive' }, effort };
  }
}

function googleThinking(model: string, effort: ReasoningEffort): Record<string, JSONValue> {
  if (/^gemini-2\.5/.test(model))
    return effort === 'none'
      ? { thinkingBudget: 0 }
      : { thinkingBudget: BUDGETS[effort], includeThoughts: true };
  return effort === 'none'
    ? { thinkingLevel: 'minimal' }
    : { thinkingLevel: effort, includeThoughts: true };
}

/** Claude up to 4.5 is told a number of tokens; later ones are told an effort. */
function thinksByBudget(model: string): boolean {
  return /claude-(3|(opus|sonnet|haiku)-4(-[015])?(-20\d{6})?$)/.test(model);
}
