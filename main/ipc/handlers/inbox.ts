import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { inboxCalls } from '../../../shared/ipc/routes/inbox.ts';
import type { InboxHistory } from '../../sessions/inbox-history.ts';
import type { Caller } from '../caller.ts';

/** Handlers of `inbox.*`. */
export function inboxHandlers(
  history: Pick<InboxHistory, 'past' | 'dismiss'>,
): Handlers<typeof inboxCalls, Caller> {
  return {
    'inbox.list': () => ({ past: [...history.past] }),
    'inbox.dismiss': ({ id }) => {
      history.dismiss(id);
    },
  };
}
