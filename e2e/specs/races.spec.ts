import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { projectRoot } from '../fixtures/launch.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import { descendantsOf, stillRunning } from '../fixtures/processes.ts';
import { seedServers } from '../fixtures/seeds.ts';
import { appPages } from '../pages/app-pages.ts';
import { ConsentView } from '../pages/consent-view.ts';
import { QuestionDialog } from '../pages/question-dialog.ts';
import { SignInSection } from '../pages/sign-in-section.ts';
import { startOAuthServer } from '../servers/oauth/oauth-server.ts';

const words = text.elicitation;
const hostile = (...switches: string[]) => ({
  type: 'stdio' as const,
  command: process.execPath,
  args: [join(projectRoot, 'e2e', 'servers', 'hostile', 'hostile.mjs'), ...switches],
  env: {},
});

async function isConnected({ window }: LaunchedApp, name: string): Promise<void> {
  await expect
    .poll(async () => {
      const { servers } = await callValue(window, 'servers.list');
      return servers.find((server) => server.name === name)?.status;
    })
    .toBe('connected');
}

/** Agrees to nothing: closes whatever question lies over the window, until the window itself is reached. */
async function closeConsents({ app }: LaunchedApp): Promise<void> {
  await expect(async () => {
    const [page] = ConsentView.openPages(app);
    if (page) await new ConsentView(page).dialog.press('Escape', { timeout: 1_000 });
    expect(ConsentView.openPages(app)).toEqual([]);
  }).toPass({ timeout: 10_000 });
}

async function reload({ window }: LaunchedApp): Promise<void> {
  await window.reload();
  await window.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
}

test('dialogs outlive a reload or are cleanly gone, hooks answer first, a storm of lists leaves the page awake, and quitting ends it all [UI-6.reload, UI-40.hooks, RE-10]', async ({
  profile,
  start,
}) => {
  test.setTimeout(180_000);
  const asking = {
    ...hostile(),
    args: [join(projectRoot, 'e2e/servers/mcp/asking-stdio.mjs')],
  };
  await seedServers(profile, { linear: asking, Big: hostile('--era=legacy', '--tools=300') });
  // Of all questions this hook declines one, and leaves the others to the person.
  const declines = `if grep -q 'first question'; then printf '{"action":"decline"}'; fi`;
  const hooks = { Elicitation: [{ hooks: [{ type: 'command', command: declines }] }] };
  await writeFile(join(profile, 'settings.json'), JSON.stringify({ hooks }));
  const oauth = await startOAuthServer({ loginPage: true });
  try {
    const launched = await start({ size: { width: 1280, height: 800 } });
    const { app, window, pid } = launched;
    const pages = appPages(launched);
    const { chat, servers, shell } = pages;
    const dialog = new QuestionDialog(window);
    const section = new SignInSection(window);
    await app.evaluate(({ shell: system }) =>
      Object.assign(system, { openExternal: () => Promise.resolve() }),
    );
    /** A question that has just come takes no click yet. */
    const review = (): Promise<void> =>
      expect(async () => {
        if (ConsentView.openPages(app).length === 0)
          await dialog.button(words.review).click({ timeout: 1_000 });
        expect(ConsentView.openPages(app)).toHaveLength(1);
      }).toPass({ timeout: 15_000 });
    await isConnected(launched, 'linear');
    await isConnected(launched, 'Big');

    await test.step('a permission, then a form', async () => {
      await shell.openStart();
      await chat.send('Use create_release');
      await expect(chat.prompt.root).toBeVisible();
      await reload(launched);
      await chat.prompt.allowForSession();
      await expect(dialog.root).toContainText('I need a plan');
      await reload(launched);
      await dialog.decline();
      await chat.turnEnded();
    });

    await test.step('the question of an address, with main’s own over it', async () => {
      await chat.send('Use open_page');
      await chat.prompt.allowForSession();
      await review();
      await reload(launched);
      await closeConsents(launched);
      await dialog.decline();
      await chat.turnEnded();
    });

    await test.step('a hook of the settings declines the first question, the person the second', async () => {
      await chat.send('Use ask_twice');
      await chat.prompt.allowForSession();
      await expect(dialog.root).toContainText('The second question.');
      await dialog.decline();
      await chat.turnEnded();
      expect(await chat.answers.last().innerText()).not.toContain('first question');
    });

    await test.step('a server that is being added', async () => {
      await shell.openServers();
      await servers.add();
      await reload(launched);
      await expect(servers.form.dialog).toBeHidden();
      const form = await servers.add();
      await form.fillAddress('Protected', 'http', oauth.mcpUrl);
      await form.review.click();
      await ConsentView.open(app);
      await reload(launched);
      await closeConsents(launched);
      expect((await callValue(window, 'servers.list')).servers).toHaveLength(3);
      await shell.openServers();
      const again = await servers.add();
      await again.fillAddress('Protected', 'http', oauth.mcpUrl);
      await again.review.click();
      await (await pages.consent()).accept();
      await expect(servers.detail('Protected').state('needs-auth')).toBeVisible();
    });

    await test.step('a sign-in, before and while its page is open', async () => {
      await section.open();
      await section.start.click();
      await ConsentView.open(app);
      await reload(launched);
      await closeConsents(launched);
      await shell.openServers();
      await servers.select('Protected');
      await section.open();
      await section.start.click();
      await (await pages.consent()).accept();
      await expect(section.address).toContainText(`${oauth.issuer}/authorize`);
      await reload(launched);
      await shell.openServers();
      await servers.select('Protected');
      await section.open();
      await expect(section.cancel).toBeVisible();
    });

    await test.step('a storm of changed lists of 300 tools', async () => {
      const big = await servers.select('Big');
      await big.tab('tools');
      const search = big.root.getByRole('searchbox');
      await search.fill('storm');
      await big.setPermission('storm', 'allow');
      await search.fill('added_');
      const { id } = await callValue(window, 'sessions.create', {});
      await callValue(window, 'sessions.send', { sessionId: id, text: 'Use storm' });
      for (let turn = 0; turn < 10; turn += 1)
        await window.waitForFunction(
          () => new Promise((awake) => requestAnimationFrame(() => awake(true))),
          undefined,
          { timeout: 3_000 },
        );
      await expect(big.tool('added_1')).toBeVisible({ timeout: 10_000 });
      await search.fill('tool_300');
      await expect(big.tool('tool_300')).toBeVisible();
    });

    await test.step('quitting with a sign-in, a question and main’s own question open', async () => {
      await shell.session(/create_release/).click();
      await chat.send('Use open_page');
      await review();
      const { questions } = await callValue(window, 'elicitations.list');
      expect(questions).toHaveLength(1);
      const family = descendantsOf(pid);
      const exited = new Promise<void>((done) => app.process().once('exit', () => done()));
      await launched.quit();
      await exited;
      await expect.poll(() => stillRunning(family), { timeout: 10_000 }).toEqual([]);
    });
  } finally {
    await oauth.close();
  }
});
