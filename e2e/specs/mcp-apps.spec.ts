import { text } from '../../shared/texts/catalogue.ts';
import { expect, test } from '../fixtures/index.ts';
import { hostileServer } from '../fixtures/stdio-servers.ts';

const words = text.bench;

test('an app sees its own call and reaches neither page, storage nor network [UI-44, UI-44.size, SE-13]', async ({
  pages,
  parley,
  window,
}) => {
  const { bench } = pages;
  const detail = await pages.addServer(hostileServer('Hostile', '--zoo=apps', '--era=legacy'));
  await expect(detail.state('connected')).toBeVisible();
  await bench.open();
  await bench.tool('app_curious');
  await bench.call();
  const frame = bench.result.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  const out = bench.result.frameLocator('iframe').locator('#out');
  await expect(out).toContainText('parent');
  expect(JSON.parse((await out.textContent()) ?? '')).toEqual({
    parent: 'refused',
    storage: 'refused',
    cookie: 'refused',
    fetch: 'refused',
  });
  await expect(out).toHaveAttribute('data-result', /"shown":true/);
  // The last height that it asks for and that is one: 1e9 and -1 came before.
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(120);
  expect(parley.takeRefusals().join()).toContain('connect-src');

  await test.step('its page is gone when another result is shown', async () => {
    const address = (await frame.getAttribute('src')) ?? '';
    expect(address).toMatch(/^parley-frame:/);
    await bench.tool('app_wrong_kind');
    await bench.call();
    await expect(bench.result.getByText(words.app.refused.kind)).toBeVisible();
    await expect(bench.result.locator('iframe')).toHaveCount(0);
    expect(await window.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
  });

  await test.step('an address that is no app’s is not opened', async () => {
    await bench.tool('app_foreign');
    await bench.call();
    await expect(bench.result.getByText(words.app.refused.address)).toBeVisible();
  });
});
