import { OFFLINE_MODEL_ID } from '../../../../shared/agent/provider.ts';
import type { ModelRef, ProviderConfig, ProviderKind } from '../../../../shared/agent/provider.ts';
import type { PromptOptions } from './command-options.ts';
import { UsageError } from './command-errors.ts';

export interface ProviderChoice {
  readonly provider: ProviderConfig;
  readonly model: ModelRef;
  readonly apiKey: string | undefined;
  /** Variable that the key is taken from; undefined for a provider that needs none. */
  readonly keyVariable: string | undefined;
  /** Something that the person should know of the choice. */
  readonly notice: string | undefined;
}

const keyVariables: Readonly<Record<ProviderKind, string | undefined>> = {
  offline: undefined,
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GEMINI_API_KEY',
  'openai-compatible': 'OPENAI_API_KEY',
};
const defaultModels: Readonly<Record<ProviderKind, string | undefined>> = {
  offline: OFFLINE_MODEL_ID,
  anthropic: 'claude-sonnet-4-5',
  openai: undefined,
  google: undefined,
  'openai-compatible': undefined,
};

/** The provider that was asked for, else the first whose key is there, else the offline planner. Throws `UsageError` when a model must be named. */
export function chooseProvider(
  options: Pick<PromptOptions, 'provider' | 'model' | 'baseUrl'>,
  environment: Readonly<Record<string, string | undefined>>,
): ProviderChoice {
  const kind = options.provider ?? usualKind(environment);
  const model = options.model ?? defaultModels[kind];
  if (model === undefined) throw new UsageError(`The provider ${kind} needs --model.`);
  const variable = keyVariables[kind];
  return {
    provider: {
      id: kind,
      kind,
      label: kind,
      ...(options.baseUrl === undefined ? {} : { base_url: options.baseUrl }),
    },
    model: { provider_id: kind, id: model },
    keyVariable: variable,
    apiKey: variable === undefined ? undefined : environment[variable] || undefined,
    notice:
      options.provider === undefined && kind === 'offline'
        ? 'No provider was chosen and no key was found, so the offline planner is used. It plans by rules and is no language model.'
        : undefined,
  };
}

function usualKind(environment: Readonly<Record<string, string | undefined>>): ProviderKind {
  if (environment['ANTHROPIC_API_KEY']) return 'anthropic';
  if (environment['OPENAI_API_KEY']) return 'openai-compatible';
  return environment['GEMINI_API_KEY'] ? 'google' : 'offline';
}
