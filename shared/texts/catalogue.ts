import { actions } from './en/actions.ts';
import { app } from './en/app.ts';
import { apps } from './en/apps.ts';
import { chat } from './en/chat.ts';
import { elicitation, inbox } from './en/elicitation.ts';
import { errors, failures } from './en/errors.ts';
import { servers } from './en/servers.ts';
import { sessions } from './en/sessions.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { ui } from './en/ui.ts';

/**
 * Texts by area, English as they are made: those that the window needs at once. The others are imported from their own files,
 * so that they come with the page that shows them. Another language fills these same objects before anything is drawn
 * (`fillTexts`), so a group may be held in a constant of a module, a single text may not.
 */
export const english = {
  actions,
  app,
  apps,
  chat,
  elicitation,
  errors,
  failures,
  inbox,
  servers,
  sessions,
  shell,
  signIn,
  ui,
};
export type Catalogue = typeof english;

/** The texts in use. */
export const text: Catalogue = english;
