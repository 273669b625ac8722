import type { CreateModel } from './model-contract.ts';

/** Makes the model of a provider. Provider packages are loaded here, when they are used. */
export const createModel: CreateModel = async (options) => {
  switch (options.provider.kind) {
    case 'offline': {
      const { createOfflineModel } = await import('./offline/offline-model.ts');
      return createOfflineModel();
    }
    case 'anthropic':
    case 'openai-compatible': {
      const { createProviderModel } = await import('./provider-model.ts');
      return createProviderModel(options);
    }
  }
};
