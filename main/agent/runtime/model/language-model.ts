import type { LanguageModel } from 'ai';
import { providerAddress } from '../../../../shared/agent/provider-address.ts';
import { needsKey } from '../../../../shared/agent/provider-address.ts';
import type { RemoteProviderKind } from '../../../../shared/agent/provider.ts';
import { MissingKeyError } from './model-contract.ts';
import type { CreateModelOptions } from './model-contract.ts';
import { providerFetch } from './provider-fetch.ts';
import { compatibleName } from './provider-messages.ts';

interface Access {
  readonly baseURL: string;
  /** Empty where there is none. */
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * The model of the package that speaks the protocol of its provider; packages are loaded here. The address is always given:
 * otherwise an environment variable could send the key elsewhere. Rejects with `MissingKeyError`.
 */
export async function loadLanguageModel(
  kind: RemoteProviderKind,
  options: CreateModelOptions,
): Promise<LanguageModel> {
  const { provider, apiKey = '', model } = options;
  if (apiKey === '' && (needsKey(kind) || provider.base_url === undefined)) {
    throw new MissingKeyError(
      `${provider.label} needs a key and none is stored. Enter one in the settings.`,
    );
  }
  const baseURL = providerAddress(kind, provider.base_url);
  return load(kind, model, { baseURL, apiKey, fetch: providerFetch(options) });
}

async function load(
  kind: RemoteProviderKind,
  model: string,
  access: Access,
): Promise<LanguageModel> {
  switch (kind) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...access })(model);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ ...access }).responses(model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ ...access })(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { apiKey, ...rest } = access;
      const key = apiKey === '' ? {} : { apiKey };
      return createOpenAICompatible({ name: compatibleName, includeUsage: true, ...rest, ...key })(
        model,
      );
    }
  }
}
