import { useEffect, useRef } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { announce } from '../../../ui/announcer.tsx';
import { useChatStore } from '../store/chat-context.tsx';
import { runtimeEndSentence } from './item-row.tsx';

/** Says to screen readers how a turn goes on: that it works, and at its end the answer, not each word of it. */
export function useTurnAnnouncements(): void {
  const { state } = useChatStore();
  const lastTurn = useRef(state.getState().transcript.turn);
  useEffect(
    () =>
      state.subscribe(({ transcript, phase }) => {
        if (phase !== 'ready' || transcript.turn === lastTurn.current) return;
        lastTurn.current = transcript.turn;
        if (transcript.turn === 'running') {
          announce(text.chat.working);
          return;
        }
        const last = transcript.items[transcript.order.at(-1) ?? ''];
        if (last?.kind === 'text') announce(last.text.slice(0, 500));
        else if (last?.kind === 'turn-end') {
          announce(
            [text.chat.turnEnds[last.result.subtype], ...last.result.errors]
              .join(' ')
              .slice(0, 500),
          );
        } else if (last?.kind === 'notice' && last.notice.subtype === 'runtime_exited') {
          announce(runtimeEndSentence(last.notice));
        }
      }),
    [state],
  );
}
