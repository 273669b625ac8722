import { describe, expect, it } from 'vitest';
import { createIpc } from '../../../lib/ipc.ts';
import { scriptBridge } from '../../../testing/scripted-bridge.tsx';
import { id, sessionId, snapshotOf, userSays } from '../testing/messages.ts';
import { createChatPager } from './chat-pager.ts';
import { createChatStore } from './chat-store.ts';
import { MOST_PAGES } from './loaded-pages.ts';

/** A session of one message a page: page n is message n and lies at n. The snapshot begins at `end`. */
function pagedChat(end: number) {
  const page = (n: number) => ({
    messages: [userSays(n, `message ${String(n)}`)],
    ...(n > 1 ? { earlier: n } : {}),
    later: n + 1,
  });
  const bridge = scriptBridge({
    'sessions.page': ({ at }: { at: { before?: number; after?: number; around?: number } }) =>
      page(at.before === undefined ? (at.after ?? at.around ?? 0) : at.before - 1),
  });
  const chat = createChatStore();
  chat.reset({ ...snapshotOf([userSays(end, 'newest')]), earlier: end });
  return { bridge, chat, pager: createChatPager(createIpc(bridge), sessionId, chat) };
}

describe('pages of a conversation', () => {
  it('come before the newest messages, which stay [UI-15.pages]', async () => {
    const { chat, pager } = pagedChat(5);
    await pager.loadEarlier();
    await pager.loadEarlier();
    const { older, transcript } = chat.state.getState();
    expect(older.order).toEqual([id(3), id(4)]);
    expect(older.gap).toBeUndefined();
    expect(transcript.order).toEqual([id(5)]);
  });

  it('are loaded once, however often they are wanted meanwhile, and end at the begin', async () => {
    const { bridge, chat, pager } = pagedChat(3);
    await Promise.all([pager.loadEarlier(), pager.loadEarlier()]);
    expect(bridge.inputs('sessions.page')).toHaveLength(1);
    await pager.loadEarlier();
    await pager.loadEarlier();
    expect(bridge.inputs('sessions.page')).toHaveLength(2);
    expect(chat.state.getState().older.order).toEqual([id(1), id(2)]);
  });

  it('are let go at the other end when they are too many, and come back [UI-15.pages]', async () => {
    const { chat, pager } = pagedChat(40);
    for (let n = 0; n < MOST_PAGES + 3; n += 1) await pager.loadEarlier();
    const { older } = chat.state.getState();
    expect(older.pages).toHaveLength(MOST_PAGES);
    expect(older.gap).toBe(37);
    await pager.loadLater();
    expect(chat.state.getState().older.order.at(-1)).toBe(id(37));
    pager.showLatest();
    expect(chat.state.getState().older.pages).toEqual([]);
  });

  it('can be those around a place, until they meet the newest messages [UI-15.find]', async () => {
    const { chat, pager } = pagedChat(12);
    await pager.showAround(9);
    expect(chat.state.getState().older).toMatchObject({ order: [id(9)], gap: 10, earlier: 9 });
    await pager.loadLater();
    await pager.loadLater();
    expect(chat.state.getState().older.gap).toBeUndefined();
    await pager.loadLater();
    expect(chat.state.getState().older.order).toEqual([id(9), id(10), id(11)]);
  });

  it('survive that the newest messages are read again [RE-12.renderer]', async () => {
    const { chat, pager } = pagedChat(5);
    await pager.loadEarlier();
    chat.reset({ ...snapshotOf([userSays(5, 'newest'), userSays(6, 'more')]), earlier: 5 });
    expect(chat.state.getState().older.order).toEqual([id(4)]);
    chat.reset({ ...snapshotOf([userSays(6, 'more')]), earlier: 6 });
    expect(chat.state.getState().older.order).toEqual([]);
  });
});
