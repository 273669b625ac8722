import type { CreateModel } from './model-contract.ts';

/** Makes the model of a provider. Provider packages are loaded here, when they are used. */
export const createModel: CreateModel = async (options) => {
  const { kind } = options.provider;
  switch (kind) {
    case 'offline': {
      const { createOfflineModel } = await import('./offline/offline-model.ts');
      return createOfflineModel();
    }
    default: {
      const { createProviderModel } = await import('./provider-model.ts');
      return createProviderModel(kind, options);
    }
  }
};
