import { expect, it } from 'vitest';
import { silentLog } from '../../lib/logger.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { startHarness } from '../../mcp/oauth/testing/oauth-harness.ts';
import { LinkRouter } from './link-router.ts';
import type { LinkReceivers } from './link-router.ts';

const install = (name: string): string => `parley://mcp/install?name=${name}`;
const callback = 'parley://oauth/callback?code=1&state=2';

function createDesk(change: Partial<LinkReceivers> = {}) {
  const clock = new ManualClock();
  const router = new LinkRouter({ clock, log: silentLog });
  const shown: string[] = [];
  const signIns: string[] = [];
  const unknown: string[] = [];
  let arrivals = 0;
  const receivers: LinkReceivers = {
    signIn: async (url) => {
      signIns.push(url);
    },
    install: { show: (url) => shown.push(url) },
    onArrival: () => (arrivals += 1),
    onUnknownSignIn: (reason) => unknown.push(reason),
    ...change,
  };
  return { clock, router, shown, signIns, unknown, receivers, arrivals: () => arrivals };
}

it('a link of a cold start waits for the window and is delivered once [UI-60.once, RE-40]', () => {
  const { router, shown, signIns, receivers, arrivals } = createDesk();
  router.openFrom(['/opt/parley', install('a')]);
  // The same click again, as open-url and as arguments of a second start.
  router.openFrom([install('a')]);
  router.openFrom(['/opt/parley', '--no-sandbox', install('a')]);
  router.openFrom(['/opt/parley', callback]);
  expect(shown).toEqual([]);
  router.connect(receivers);
  expect(shown).toEqual([install('a')]);
  expect(signIns).toEqual([callback]);
  expect(arrivals()).toBe(2);
});

it('a link that comes while the app runs is delivered at once, two clicks as two [UI-60.once]', () => {
  const { clock, router, shown, receivers } = createDesk();
  router.connect(receivers);
  router.openFrom(['/opt/parley', install('a')]);
  router.openFrom(['/opt/parley', install('a')]);
  expect(shown).toEqual([install('a')]);
  clock.advance(5_000);
  router.openFrom(['/opt/parley', install('a')]);
  expect(shown).toEqual([install('a'), install('a')]);
});

it('a start without a link delivers nothing [UI-60.once]', () => {
  const { router, shown, receivers, arrivals } = createDesk();
  router.connect(receivers);
  router.openFrom(['/opt/parley', '--no-sandbox', 'parley://unknown/thing']);
  expect(shown).toEqual([]);
  expect(arrivals()).toBe(0);
});

it('links before the window cannot pile up [UI-60.once]', () => {
  const { router, shown, receivers } = createDesk();
  for (let index = 0; index < 50; index += 1) router.openFrom([install(String(index))]);
  router.connect(receivers);
  expect(shown).toHaveLength(20);
});

it('finishes a sign-in once; wrong, replayed and expired answers are dropped and told [RE-40, OA-8]', async () => {
  const harness = await startHarness({ person: 'waits', deps: { redirect: 'protocol' } });
  const { clock, router, unknown, receivers } = createDesk({
    signIn: (url) => harness.engine.deliver(url),
  });
  router.connect(receivers);
  const told = (count: number) => expect.poll(() => unknown.length, { timeout: 5_000 }).toBe(count);
  try {
    const { authUrl = '', done } = await harness.auth.signIn();
    const answer = await harness.scripted.consent(authUrl);
    expect(answer).toMatch(/^parley:\/\/oauth\/callback\?/);
    router.openFrom(['/opt/parley', answer.replace(/state=[^&]+/, 'state=guess')]);
    await told(1);
    router.openFrom(['/opt/parley', answer]);
    await done;
    clock.advance(5_000);
    // The very same address again resolves like the first and exchanges nothing.
    router.openFrom(['/opt/parley', answer]);
    router.openFrom(['/opt/parley', answer.replace(/code=[^&]+/, 'code=other')]);
    await told(2);
    expect(harness.scripted.to('/token')).toHaveLength(1);

    const second = await harness.auth.signIn({ force: true });
    const late = await harness.scripted.consent(second.authUrl ?? '');
    harness.clock.advance(600_000);
    await expect(second.done).rejects.toThrow('in time');
    router.openFrom(['/opt/parley', late]);
    await expect.poll(() => harness.scripted.to('/token').length).toBe(1);
  } finally {
    await harness.close();
  }
});
