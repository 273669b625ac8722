import type { ModelRef, ProviderConfig } from '../../../../shared/agent/provider.ts';
import type { CreateModel, Model } from '../model/model-contract.ts';

/** The model of a session, which may change between requests. */
export class CurrentModel {
  readonly #createModel: CreateModel;
  readonly #keyOf: (provider: ProviderConfig) => string | undefined;
  #model: Promise<Model>;
  #ref: ModelRef;

  private constructor(
    createModel: CreateModel,
    keyOf: (provider: ProviderConfig) => string | undefined,
    model: Model,
    ref: ModelRef,
  ) {
    this.#createModel = createModel;
    this.#keyOf = keyOf;
    this.#model = Promise.resolve(model);
    this.#ref = ref;
  }

  /** Rejects when the model cannot be made, such as for a missing key (`MissingKeyError`). */
  static async create(
    createModel: CreateModel,
    keyOf: (provider: ProviderConfig) => string | undefined,
    provider: ProviderConfig,
    ref: ModelRef,
  ): Promise<CurrentModel> {
    const model = await createModel({ provider, model: ref.id, apiKey: keyOf(provider) });
    return new CurrentModel(createModel, keyOf, model, ref);
  }

  get ref(): ModelRef {
    return this.#ref;
  }

  get(): Promise<Model> {
    return this.#model;
  }

  /** From the next request on. Rejects and changes nothing when the model cannot be made. */
  async change(provider: ProviderConfig, ref: ModelRef): Promise<void> {
    const model = await this.#createModel({
      provider,
      model: ref.id,
      apiKey: this.#keyOf(provider),
    });
    this.#model = Promise.resolve(model);
    this.#ref = ref;
  }
}
