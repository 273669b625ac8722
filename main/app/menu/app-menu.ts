import { Menu, app } from 'electron';
import {
  actionIds,
  bindingsOf,
  type ActionId,
  type ShortcutChoices,
} from '../../../shared/actions/action-list.ts';
import { menuTemplate } from './menu-template.ts';

/** The menu bar of the app. */
export class AppMenu {
  readonly #run: (id: ActionId) => void;
  #choices: ShortcutChoices | undefined;
  #possible: ReadonlySet<ActionId> = new Set();

  constructor(run: (id: ActionId) => void) {
    this.#run = run;
    this.build();
  }

  /** Draws it anew, also when its words have become others. */
  build(): void {
    const { platform } = process;
    const template = menuTemplate({
      platform,
      isPackaged: app.isPackaged,
      bindings: bindingsOf(this.#choices, platform === 'darwin'),
      possible: this.#possible,
      run: this.#run,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  /** Shows the keys that the person chose. */
  useKeys(choices: ShortcutChoices | undefined): void {
    if (JSON.stringify(choices) === JSON.stringify(this.#choices)) return;
    this.#choices = choices;
    this.build();
  }

  /** Says what can be done now. */
  setPossible(ids: readonly ActionId[]): void {
    this.#possible = new Set(ids);
    const menu = Menu.getApplicationMenu();
    for (const id of actionIds) {
      const item = menu?.getMenuItemById(id);
      if (item) item.enabled = this.#possible.has(id);
    }
  }
}
