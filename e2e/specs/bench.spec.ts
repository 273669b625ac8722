import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bench as benchTexts } from '../../shared/texts/en/bench.ts';
import { callApp } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { hostileServer } from '../fixtures/stdio-servers.ts';
import { appPages } from '../pages/app-pages.ts';

const words = benchTexts;

test('a person calls tools, reads, prompts and watches the wire by hand [UI-38, UI-37.view, SE-5.bench]', async ({
  pages,
  parley,
  window,
  profile,
  start,
}) => {
  test.setTimeout(120_000);
  const { bench } = pages;
  const detail = await pages.addServer(
    hostileServer('Hostile', '--zoo=schemas,contents', '--era=legacy'),
  );
  await expect(detail.state('connected')).toBeVisible();
  await bench.open();

  const form = await bench.tool('schema_refs');
  await form.getByLabel('text', { exact: true }).fill('slow orders');
  await form.getByLabel('limit', { exact: true }).fill('50');
  await bench.call();
  await expect(bench.result).toContainText('{"query_model":{"text":"slow orders","limit":50}}');

  await test.step('what does not fit is shown and marked', async () => {
    await bench.tool('output_differs');
    await bench.call();
    const place = bench.result.locator('[data-path="/orders/1/total"]');
    await expect(place).toContainText('"64.00"');
    await expect(place).toContainText(words.result.expected(['number']));
  });

  await test.step('a call is saved with what was typed', async () => {
    await bench.tool('schema_refs');
    await window.getByRole('button', { name: words.tools.saveCall }).click();
    const dialog = window.getByRole('dialog');
    await dialog.getByLabel(words.save.name).fill('Slow ones');
    await dialog.getByRole('button', { name: words.save.save }).click();
    await expect(bench.list.locator('[data-saved="Slow ones"]')).toBeVisible();
  });

  await test.step('a page cannot call a tool by itself', async () => {
    // Longer than the moment in which a click counts.
    const [server] = await window.evaluate(async () => {
      const bridge = (
        globalThis as unknown as { parley: { call(route: string): Promise<unknown> } }
      ).parley;
      const reply = (await bridge.call('servers.list')) as {
        value: { servers: { id: string; name: string }[] };
      };
      return reply.value.servers.filter(({ name }) => name === 'Hostile');
    });
    const call = () =>
      callApp(window, 'bench.start', {
        serverId: server?.id,
        request: { kind: 'tool', name: 'echo', arguments: {} },
        timeoutMs: 60_000,
      });
    await expect
      .poll(async () => {
        const reply = await call();
        return reply.ok ? 'sent' : reply.error.code;
      })
      .toBe('bench.no-gesture');
  });

  await test.step('a resource is read, and read again as it changes', async () => {
    await bench.view('resources');
    await window.locator('[data-item="note://work/1"]').click();
    await window.getByRole('button', { name: words.resources.read, exact: true }).click();
    await expect(window.getByRole('heading', { name: 'work 1' })).toBeVisible();
    await window.getByRole('switch', { name: words.resources.watch }).click();
    await expect(window.getByRole('switch', { name: words.resources.watch })).toBeChecked();
    await bench.view('tools');
    await bench.tool('touch');
    await bench.call();
    await bench.view('resources');
    await expect(window.getByRole('heading', { name: 'work 1' })).toBeVisible();
    await window.getByRole('button', { name: words.resources.readAgain }).click();
    await expect(window.getByRole('heading', { name: 'work 1 version 2' })).toBeVisible();
  });

  await test.step('a prompt is completed and filled', async () => {
    await bench.view('prompts');
    await window.locator('[data-item="greet"]').click();
    await window.getByRole('combobox', { name: 'name' }).fill('gr');
    await window.getByRole('option', { name: 'Grace' }).click();
    await window.getByRole('button', { name: words.prompts.get }).click();
    await expect(window.getByText('Greet Grace.')).toBeVisible();
  });

  await test.step('the wire shows each answer with its request, without secrets', async () => {
    await bench.view('tools');
    const echo = await bench.tool('echo');
    await echo.getByRole('tab', { name: words.tools.modes.json }).click();
    await echo
      .getByLabel(words.tools.json)
      .fill('{"text": "seen", "api_key": "sk-canary-0123456789abcdef"}');
    await bench.call();
    await bench.view('traffic');
    const message = bench.messages('tools/call echo').last();
    await expect(message).toContainText(words.traffic.outcomes.answered);
    await message.click();
    const pair = window.getByRole('region', { name: 'tools/call' });
    await expect(pair).toContainText('"seen"');
    await expect(pair.locator('[data-redacted]').first()).toBeVisible();
    await expect(pair).not.toContainText('canary');
    const path = join(profile, 'exported.jsonl');
    await parley.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, path);
    await window.getByRole('button', { name: words.traffic.export }).click();
    await expect
      .poll(() => readFile(path, 'utf8').catch(() => ''), { message: 'the file is written' })
      .toContain('"method":"tools/call"');
    expect(await readFile(path, 'utf8')).not.toContain('canary');
  });

  await test.step('after a restart the saved call runs again', async () => {
    await parley.quit();
    const again = await start();
    const { bench: next, servers, shell } = appPages(again);
    await shell.openServers();
    await servers.select('Hostile');
    await expect(servers.detail('Hostile').state('connected')).toBeVisible();
    await next.open();
    await next.list.locator('[data-saved="Slow ones"]').click();
    await expect(again.window.getByLabel('limit', { exact: true })).toHaveValue('50');
    await again.window.getByLabel('limit', { exact: true }).press('ControlOrMeta+Enter');
    await expect(next.result).toContainText('"text":"slow orders","limit":50');
  });
});
