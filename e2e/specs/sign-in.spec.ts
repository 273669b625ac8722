import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { createBrowser } from '../fixtures/browser.ts';
import type { PersonsBrowser } from '../fixtures/browser.ts';
import { expect, test as base } from '../fixtures/index.ts';
import { createKeyring } from '../fixtures/keyring.ts';
import type { Keyring } from '../fixtures/keyring.ts';
import { filesWith } from '../fixtures/profile-files.ts';
import { appPages } from '../pages/app-pages.ts';
import type { AppPages } from '../pages/app-pages.ts';
import { SignInSection } from '../pages/sign-in-section.ts';
import { startOAuthServer } from '../servers/oauth/oauth-server.ts';
import type { ScriptedOAuth } from '../servers/oauth/oauth-server.ts';

interface Desktop {
  readonly home: string;
  readonly keyring: Keyring;
  readonly browser: PersonsBrowser;
}

const test = base.extend<{ readonly desktop: Desktop; readonly oauth: ScriptedOAuth }>({
  /** A home folder with a message bus, a keychain and a browser of its own: nothing reaches the real one. */
  desktop: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'parley-home-'));
    const keyring = await createKeyring(home);
    await keyring.start('unlocked');
    await use({ home, keyring, browser: await createBrowser(home, keyring.env) });
    await keyring.dispose();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  },
  oauth: async ({}, use) => {
    const oauth = await startOAuthServer({ loginPage: true });
    await use(oauth);
    await oauth.close();
  },
});

/** Adds the protected server by the form; it then wants a sign-in. */
async function addProtected({ servers, shell, consent }: AppPages, url: string): Promise<void> {
  await shell.openServers();
  const form = await servers.add();
  await form.fillAddress('Protected', 'http', url);
  await form.review.click();
  await (await consent()).accept();
  await expect(servers.detail('Protected').state('needs-auth')).toBeVisible();
}

/** Allows the sign-in in the browser, and gives the address that the browser is sent to. */
async function allowAs(browser: PersonsBrowser, person: string, says?: string): Promise<string> {
  const { page, close } = await browser.nextPage();
  await page.getByLabel('Name').fill(person);
  const sentOn = page.waitForResponse((answer) => answer.status() === 302);
  await page.getByRole('button', { name: 'Allow' }).click();
  const target = (await (await sentOn).headerValue('location')) ?? '';
  if (says !== undefined) await expect(page.getByRole('heading')).toHaveText(says);
  await close();
  return target;
}

/** Whose token went with the last request to the MCP server. */
function lastPerson(oauth: ScriptedOAuth): string | undefined {
  const sent = oauth.requests.filter(({ at }) => at === 'resource').at(-1);
  const token = String(sent?.headers['authorization']).replace('Bearer ', '');
  return oauth.desk.access.get(token)?.family.split(' ')[0];
}

test('signs in through a real browser and our own links, renews in silence, has two accounts, and signs out [UI-39.real, UI-60.real, OA-8]', async ({
  desktop,
  oauth,
  profile,
  start,
}) => {
  test.slow();
  const { browser, keyring, home } = desktop;
  const app = await start({ env: keyring.env });
  const pages = appPages(app);
  const section = new SignInSection(app.window);
  const server = pages.servers.detail('Protected');
  await addProtected(pages, oauth.mcpUrl);
  await section.open();

  await test.step('a page that asks for the sign-in cannot open it alone', async () => {
    await section.start.click();
    const question = await pages.consent();
    await expect(question.dialog).toContainText(oauth.issuer);
    await question.cancel();
    await expect(section.start).toBeVisible();
    expect(await browser.opened()).toBe(0);
  });

  await test.step('by our own scheme: the app takes its links over, a second start hands one in', async () => {
    await section.chooseRedirect('protocol');
    const entries = await readdir(join(home, 'data', 'applications'));
    expect(entries.filter((name) => name.startsWith('parley-links-'))).toHaveLength(1);
    await section.start.click();
    await (await pages.consent()).accept();
    await expect(section.address).toContainText(`${oauth.issuer}/authorize`);
    const answer = await allowAs(browser, 'mira');
    expect(answer).toMatch(/^parley:\/\/oauth\/callback\?code=/);
    await expect(section.cancel).toBeVisible();
    await browser.handOver(answer);
    await expect(server.state('connected')).toBeVisible();
    await section.open();
    await expect(section.root).toContainText(text.signIn.signedIn);
    await expect(section.root).toContainText(text.signIn.storage.keychain);
    expect(lastPerson(oauth)).toBe('mira');
    // The same answer again changes nothing.
    await browser.handOver(answer);
    expect(oauth.to('/token')).toHaveLength(1);
  });

  await test.step('a spent token is renewed without a page', async () => {
    const opened = await browser.opened();
    oauth.desk.access.clear();
    await server.restart();
    await expect.poll(() => oauth.to('/token').at(-1)?.form['grant_type']).toBe('refresh_token');
    await expect(server.state('connected')).toBeVisible();
    expect(lastPerson(oauth)).toBe('mira');
    expect(await browser.opened()).toBe(opened);
  });

  await test.step('a second account, over an address of this computer', async () => {
    await section.chooseRedirect('loopback');
    await section.addAccount('work');
    await (await pages.consent()).accept();
    const answer = await allowAs(browser, 'noor', 'You are signed in');
    expect(answer).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
    await expect(section.root).toContainText(text.signIn.signedInAs('work'));
    await expect(server.state('connected')).toBeVisible();
    expect(lastPerson(oauth)).toBe('noor');
    await section.useAccount(text.signIn.noLabel);
    await expect(server.state('connected')).toBeVisible();
    await expect.poll(() => lastPerson(oauth)).toBe('mira');
  });

  await test.step('nothing of it lies open on the disk, and a restart needs no page', async () => {
    const tokens = [...oauth.desk.access.keys(), ...oauth.desk.refresh.keys()];
    expect(tokens.length).toBeGreaterThan(2);
    for (const token of tokens) expect(filesWith(profile, token)).toEqual([]);
    const opened = await browser.opened();
    await app.quit();
    // Two links come with the start: one that answers nothing, and one to a server.
    const definition = Buffer.from(JSON.stringify({ command: 'npx', args: ['memory@1.0.0'] }));
    const next = await start({
      env: keyring.env,
      links: [
        'parley://oauth/callback?code=1&state=2',
        `parley://mcp/install?name=From%20a%20link&config=${definition.toString('base64url')}`,
      ],
    });
    const nextPages = appPages(next);
    const dialog = next.window.getByRole('dialog');
    await expect(dialog).toContainText('From a link');
    await next.window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(nextPages.shell.notices).toContainText(text.app.noticeSentences['link-ignored']);
    await nextPages.shell.openServers();
    const again = await nextPages.servers.select('Protected');
    await expect(again.state('connected')).toBeVisible();
    const nextSection = new SignInSection(next.window);
    await nextSection.open();
    expect(await browser.opened()).toBe(opened);
    await nextSection.signOut.click();
    await expect(again.state('needs-auth')).toBeVisible();
    expect(oauth.to('/revoke').length).toBeGreaterThan(0);
    await expect(nextSection.accounts).toContainText(text.signIn.accountSignedOut);
  });
});
