import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callApp, callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { hostileServer, scriptedServer } from '../fixtures/stdio-servers.ts';
import { appPages } from '../pages/app-pages.ts';

const inputSchema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
};

test('what is allowed always holds after a restart, for that tool alone; edited arguments are what is sent; a tool that is off is not offered [UI-34.always, SE-40.edited, SE-5]', async ({
  start,
  profile,
}) => {
  const file = join(profile, 'tools.json');
  const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema });
  await writeFile(file, JSON.stringify([tool('store_text'), tool('fetch_text')]));
  const first = await start();
  const before = appPages(first);
  const server = await before.addServer(scriptedServer('Scripted', `--tools=${file}`));
  await expect(server.state('connected')).toBeVisible();

  await test.step('always', async () => {
    await before.shell.openStart();
    await before.chat.send('Use store_text with text="one"');
    await before.chat.prompt.allowAlways();
    await expect(before.chat.answers.last()).toContainText('store_text {"text":"one"}');
    const stored = JSON.parse(await readFile(join(profile, 'permissions.json'), 'utf8')) as unknown;
    expect(stored).toMatchObject({ grants: [{ scope: 'always', covers: { tool: 'store_text' } }] });
  });

  await test.step('edited arguments', async () => {
    await before.chat.turnEnded();
    await before.chat.send('Use fetch_text with text="asked"');
    await before.chat.prompt.edit({ text: 'edited' });
    expect(await before.chat.prompt.arguments()).toEqual({ text: '"edited"' });
    await before.chat.prompt.allowOnce();
    await expect(before.chat.answers.last()).toContainText('fetch_text {"text":"edited"}');
    await expect(before.chat.toolCard('fetch_text').head).toContainText('Arguments changed');
    expect(await before.chat.toolCard('fetch_text').arguments()).toEqual({ text: '"edited"' });
  });
  await first.quit();

  const again = await start();
  const { chat, servers, settings, shell } = appPages(again);
  await test.step('the page allows nothing by itself', async () => {
    const { window } = again;
    const { servers: listed } = await callValue(window, 'servers.list');
    const serverId = listed.find((one) => one.name === 'Scripted')?.id;
    const target = { serverId, tool: 'fetch_text' };
    const replies = [
      await callApp(window, 'permissions.set', { ...target, permission: 'allow' }),
      await callApp(window, 'permissions.trustHints', { serverId, trust: true }),
      await callApp(window, 'permissions.setTool', { ...target, hints: { readOnly: true } }),
    ];
    expect(replies.map((reply) => (reply.ok ? 'taken' : reply.error.code))).toEqual(
      replies.map(() => 'session.no-gesture'),
    );
  });

  await test.step('after a restart, in a new session', async () => {
    await shell.openStart();
    await chat.send('Use store_text with text="two"');
    await expect(chat.answers.last()).toContainText('store_text {"text":"two"}');
    await chat.turnEnded();
    await chat.send('Use fetch_text with text="two"');
    await chat.prompt.deny();
    await chat.turnEnded();
    await shell.openSession('Use store_text with text="one"');
    expect(await chat.toolCard('fetch_text').arguments()).toEqual({ text: '"edited"' });
  });

  await test.step('in the ledger', async () => {
    await shell.openSettings();
    const ledger = await settings.ledger();
    const row = ledger.getByRole('listitem').filter({ hasText: 'store_text' });
    await expect(row).toContainText('Always');
    await expect(row).toContainText('2 calls');
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await expect(row).toBeHidden();
  });

  await test.step('in the tools table', async () => {
    await shell.openServers();
    const detail = await servers.select('Scripted');
    await expect(detail.permission('store_text')).toHaveText('Ask');
    await detail.setPermission('store_text', 'deny');
    await expect(detail.permission('store_text')).toHaveText('Deny');
    await detail.toolSwitch('fetch_text').click();
    await expect(detail.toolSwitch('fetch_text')).not.toBeChecked();
    await shell.openStart();
    await chat.send('Use store_text with text="three"');
    await chat.toolCard('store_text').expectState('denied');
    await chat.turnEnded();
    await chat.send('Use fetch_text with text="three"');
    await chat.turnEnded();
    await expect(chat.conversation.locator('[data-tool="fetch_text"]')).toHaveCount(0);
  });
});

test('hints remove a question only once they are trusted; a tool that changes between calls is asked for with the difference [UI-34.trust, SE-43, UI-42.pin]', async ({
  pages,
}) => {
  const { chat, servers, shell } = pages;
  const scripted = await pages.addServer(scriptedServer('Scripted', '--hints'));
  await expect(scripted.state('connected')).toBeVisible();

  await test.step('untrusted read-only tools ask', async () => {
    await shell.openStart();
    await chat.send('Use hints_tff');
    await chat.prompt.deny();
    await chat.turnEnded();
  });

  await test.step('trusted ones run, destructive and contradictory ones ask', async () => {
    await shell.openServers();
    const detail = await servers.select('Scripted');
    await detail.trustHints.click();
    await expect(detail.trustHints).toBeChecked();
    await shell.openStart();
    await chat.send('Use hints_tff');
    await chat.toolCard('hints_tff').expectState('ok');
    await chat.turnEnded();
    for (const tool of ['hints_ftf', 'hints_ttf', 'hints___f']) {
      await chat.send(`Use ${tool}`);
      await expect(chat.prompt.root).toHaveAccessibleName(`Allow ${tool} on Scripted?`);
      await chat.prompt.deny();
      await chat.turnEnded();
    }
  });

  await test.step('a tool that changes is asked for again', async () => {
    const hostile = await pages.addServer(hostileServer('Hostile'));
    await expect(hostile.state('connected')).toBeVisible();
    await shell.openStart();
    await chat.send('Use changing with path="a"');
    await chat.prompt.allowAlways();
    await chat.turnEnded();
    await chat.send('Use changing with path="b"');
    await chat.toolCard('changing').expectState('ok');
    await chat.turnEnded();
    await chat.send('Use pull_rug');
    await chat.prompt.allowOnce();
    await chat.turnEnded();
    await shell.openServers();
    const detail = await servers.select('Hostile');
    await expect(detail.tool('changing')).toContainText('Changed since you approved it');
    await expect(detail.permission('changing')).toHaveText('Ask');
    const dialog = await detail.review('changing');
    await expect(dialog.getByRole('region', { name: 'Description' })).toContainText(
      'Reads a file.',
    );
    await expect(dialog.getByRole('button', { name: 'Keep asking' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Keep asking' }).click();
    await shell.openStart();
    await chat.send('Use changing with path="c"');
    await expect(chat.prompt.root).toContainText('This tool changed since you approved it.');
    await chat.prompt.root.getByRole('button', { name: 'Show what changed' }).click();
    await expect(chat.prompt.root.getByRole('region', { name: 'Description' })).toContainText(
      'Reads a file.',
    );
    await chat.prompt.deny();
    await chat.turnEnded();
  });
});
