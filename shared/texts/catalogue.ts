import { actions } from './en/actions.ts';
import { app } from './en/app.ts';
import { apps } from './en/apps.ts';
import { bench } from './en/bench.ts';
import { changeTexts } from './en/changes.ts';
import { chat } from './en/chat.ts';
import { composerTexts } from './en/composer.ts';
import { dataTexts } from './en/data.ts';
import { elicitation, inbox } from './en/elicitation.ts';
import { errors, failures } from './en/errors.ts';
import { firstRunTexts } from './en/first-run.ts';
import { instructions } from './en/instructions.ts';
import { modelSchema } from './en/model-schema.ts';
import { folderTexts } from './en/folders.ts';
import { linkRefusalTexts } from './en/links.ts';
import { permissions } from './en/permissions.ts';
import { servers } from './en/servers.ts';
import { serverSetup } from './en/server-setup.ts';
import { sessions } from './en/sessions.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { turnTexts } from './en/turns.ts';
import { ui } from './en/ui.ts';

/**
 * Texts by area, English as they are made. Another language fills these same objects before anything is drawn
 * (`fillTexts`), so a group may be held in a constant of a module, a single text may not.
 */
export const english = {
  actions,
  app,
  apps,
  bench,
  chat,
  elicitation,
  errors,
  failures,
  inbox,
  instructions,
  modelSchema,
  permissions,
  servers,
  serverSetup,
  sessions,
  settings,
  shell,
  signIn,
  ui,
};
export type Catalogue = typeof english;

/** What the window's page reads, those texts too that are imported from their own file. */
export const windowEnglish = {
  ...english,
  changes: changeTexts,
  composer: composerTexts,
  data: dataTexts,
  firstRun: firstRunTexts,
  folders: folderTexts,
  links: linkRefusalTexts,
  turns: turnTexts,
};

/** The texts in use. */
export const text: Catalogue = english;
