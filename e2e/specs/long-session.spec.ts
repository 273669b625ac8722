import { expect, test } from '../fixtures/index.ts';
import { writeLongSession } from '../fixtures/long-session.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { appPages } from '../pages/app-pages.ts';

const words = text.chat;

test('a long session opens with its newest messages, is read back by scrolling, and is searched whole [UI-15.pages, UI-15.find, UI-12.code]', async ({
  profile,
  start,
}) => {
  const { title } = await writeLongSession(profile, { messages: 2_000 });
  const launched = await start({ size: { width: 1280, height: 800 } });
  const { window } = launched;
  const { chat, shell } = appPages(launched);
  await shell.openSession(title);
  await expect(chat.answers.last()).toContainText('This is answer 499.');
  await expect(chat.answers.last()).toBeInViewport();
  // Only what is near the view is there.
  expect(await chat.conversation.locator('[data-row]').count()).toBeLessThan(40);

  await chat.conversation.hover();
  const oldest = async (): Promise<number> => {
    const [first = ''] = await chat.conversation.getByText(/This is answer/).allTextContents();
    return Number(/answer (\d+)/.exec(first)?.[1] ?? Infinity);
  };
  await expect
    .poll(async () => {
      await window.mouse.wheel(0, -5_000);
      return oldest();
    })
    .toBeLessThan(440);

  await window.keyboard.press('ControlOrMeta+f');
  const find = window.getByRole('searchbox', { name: words.find });
  const keyword = chat.conversation.locator('code span', { hasText: /^export$/ });
  await find.fill('This is answer 1.');
  await expect(window.locator('[data-found]')).toHaveText(words.findCount(1, 1, false));
  await expect(chat.conversation.getByText('This is answer 1.')).toBeInViewport();
  await expect(keyword.first()).toBeVisible();
  await find.press('Escape');

  await window.getByRole('button', { name: words.jumpToLatest }).click();
  await expect(chat.conversation.getByText('This is answer 499.')).toBeInViewport();

  // Found in the list of sessions: the session shows the message.
  const search = window.getByRole('searchbox', { name: text.sessions.searchLabel });
  await search.fill('answer 250');
  await shell.session('This is answer 250.').click();
  await expect(chat.conversation.locator('[data-marked]')).toContainText('This is answer 250.');
  await expect(chat.conversation.getByText('This is answer 250.')).toBeInViewport();
});

test('a diagram is drawn in a frame that has no origin, no network and no bridge [UI-12.diagram, SE-20]', async ({
  profile,
  start,
}) => {
  const { title } = await writeLongSession(profile, { messages: 36 });
  const launched = await start({ size: { width: 1280, height: 800 } });
  const { window } = launched;
  const { chat, shell } = appPages(launched);
  await shell.openSession(title);
  const frame = window.frameLocator('iframe[sandbox="allow-scripts"]');
  await expect(frame.locator('svg')).toBeVisible({ timeout: 30_000 });
  await expect(frame.locator('svg')).toContainText('Gateway');
  // It is as high as what is drawn, none of it cut off.
  await expect
    .poll(async () => {
      const drawn = await frame
        .locator('svg')
        .evaluate((svg) => svg.getBoundingClientRect().height);
      const room = await window
        .locator('iframe[sandbox="allow-scripts"]')
        .first()
        .evaluate((element) => element.getBoundingClientRect().height);
      return drawn > 20 ? Math.round(room - drawn) : NaN;
    })
    .toBe(0);
  const reach = await frame.locator('body').evaluate(async () => ({
    origin: globalThis.origin,
    hasBridge: 'parley' in globalThis,
    fetched: await fetch('parley-diagram://diagram/diagram.html').then(
      () => true,
      () => false,
    ),
  }));
  expect(reach).toEqual({ origin: 'null', hasBridge: false, fetched: false });
  // Code in a label is neither kept nor run.
  const place = window.locator('iframe[sandbox="allow-scripts"]').first();
  await place.evaluate((element) => {
    const code = '<img src=x onerror="globalThis.wasRun = true"><script>wasRun = true</script>';
    const source = `sequenceDiagram\n  Alice->>Bob: ${code} hello`;
    (element as HTMLIFrameElement).contentWindow?.postMessage({ source, isDark: false }, '*');
  });
  // The new one is drawn beside the old one, which it then replaces.
  await expect(frame.locator('body')).toContainText('Alice');
  await expect(frame.locator('svg')).toHaveCount(1);
  const left = await frame.locator('body').evaluate((body) => ({
    wasRun: 'wasRun' in globalThis,
    code: body.querySelectorAll('img, script, [onerror]').length,
  }));
  expect(left).toEqual({ wasRun: false, code: 0 });
  launched.takeRefusals();
  await expect(chat.conversation.locator('.katex').first()).toBeAttached();
});
