import { ParleyError } from '../../shared/lib/errors.ts';
import type { SendEvent } from '../ipc/events.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import type { ServerQuestions } from '../mcp/hub/server-questions.ts';
import type { Attention } from '../sessions/attention.ts';
import { ElicitationDesk } from '../sessions/elicitation-desk.ts';
import { HookedQuestions } from '../sessions/hooked-questions.ts';
import { sampleModel } from '../sessions/sampling.ts';
import type { SessionService } from '../sessions/session-service-contract.ts';
import type { ConsentDesk } from './consent/consent-desk.ts';
import { openInBrowser } from './external-url.ts';
import type { Stores } from './stores.ts';

export interface QuestionContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly consent: ConsentDesk;
  readonly attention: Pick<Attention, 'questions'>;
  readonly send: SendEvent;
}

export interface OpenedQuestions extends Disposable {
  readonly desk: ElicitationDesk;
  /** The queue behind the hooks of sessions. */
  readonly questions: ServerQuestions;
  /** Whom the questions are about: made after the queue, because they ask through it. */
  serve(parts: { readonly hub: Hub; readonly sessions: SessionService }): void;
}

/** The queue of what servers ask people: told to the window, and to the system when the person looks elsewhere. */
export function openQuestions(context: QuestionContext): OpenedQuestions {
  const { clock, stores, consent, send } = context;
  let served: { readonly hub: Hub; readonly sessions: SessionService } | undefined;
  const desk = new ElicitationDesk({
    clock,
    sessions: () => served?.sessions.list() ?? [],
    defaultModel: () => stores.settings.get().defaultModel,
    reviewAddress: ({ serverId, serverName, message, url }, signal) => {
      const definition = served?.hub.list().find(({ id }) => id === serverId)?.definition;
      const isRemote = definition?.type === 'http' || definition?.type === 'sse';
      const serverUrl = isRemote ? definition.url : undefined;
      return consent.reviewServerAddress({ serverName, message, url, serverUrl }, signal);
    },
    openAddress: openInBrowser,
    askModel: async (model, prompt, signal) => {
      const provider = await stores.providers.resolve(model.provider_id);
      if (!provider)
        throw new ParleyError('provider.not-found', 'The provider of this model was removed.');
      return sampleModel(provider, model.id, prompt, signal, { fetch: globalThis.fetch, clock });
    },
    onChange: (questions) => {
      send('elicitations.changed', { questions: [...questions] });
      context.attention.questions(questions);
    },
  });
  return {
    desk,
    questions: new HookedQuestions(desk, {
      clock,
      log: context.log,
      askHooks: async (question, signal) => served?.sessions.questionHooks(question, signal),
    }),
    serve: (parts) => {
      served = parts;
    },
    dispose: () => {
      desk.dispose();
    },
  };
}
