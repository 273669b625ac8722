import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../../shared/texts/catalogue.ts';
import { callApp, callValue } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { argumentsOf, descendantsOf, descriptorsOf, environmentOf } from '../fixtures/processes.ts';
import { scriptedDefinition, seedServers } from '../fixtures/seeds.ts';
import { appPages } from '../pages/app-pages.ts';
import { ConsentView } from '../pages/consent-view.ts';

/** Arguments that a shell, a splitter or an eye would take for something else, and what is shown of each. */
const trickyArguments: readonly (readonly [sent: string, shown: string])[] = [
  ['', ''],
  [' ', ' '],
  ['two words', 'two words'],
  // One `$` more keeps `${…}` from being a variable of the definition.
  ['$(touch pwned) `id` $${HOME} $HOME', '$(touch pwned) `id` $${HOME} $HOME'],
  [`it's "quoted" \\ and \\"more\\"`, `it's "quoted" \\ and \\"more\\"`],
  ['a; rm -rf / && b | c > d < e & *?[x]{y,z}~!', 'a; rm -rf / && b | c > d < e & *?[x]{y,z}~!'],
  ['--flag=value', '--flag=value'],
  ['-', '-'],
  ['zero\u200bwidth', 'zeroU+200Bwidth'],
  ['evil\u202egpj.exe', 'evilU+202Egpj.exe'],
  ['line\r\nbreak', 'lineU+000DU+000Abreak'],
  ['tab\there', 'tabU+0009here'],
  ['\u001b[31mred\u0007', 'U+001B[31mredU+0007'],
  ['日本語 🎉 é e\u0301', '日本語 🎉 é e\u0301'],
  ['<b>bold</b>&amp;', '<b>bold</b>&amp;'],
  ['%PATH% ^& %%', '%PATH% ^& %%'],
  ['x'.repeat(1_000), 'x'.repeat(1_000)],
];

test('shows each argument whole and numbered, head and foot in sight, and no values [SE-31, SE-51]', async ({
  parley,
  window,
  profile,
}) => {
  const starts = join(profile, 'starts');
  const server = scriptedDefinition([`--starts=${starts}`]);
  const filler = Array.from({ length: 60 }, (_, index) => `filler-${String(index)}`);
  const args = [...server.args, ...trickyArguments.map(([sent]) => sent), ...filler];
  const secret = 'canary-value-of-the-environment';
  const answer = callApp(window, 'servers.add', {
    name: 'Tricky\u200b<i>',
    definition: { ...server, args, env: { SCRIPT_TOKEN: secret, OTHER: `${secret}-2` } },
  });
  const consent = await ConsentView.open(parley.app);
  await expect(consent.dialog).toHaveAccessibleName('Let Tricky U+200B <i> run this command?');
  await expect(consent.cancelButton).toBeFocused();
  const shown = [...server.args, ...trickyArguments.map(([, seen]) => seen), ...filler];
  expect(await consent.lines()).toEqual([
    ['command', process.execPath],
    ...shown.map((seen, index) => [String(index + 1), seen]),
  ]);
  await expect(consent.dialog).toContainText('SCRIPT_TOKEN');
  await expect(consent.dialog).toContainText('OTHER');
  await expect(consent.dialog).toContainText(join(profile, 'servers'));
  expect(await consent.page.content()).not.toContain(secret);
  await expect(consent.dialog).toContainText('Argument 6 holds a shell command');
  await expect(consent.dialog).toContainText('Argument 12 hides an invisible character');

  for (const line of [
    consent.dialog.locator('dd').first(),
    consent.dialog.getByText('filler-59'),
  ]) {
    await line.scrollIntoViewIfNeeded();
    await expect(line).toBeInViewport();
    await expect(consent.dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await expect(consent.cancelButton).toBeInViewport({ ratio: 1 });
    await expect(consent.acceptButton).toBeInViewport({ ratio: 1 });
  }
  await consent.page.keyboard.press('Escape');
  expect(await answer).toEqual({ ok: true, value: { outcome: 'cancelled' } });
  expect(existsSync(starts)).toBe(false);
  expect((await callValue(window, 'servers.list')).servers).toHaveLength(1);
  expect(existsSync(join(profile, 'servers', 'pwned'))).toBe(false);
});

test('ends at Cancel by Enter, Escape and a reload; by keys it can be accepted [SE-5, SE-31]', async ({
  parley,
  window,
  profile,
}) => {
  const starts = join(profile, 'starts');
  const draft = { name: 'Keys', definition: scriptedDefinition([`--starts=${starts}`]) };
  for (const key of ['Enter', 'Space', 'Escape']) {
    const answer = callApp(window, 'servers.add', draft);
    const consent = await ConsentView.open(parley.app);
    await consent.press(key);
    expect(await answer, key).toEqual({ ok: true, value: { outcome: 'cancelled' } });
  }

  // The page that asked is gone, so nobody waits for the answer any more.
  await callApp(window, 'servers.list');
  const dropped = callApp(window, 'servers.add', draft).then(
    (reply) => reply.ok,
    () => false,
  );
  const orphan = await ConsentView.open(parley.app);
  const closed = orphan.page.waitForEvent('close');
  await window.reload();
  expect(await dropped).toBe(false);
  await closed;
  expect(ConsentView.openPages(parley.app)).toEqual([]);
  await window.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
  expect((await callValue(window, 'servers.list')).servers).toHaveLength(1);
  expect(existsSync(starts)).toBe(false);

  const answer = callApp(window, 'servers.add', draft);
  const consent = await ConsentView.open(parley.app);
  await expect(consent.page.locator('[data-settled="true"]')).toBeVisible();
  await consent.page.keyboard.press('Tab');
  await expect(consent.acceptButton).toBeFocused();
  await consent.press('Enter');
  expect(await answer).toMatchObject({ ok: true, value: { outcome: 'started' } });
  await expect.poll(() => existsSync(starts)).toBe(true);
});

test('hands arguments over byte for byte, with nothing of the app’s environment or files [SE-33]', async ({
  start,
  profile,
}) => {
  const server = scriptedDefinition(trickyArguments.map(([sent]) => sent));
  const canary = 'canary-of-the-app';
  const home = join(profile, 'home');
  mkdirSync(home);
  for (const file of ['.bashrc', '.profile', '.bash_profile', '.zshenv']) {
    writeFileSync(join(home, file), `echo junk; export FROM_HOME=${canary}\n`);
  }
  const { app, window, pid } = await start({
    env: {
      PARLEY_CANARY: canary,
      GITHUB_TOKEN: canary,
      NODE_OPTIONS: '--no-warnings',
      LD_PRELOAD: '',
      LC_TIME: 'C',
      BASH_ENV: '/nowhere',
      HOME: home,
      'BASH_FUNC_echo%%': '() { true; }',
    },
  });
  const answer = callApp(window, 'servers.add', {
    name: 'Bytes',
    definition: { ...server, env: { DECLARED: 'a=b "c" $(d)\n' } },
  });
  const consent = await ConsentView.open(app);
  await consent.accept();
  expect(await answer).toMatchObject({ ok: true, value: { outcome: 'started' } });
  await expect
    .poll(async () => (await callValue(window, 'servers.list')).servers.map((one) => one.status))
    .toEqual(['connected', 'connected']);
  const child = descendantsOf(pid).find(
    (process) => process.parent === pid && process.command.includes('scripted-stdio.mjs'),
  );
  if (child === undefined) throw new Error('The server has no process.');
  const received = server.args.map((argument) => argument.replace('$${', () => '${'));
  expect(argumentsOf(child.pid)).toEqual([process.execPath, ...received]);
  expect(existsSync(join(profile, 'servers', 'pwned'))).toBe(false);

  const environment = environmentOf(child.pid);
  expect(environment['DECLARED']).toBe('a=b "c" $(d)\n');
  expect(environment['LC_TIME']).toBe('C');
  const allowed = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR'];
  // The last three are what any shell sets; they tell nothing.
  allowed.push('TERM', 'DECLARED', 'PWD', 'SHLVL', '_');
  const extra = Object.keys(environment).filter(
    (name) => !allowed.includes(name) && !name.startsWith('LC_'),
  );
  expect(extra).toEqual([]);
  expect(JSON.stringify(environment)).not.toContain(canary);

  // Beyond its three pipes it holds nothing that the app holds too.
  const own = descriptorsOf(child.pid);
  const ofApp = new Set(descriptorsOf(pid).values());
  const shared = [...own].filter(
    ([number, target]) => number > 2 && /^(?:socket|pipe|\/)/.test(target) && ofApp.has(target),
  );
  expect(shared.filter(([, target]) => target !== '/dev/null')).toEqual([]);
  expect([...own.values()].filter((target) => /\.pak|memfd|\/dev\/shm/.test(target))).toEqual([]);
});

test('a changed definition shows what changed, and starts only when it is agreed to [SE-30, SE-31]', async ({
  start,
  profile,
}) => {
  const starts = join(profile, 'starts');
  const count = (): number =>
    existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n').length : 0;
  const before = scriptedDefinition([`--starts=${starts}`, '--name=old', '--hints']);
  const [record] = await seedServers(profile, {
    Changing: { ...before, env: { KEPT: 'x', GONE: 'y' } },
  });
  const serverId = record?.id ?? '';
  const first = await start();
  await expect.poll(count).toBe(1);
  const after = { ...before, args: before.args.with(2, '--name=new'), cwd: profile };
  const update = {
    serverId,
    draft: { name: 'Changing', definition: { ...after, env: { KEPT: '', FRESH: 'z' } } },
    keepEnv: ['KEPT'],
  };
  // A page that nobody touches does not even get a question.
  expect(await callApp(first.window, 'servers.update', update)).toMatchObject({
    error: { code: 'session.no-gesture' },
  });
  await first.window.keyboard.press('Shift');
  const answer = callApp(first.window, 'servers.update', update);
  const consent = await ConsentView.open(first.app);
  await expect(consent.dialog).toHaveAccessibleName('Let Changing run this changed command?');
  expect(await consent.lines()).toEqual([
    ['command', process.execPath],
    ['1', before.args[0]],
    ['2', `--starts=${starts}`],
    ['was', '--name=old'],
    ['3', '--name=new'],
    ['4', '--hints'],
  ]);
  await expect(consent.dialog).toContainText(`was ${join(profile, 'servers')}`);
  for (const badge of ['KEPT', 'FRESHnew', 'GONEremoved']) {
    await expect(consent.dialog).toContainText(badge);
  }
  await consent.cancel();
  expect(await answer).toEqual({ ok: true, value: { outcome: 'cancelled' } });
  expect(count()).toBe(1);
  await first.quit();

  // Somebody else changed the file: what was trusted is not what is there.
  const path = join(profile, 'servers.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('--name=old', '--name=foreign'));
  const second = await start();
  const pages = appPages(second);
  await pages.shell.openServers();
  const detail = await pages.servers.select('Changing');
  await expect(detail.root.getByText(text.servers.state.review).first()).toBeVisible();
  expect(count()).toBe(1);
  await detail.root.getByRole('button', { name: text.servers.overview.review }).first().click();
  const again = await ConsentView.open(second.app);
  expect(await again.lines()).toContainEqual(['3', '--name=foreign']);
  expect(count()).toBe(1);
  await again.accept();
  await expect(detail.state('connected')).toBeVisible();
  expect(count()).toBe(2);
});
