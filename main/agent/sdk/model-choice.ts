import { z } from 'zod';
import type { CredentialPayload } from '../../../shared/agent/frames.ts';
import type { ControlPayload } from '../../lib/control-channel.ts';
import { SerialWork } from '../../lib/serial-work.ts';
import { InvalidOptionsError, issuesOf } from './errors.ts';
import { authOption, providerOption } from './option-schema.ts';
import type { ParsedOptions } from './option-schema.ts';
import type { AuthOption } from './options.ts';
import { chooseProvider, credentialPayloadOf, findKey } from './provider-choice.ts';
import type { Environment, ProviderChoice } from './provider-choice.ts';
import type { CredentialDelivery } from './transport.ts';

/** What a change needs of the runtime. */
export interface ModelRuntime {
  readonly deliver: (payload: CredentialPayload) => Promise<CredentialDelivery>;
  readonly ask: (payload: ControlPayload) => Promise<unknown>;
}

const changeArguments = z.strictObject({
  model: z.string().min(1).max(200),
  provider: providerOption.optional(),
  auth: authOption.optional(),
});
export type ModelChange = z.infer<typeof changeArguments>;

/** Throws `InvalidOptionsError`. */
export function parseModelChange(change: unknown): ModelChange {
  const parsed = changeArguments.safeParse(change);
  if (parsed.success) return parsed.data;
  throw new InvalidOptionsError(issuesOf(parsed.error));
}

/**
 * Provider, model and key of a session. What hands over credentials waits for each other: they cross beside the frames, and
 * a key must never meet the request of another change (RT-5).
 */
export class ModelChoice {
  readonly #options: ParsedOptions;
  readonly #environment: Environment;
  readonly #runtime: ModelRuntime;
  readonly #handovers = new SerialWork();
  #current: ProviderChoice;
  #auth: AuthOption | undefined;

  /** Throws `InvalidOptionsError` when a model must be named and is not. */
  constructor(options: ParsedOptions, environment: Environment, runtime: ModelRuntime) {
    this.#options = options;
    this.#environment = environment;
    this.#runtime = runtime;
    this.#auth = options.auth;
    this.#current = chooseProvider(options.provider, options.model, environment);
  }

  get current(): ProviderChoice {
    return this.#current;
  }

  /** Throws `CredentialsError`. */
  credentials(): CredentialPayload {
    return this.#payload(this.#current, this.#auth);
  }

  /** Hands the credentials over again; resolves to the file that holds them, if the side channel is files. */
  renew(): Promise<string | undefined> {
    return this.#handovers.run(async () => (await this.#runtime.deliver(this.credentials())).file);
  }

  /** From the next request on. Rejects and changes nothing when the runtime does not take it. */
  change(change: ModelChange): Promise<void> {
    return this.#handovers.run(() => this.#change(change));
  }

  async #change({ model, provider, auth }: ModelChange): Promise<void> {
    const next = provider
      ? chooseProvider(provider, model, this.#environment)
      : { provider: this.#current.provider, model: { ...this.#current.model, id: model } };
    const request = { subtype: 'set_model', model: next.model, provider: next.provider };
    const nextAuth = auth ?? (provider ? undefined : this.#auth);
    if (!provider && !auth) await this.#runtime.ask(request);
    else {
      const delivery = await this.#runtime.deliver(this.#payload(next, nextAuth));
      try {
        await this.#runtime.ask({
          ...request,
          ...(delivery.file === undefined ? {} : { credential_file: delivery.file }),
        });
      } finally {
        await delivery.dispose();
      }
    }
    this.#current = next;
    this.#auth = nextAuth;
  }

  #payload(choice: ProviderChoice, auth: AuthOption | undefined): CredentialPayload {
    const key = findKey(choice.provider, auth, this.#environment);
    return credentialPayloadOf(key, this.#options.servers);
  }
}
