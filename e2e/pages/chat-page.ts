import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../shared/texts/en/permissions.ts';
import { bench as benchTexts } from '../../shared/texts/en/bench.ts';

const words = text.chat;
/** Where the first message begins below the top of a list that is scrolled to its start, in px. */
const FIRST_ROW_OFFSET = 16;
/** Most room below the last message of a list that is scrolled to its end, in px. */
const LAST_ROW_GAP = 24;

/** The start page and an open session: conversation, prompt, composer. */
export class ChatPage {
  readonly page: Page;
  readonly composer: Locator;
  readonly conversation: Locator;
  readonly answers: Locator;
  readonly ownMessages: Locator;
  readonly toolCards: Locator;
  readonly prompt: PermissionPrompt;
  readonly stopButton: Locator;
  readonly queue: Locator;
  /** The line that says what a running turn does. */
  readonly activity: Locator;

  constructor(page: Page) {
    this.page = page;
    this.composer = page.getByRole('textbox', { name: words.composer, exact: true });
    this.conversation = page.getByRole('log', { name: words.transcript });
    this.answers = this.conversation.getByRole('article', { name: words.fromAgent });
    this.ownMessages = this.conversation.getByRole('article', { name: words.fromYou });
    this.toolCards = this.conversation
      .getByRole('region', { name: words.tools })
      .getByRole('article');
    this.prompt = new PermissionPrompt(page);
    this.stopButton = page.getByRole('button', { name: words.stop, exact: true });
    this.queue = page.getByRole('list', { name: words.queue });
    this.activity = this.conversation.locator('[data-activity]');
  }

  /** Writes a message and sends it with Enter. */
  async send(message: string): Promise<void> {
    await this.composer.fill(message);
    await this.composer.press('Enter');
  }

  /** The card of the newest call of a tool, or of an earlier one by its index. */
  toolCard(tool: string, index = -1): ToolCard {
    const cards = this.conversation.locator(`[data-tool=${JSON.stringify(tool)}]`);
    return new ToolCard(index === -1 ? cards.last() : cards.nth(index));
  }

  /** Scrolls up by the keyboard and waits until the list has come to rest there: a click on rows that still move goes astray. */
  async goToStart(): Promise<void> {
    await this.conversation.press('Home');
    await expect
      .poll(async () => {
        const [list, first] = await Promise.all([
          this.conversation.boundingBox(),
          this.ownMessages.first().boundingBox(),
        ]);
        return list && first ? first.y - list.y : -1;
      })
      .toBe(FIRST_ROW_OFFSET);
  }

  /** Waits until the end of the last answer stands at the lower edge of the list, where it comes to rest. */
  async restsAtEnd(): Promise<void> {
    await expect
      .poll(async () => {
        const [list, last] = await Promise.all([
          this.conversation.boundingBox(),
          this.answers.last().boundingBox(),
        ]);
        if (!list || !last) return false;
        const gap = list.y + list.height - last.y - last.height;
        return gap >= 0 && gap <= LAST_ROW_GAP;
      })
      .toBe(true);
  }

  /** Waits until no turn runs. */
  async turnEnded(): Promise<void> {
    await expect(this.stopButton).toBeHidden({ timeout: 20_000 });
    await expect(this.activity).toBeHidden();
  }

  get modelPicker(): Locator {
    return this.page.getByRole('button', { name: /^Model: / });
  }

  async chooseModel(name: string | RegExp): Promise<void> {
    await this.modelPicker.click();
    await this.page.getByRole('menuitemradio', { name }).click();
    await expect(this.modelPicker).toHaveAccessibleName(
      typeof name === 'string' ? words.modelOf(name) : name,
    );
  }
}

/** The card of a tool call. */
export class ToolCard {
  readonly root: Locator;
  readonly head: Locator;

  constructor(root: Locator) {
    this.root = root;
    this.head = root.getByRole('button').first();
  }

  async expectState(
    state: 'pending' | 'waiting' | 'running' | 'ok' | 'error' | 'denied' | 'interrupted',
  ): Promise<void> {
    await expect(this.root).toHaveAttribute('data-state', state);
    await expect(this.head).toContainText(words.toolStates[state]);
  }

  async open(): Promise<void> {
    if ((await this.head.getAttribute('aria-expanded')) === 'false') await this.head.click();
  }

  async show(view: 'result' | 'arguments' | 'raw'): Promise<void> {
    await this.open();
    await this.root.getByRole('radio', { name: words[view] }).click();
  }

  /** The names and values of the arguments, as they are shown. */
  async arguments(): Promise<Record<string, string>> {
    await this.show('arguments');
    return termsOf(this.root);
  }
}

/** A call that waits for the person. */
export class PermissionPrompt {
  readonly root: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.root = page.getByRole('group', { name: /^Allow .+\?$/ });
  }

  /** The names and values of the arguments, as they are shown. */
  async arguments(): Promise<Record<string, string>> {
    await expect(this.root).toBeVisible();
    return termsOf(this.root);
  }

  get hints(): Locator {
    return this.root.getByRole('list', { name: words.hintsOf }).getByRole('listitem');
  }

  async allowOnce(): Promise<void> {
    await this.#answer(words.allowOnce);
  }

  async allowForSession(): Promise<void> {
    await expect(this.root).toBeVisible();
    await this.root.getByRole('radio', { name: words.thisSession }).click();
    await this.#answer(words.allowSession);
  }

  async allowAlways(): Promise<void> {
    await expect(this.root).toBeVisible();
    await this.root.getByRole('radio', { name: permissionTexts.prompt.always }).click();
    await this.#answer(permissionTexts.prompt.allowAlways);
  }

  /** Puts other arguments into the prompt and waits until it shows them. */
  async edit(input: unknown): Promise<void> {
    await expect(this.root).toBeVisible();
    await this.root.getByRole('button', { name: permissionTexts.prompt.edit }).click();
    await this.root.getByRole('radio', { name: benchTexts.tools.modes.json }).click();
    await this.root.getByLabel(permissionTexts.prompt.editLabel).fill(JSON.stringify(input));
    await this.root.getByRole('button', { name: permissionTexts.prompt.save }).click();
    await expect(this.root).toContainText(permissionTexts.prompt.edited);
  }

  async deny(): Promise<void> {
    await this.#answer(words.deny);
  }

  /** A prompt that has just come takes no answer yet, so it is pressed until it is gone. */
  async #answer(name: string): Promise<void> {
    await expect(this.root).toBeVisible();
    const id = (await this.root.getAttribute('data-prompt')) ?? '';
    const card = this.#page.locator(`[data-prompt=${JSON.stringify(id)}]`);
    await expect(async () => {
      if (await card.isHidden()) return;
      await card.getByRole('button', { name }).click({ timeout: 2_000 });
      await expect(card).toBeHidden({ timeout: 1_000 });
    }).toPass({ timeout: 10_000 });
  }
}

async function termsOf(root: Locator): Promise<Record<string, string>> {
  const names = await root.locator('dt').allInnerTexts();
  const values = await root.locator('dd').allInnerTexts();
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}
