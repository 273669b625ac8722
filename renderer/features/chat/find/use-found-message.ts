import { useEffect, useEffectEvent, useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { readableError } from '../../../lib/error-sentence.ts';
import type { FoundMessage } from '../../../lib/found-message.ts';
import { announce } from '../../../ui/announcer.tsx';
import type { ChatPager } from '../store/chat-pager.ts';
import { useHighlight } from './use-highlight.ts';

/** For so long what was found stands out, in ms. */
const MARK_MS = 6_000;

/** Brings a message into view that was found elsewhere, and marks it for a while. */
export function useFoundMessage(
  found: FoundMessage | undefined,
  pager: ChatPager,
  onShow: (itemId: string) => void,
) {
  const [itemId, setItemId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useHighlight(...(itemId === undefined ? [] : (found?.query.split(/\s+/) ?? [])));
  const show = useEffectEvent(async ({ messageUuid }: FoundMessage, isStale: () => boolean) => {
    const place = await pager.locate(messageUuid);
    if (isStale()) return;
    if (place === null) {
      setProblem(text.chat.foundGone);
      return;
    }
    setItemId(place.itemId);
    onShow(place.itemId);
    pager.showPlace(place);
    announce(text.chat.foundShown);
  });
  useEffect(() => {
    if (found === undefined) return undefined;
    let isStale = false;
    setProblem(undefined);
    show(found, () => isStale).catch((error: unknown) => {
      if (!isStale) setProblem(text.chat.foundFailed(readableError(error).sentence));
    });
    return () => {
      isStale = true;
    };
  }, [found]);
  useEffect(() => {
    if (itemId === undefined) return undefined;
    const timer = setTimeout(() => setItemId(undefined), MARK_MS);
    return () => clearTimeout(timer);
  }, [itemId, found]);
  return { itemId, problem, dismiss: () => setProblem(undefined) };
}
