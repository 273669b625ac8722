import { describe, expect, it } from 'vitest';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import { ConsentDesk } from './consent-desk.ts';

interface Shown {
  readonly request: ConsentRequest;
  readonly signal: AbortSignal;
  readonly answer: (isAccepted: boolean) => void;
}

function scripted() {
  const shown: Shown[] = [];
  const desk = new ConsentDesk(
    (request, signal) =>
      new Promise((resolve, reject) => {
        shown.push({ request, signal, answer: resolve });
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      }),
  );
  return { desk, shown };
}
const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const urlOf = (shown: Shown | undefined): string =>
  shown?.request.kind === 'open-link' ? shown.request.url.text : '';

describe('the desk for questions', () => {
  it('gives the answer of the person', async () => {
    const { desk, shown } = scripted();
    const [yes, no] = [
      desk.reviewLink('https://a.example/', never),
      desk.reviewLink('https://b.example/', never),
    ];
    await settled();
    shown[0]?.answer(true);
    await expect(yes).resolves.toBe(true);
    await settled();
    shown[1]?.answer(false);
    await expect(no).resolves.toBe(false);
  });

  it('shows one question at a time, in order [SE-5.one-question]', async () => {
    const { desk, shown } = scripted();
    const first = desk.reviewLink('https://a.example/', never);
    const second = desk.reviewLink('https://b.example/', never);
    await settled();
    expect(shown.map(urlOf)).toEqual(['https://a.example/']);
    shown[0]?.answer(true);
    await first;
    await settled();
    expect(shown.map(urlOf)).toEqual(['https://a.example/', 'https://b.example/']);
    shown[1]?.answer(false);
    await second;
  });

  it('refuses more than it can queue', async () => {
    const { desk } = scripted();
    const waiting = Array.from({ length: 4 }, () => desk.reviewLink('https://a.example/', never));
    await expect(desk.reviewLink('https://b.example/', never)).rejects.toMatchObject({
      code: 'consent.busy',
    });
    desk.dispose();
    for (const result of await Promise.allSettled(waiting)) expect(result.status).toBe('rejected');
  });

  it('withdraws a question whose page went away, shown or waiting, and goes on with the next', async () => {
    const { desk, shown } = scripted();
    const [page, other] = [new AbortController(), new AbortController()];
    const open = desk.reviewLink('https://a.example/', page.signal);
    const waiting = desk.reviewLink('https://b.example/', page.signal);
    const next = desk.reviewLink('https://c.example/', other.signal);
    const ends = Promise.allSettled([open, waiting]);
    await settled();
    page.abort(new Error('The page was loaded again.'));
    expect((await ends).map((end) => end.status)).toEqual(['rejected', 'rejected']);
    await settled();
    expect(shown.map(urlOf)).toEqual(['https://a.example/', 'https://c.example/']);
    shown[1]?.answer(true);
    await expect(next).resolves.toBe(true);
  });

  it('never shows what was withdrawn before its turn', async () => {
    const { desk, shown } = scripted();
    await expect(
      desk.reviewLink('https://a.example/', AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone');
    expect(shown).toEqual([]);
  });
});
