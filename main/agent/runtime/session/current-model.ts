import type { ModelRef, ProviderConfig, ProviderKind } from '../../../../shared/agent/provider.ts';
import { SerialWork } from '../../../lib/serial-work.ts';
import type { ListedModel } from '../model/list-models.ts';
import type { CreateModel, Model } from '../model/model-contract.ts';

/** A model, where it is, and the key for that place. */
interface Choice {
  readonly provider: ProviderConfig;
  readonly ref: ModelRef;
  readonly key: string | undefined;
  readonly model: Model;
}

/** What came for a change of the model: a key, or the word that the provider needs none. */
export interface RenewedKey {
  readonly key: string | undefined;
}

/** The model of a session, which may change between requests. A key goes to the provider that it came for and to no other (RT-5). */
export class CurrentModel {
  readonly #createModel: CreateModel;
  #choice: Choice;
  readonly #changes = new SerialWork();

  private constructor(createModel: CreateModel, choice: Choice) {
    this.#createModel = createModel;
    this.#choice = choice;
  }

  /** Rejects when the model cannot be made, such as for a missing key (`MissingKeyError`). */
  static async create(
    createModel: CreateModel,
    provider: ProviderConfig,
    ref: ModelRef,
    key: string | undefined,
  ): Promise<CurrentModel> {
    const model = await createModel({ provider, model: ref.id, apiKey: key });
    return new CurrentModel(createModel, { provider, ref, key, model });
  }

  get ref(): ModelRef {
    return this.#choice.ref;
  }

  get provider(): ProviderConfig {
    return this.#choice.provider;
  }

  get kind(): ProviderKind {
    return this.#choice.provider.kind;
  }

  get model(): Model {
    return this.#choice.model;
  }

  /** What the service says that it has. Rejects with `ModelRequestError`. */
  async list(signal: AbortSignal): Promise<readonly ListedModel[]> {
    const { provider, key } = this.#choice;
    // Loaded when somebody asks, so that a start stays lean.
    const { listModels } = await import('../model/list-models.ts');
    return listModels({ provider, apiKey: key, signal });
  }

  /** Another model of the same service, with the same key. Rejects when it cannot be made. */
  named(id: string): Promise<Model> {
    const { provider, key } = this.#choice;
    return this.#createModel({ provider, model: id, apiKey: key });
  }

  /**
   * From the next request on. Without `renewed` the key stays where the provider is the same. Changes wait for each other.
   * Rejects and changes nothing when the model cannot be made.
   */
  change(provider: ProviderConfig, ref: ModelRef, renewed: RenewedKey | undefined): Promise<void> {
    return this.#changes.run(async () => {
      const { provider: before, key: known } = this.#choice;
      const kept = isSameService(before, provider) ? known : undefined;
      const key = renewed ? renewed.key : kept;
      const model = await this.#createModel({ provider, model: ref.id, apiKey: key });
      this.#choice = { provider, ref, key, model };
    });
  }
}

/** The id alone does not say where a key would go. */
function isSameService(left: ProviderConfig, right: ProviderConfig): boolean {
  return left.id === right.id && left.kind === right.kind && left.base_url === right.base_url;
}
