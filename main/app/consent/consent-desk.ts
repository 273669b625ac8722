import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import type { ProviderDraft, ProviderState } from '../../../shared/ipc/routes/providers.ts';
import type { NetworkSettings } from '../../../shared/lib/network-settings.ts';
import { ParleyError } from '../../../shared/lib/errors.ts';
import type { ConsentGate } from '../../mcp/hub/hub-contract.ts';
import type { SignInPage } from '../../mcp/hub/sign-in-contract.ts';
import type { AdditionsQuestion } from '../../mcp/config/setup/additions-question.ts';
import type { Disposable } from '../../lib/disposable.ts';
import { appCallRequest, appNetworkRequest } from './app-questions.ts';
import type { AppCallQuestion, AppNetworkQuestion } from './app-questions.ts';
import { additionsRequest } from './additions-request.ts';
import { backupRequest, deletionRequest } from './data-questions.ts';
import type { BackupQuestion, DeletionQuestion } from './data-questions.ts';
import { providerRequest } from './provider-question.ts';
import { folderRequest } from './folder-question.ts';
import { serverAddressRequest } from './server-address.ts';
import type { ServerAddress } from './server-address.ts';
import {
  imageRequest,
  linkRequest,
  networkRequest,
  serverRequest,
  signInRequest,
} from './consent-questions.ts';

/** Most questions that may wait behind the open one. */
const MAX_WAITING = 3;

/** Shows one question and resolves to the person's answer. Closes and rejects when `signal` aborts. */
export type PresentQuestion = (request: ConsentRequest, signal: AbortSignal) => Promise<boolean>;

/** Puts questions to the person one at a time, in the order they came. Disposing it cancels all. */
export class ConsentDesk implements ConsentGate, Disposable {
  readonly #present: PresentQuestion;
  readonly #closing = new AbortController();
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(present: PresentQuestion) {
    this.#present = present;
  }

  reviewServer: ConsentGate['reviewServer'] = async (question, signal) =>
    this.#ask(serverRequest(question), signal);

  /** The same for servers that are stored turned off, or for an edited file of servers. */
  async reviewAdditions(question: AdditionsQuestion, signal: AbortSignal): Promise<boolean> {
    return this.#ask(additionsRequest(question), signal);
  }

  /** The same for another way to the network. */
  async reviewNetwork(
    network: NetworkSettings,
    authorities: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.#ask(networkRequest(network, authorities), signal);
  }

  /** The same for where conversations go. */
  async reviewProvider(
    draft: ProviderDraft,
    previous: ProviderState | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.#ask(providerRequest(draft, previous), signal);
  }

  /** The same for a link that has passed the URL gate. */
  async reviewLink(url: string, signal: AbortSignal): Promise<boolean> {
    return this.#ask(linkRequest(url), signal);
  }

  /** The same for a backup that is to be restored. */
  async reviewBackup(question: BackupQuestion, signal: AbortSignal): Promise<boolean> {
    return this.#ask(backupRequest(question), signal);
  }

  /** The same for what is deleted for good. */
  async reviewDeletion(question: DeletionQuestion, signal: AbortSignal): Promise<boolean> {
    return this.#ask(deletionRequest(question), signal);
  }

  /** The same for the first image of a host in a session; its address has passed the URL gate. */
  async reviewImage(url: string, signal: AbortSignal): Promise<boolean> {
    return this.#ask(imageRequest(url), signal);
  }

  /** The same for what a folder brings. */
  async reviewFolder(
    question: Parameters<typeof folderRequest>[0],
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.#ask(folderRequest(question), signal);
  }

  /** The same for the page of a sign-in. */
  async reviewSignIn(page: SignInPage, signal: AbortSignal): Promise<boolean> {
    return this.#ask(signInRequest(page), signal);
  }

  /** The same for an address that a server asks for. Rejects with `AddressDismissed` when the person closed it without an answer. */
  async reviewServerAddress(address: ServerAddress, signal: AbortSignal): Promise<boolean> {
    return this.#ask(serverAddressRequest(address), signal);
  }

  /** The same for a call that an app wants made where there is no conversation. */
  async reviewAppCall(question: AppCallQuestion, signal: AbortSignal): Promise<boolean> {
    return this.#ask(appCallRequest(question), signal);
  }

  /** The same for what an app wants to reach on this computer. */
  async reviewAppNetwork(question: AppNetworkQuestion, signal: AbortSignal): Promise<boolean> {
    return this.#ask(appNetworkRequest(question), signal);
  }

  dispose(): void {
    this.#closing.abort(new Error('The app is closing.'));
  }

  async #ask(request: ConsentRequest, signal: AbortSignal): Promise<boolean> {
    if (this.#waiting > MAX_WAITING) {
      throw new ParleyError(
        'consent.busy',
        'Other questions wait for an answer; answer them first.',
        {
          retryable: true,
        },
      );
    }
    const either = AbortSignal.any([signal, this.#closing.signal]);
    this.#waiting += 1;
    const answer = this.#last.then(() => {
      either.throwIfAborted();
      return this.#present(request, either);
    });
    this.#last = answer.catch(() => undefined);
    try {
      // A question that is withdrawn while it waits does not wait for the ones before it.
      return await Promise.race([answer, rejectionOf(either)]);
    } finally {
      this.#waiting -= 1;
    }
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => {
      reject(
        signal.reason instanceof Error ? signal.reason : new Error('The question was withdrawn.'),
      );
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
