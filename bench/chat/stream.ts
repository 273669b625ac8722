import type { CDPSession, Page } from '@playwright/test';
import { writeLongSession } from '../../e2e/fixtures/long-session.ts';
import type { LaunchedApp } from '../../e2e/fixtures/launch.ts';
import { scriptSeconds, withApp } from './app.ts';

export interface StreamedInto {
  readonly messages: number;
  /** Milliseconds of the longest frame, and how many took over 50. */
  readonly longestFrameMs: number;
  readonly slowFrames: number;
  /** Milliseconds of scripting a delta, in the first and the last quarter of the answer. */
  readonly firstMs: number;
  readonly lastMs: number;
}

const TOKENS_A_SECOND = 400;
const SECONDS = 10;

/** PF-6: an answer of 400 tokens a second into a session of so many messages, from main's side of the bridge. */
export function measureStream(messages: number): Promise<StreamedInto> {
  return withApp(
    async (profile) => {
      await writeLongSession(profile, { messages, title: 'Streamed' });
    },
    async (app, devTools) => {
      await app.window.getByText('Streamed', { exact: true }).first().click();
      await app.window.locator('[data-region="transcript"] article').last().waitFor();
      return { messages, ...(await stream(app, devTools)) };
    },
  );
}

async function stream(
  { app, window }: LaunchedApp,
  devTools: CDPSession,
): Promise<Omit<StreamedInto, 'messages'>> {
  const sessionId = await window.evaluate(() => {
    const stored: unknown = JSON.parse(sessionStorage.getItem('parley.route') ?? '{}');
    return (stored as { sessionId: string }).sessionId;
  });
  await watchFrames(window);
  const sending = sendDeltas(app, sessionId);
  const quarter = (SECONDS / 4) * 1_000;
  const marks = [await scriptSeconds(devTools)];
  for (let part = 0; part < 4; part += 1) {
    await new Promise((resolve) => setTimeout(resolve, quarter));
    marks.push(await scriptSeconds(devTools));
  }
  await sending;
  const frames = await window.evaluate(
    () => (globalThis as unknown as { frames: number[] }).frames,
  );
  const perDelta = (part: number): number =>
    (((marks[part + 1] ?? 0) - (marks[part] ?? 0)) * 1_000) / (TOKENS_A_SECOND * (SECONDS / 4));
  return {
    longestFrameMs: Math.max(...frames.slice(2)),
    slowFrames: frames.slice(2).filter((ms) => ms > 50).length,
    firstMs: perDelta(0),
    lastMs: perDelta(3),
  };
}

/** Has the page note how long each of its frames takes. */
async function watchFrames(window: Page): Promise<void> {
  await window.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    let last = performance.now();
    const note = (now: number): void => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
}

/** Sends the deltas of one answer from main, as many a frame as are due. */
function sendDeltas(app: LaunchedApp['app'], sessionId: string): Promise<void> {
  return app.evaluate(
    async ({ webContents }, { id, perSecond, seconds }) => {
      const page = webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith('parley-app:'));
      const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      const words =
        'The list filters by `customer_id` and sorts by time.\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\n'.split(
          /(?<= )/,
        );
      const started = Date.now();
      let sent = 0;
      while (sent < perSecond * seconds) {
        await new Promise((resolve) => setTimeout(resolve, 16));
        const due = Math.min(perSecond * seconds, ((Date.now() - started) / 1_000) * perSecond);
        const batch = [];
        for (; sent < due; sent += 1)
          batch.push({
            type: 'stream_event',
            uuid: uuid(sent),
            session_id: id,
            parent_tool_use_id: null,
            event: {
              type: 'text_delta',
              message_uuid: uuid(999_999),
              index: 0,
              text: words[sent % words.length],
            },
          });
        if (batch.length > 0)
          page?.send('parley:event', 'sessions.messages', {
            batches: [{ sessionId: id, sequence: sent, messages: batch }],
          });
      }
    },
    { id: sessionId, perSecond: TOKENS_A_SECOND, seconds: SECONDS },
  );
}
