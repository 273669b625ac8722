import { redact } from '../lib/redact.ts';
import type { SendEvent } from '../ipc/events.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import { Attention } from '../sessions/attention.ts';
import { InboxHistory } from '../sessions/inbox-history.ts';
import type { SessionEvents } from '../sessions/session-service-contract.ts';
import { showBadge, showNotice } from './notices-of-system.ts';
import type { Stores } from './stores.ts';
import type { MainWindow } from './window/main-window.ts';

export interface OpenedAttention extends Disposable {
  readonly attention: Attention;
  readonly history: InboxHistory;
  /** The same events, noted on their way. */
  readonly noted: (events: SessionEvents) => SessionEvents;
  /** Told of the number of things that wait. */
  readonly onWaiting: (listener: (count: number) => void) => void;
}

/** What calls the person, and what was answered: told to the window, and to the system when the person looks elsewhere. */
export function openAttention({
  window,
  stores,
  send,
  clock,
}: {
  readonly window: MainWindow;
  readonly stores: Stores;
  readonly send: SendEvent;
  readonly clock: Clock;
}): OpenedAttention {
  const waiting: ((count: number) => void)[] = [];
  const history = new InboxHistory({
    clock,
    redact,
    onChange: (past) => {
      send('inbox.changed', { past: [...past] });
    },
  });
  const attention = new Attention({
    isSeen: () => !window.window.isDestroyed() && window.window.isFocused(),
    wants: () => stores.settings.get().notify ?? { waiting: true, turns: true },
    show: (notice) => {
      if (!window.window.isDestroyed()) window.window.flashFrame(true);
      return showNotice(notice, (target) => {
        window.focus();
        send('inbox.show', target);
      });
    },
    badge: (count) => {
      showBadge(window.window, count);
      for (const tell of waiting) tell(count);
    },
  });
  const onFocus = (): void => {
    window.window.flashFrame(false);
    attention.seen();
  };
  window.window.on('focus', onFocus);
  return {
    attention,
    history,
    onWaiting: (listener) => {
      waiting.push(listener);
    },
    noted: (events) => notedEvents(events, attention, history),
    dispose: () => {
      if (!window.window.isDestroyed()) window.window.off('focus', onFocus);
      attention.dispose();
    },
  };
}

function notedEvents(
  events: SessionEvents,
  attention: Attention,
  history: InboxHistory,
): SessionEvents {
  return {
    messages: (sessionId, sequence, messages) => {
      events.messages(sessionId, sequence, messages);
      history.heard(sessionId, messages);
      attention.heard(sessionId, messages);
    },
    changed: (sessions, removed) => {
      events.changed(sessions, removed);
      history.forget(removed);
    },
    prompts: (prompts) => {
      events.prompts(prompts);
      attention.prompts(prompts);
    },
  };
}
