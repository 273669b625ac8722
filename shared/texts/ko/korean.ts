import type { AllTexts } from '../all-texts.ts';
import type { Translation } from '../translation.ts';
import { actions } from './actions.ts';
import { app } from './app.ts';
import { appMenuTexts } from './app-menu.ts';
import { apps } from './apps.ts';
import { bench } from './bench.ts';
import { changeTexts } from './changes.ts';
import { chat } from './chat.ts';
import { composerTexts } from './composer.ts';
import { consentTexts } from './consent.ts';
import { dataTexts } from './data.ts';
import { elicitation, inbox } from './elicitation.ts';
import { errors, failures } from './errors.ts';
import { exportTexts } from './export.ts';
import { firstRunTexts } from './first-run.ts';
import { folderTexts } from './folders.ts';
import { instructions } from './instructions.ts';
import { linkRefusalTexts } from './links.ts';
import { modelSchema } from './model-schema.ts';
import { permissions } from './permissions.ts';
import { servers } from './servers.ts';
import { serverSetup } from './server-setup.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { turnTexts } from './turns.ts';
import { ui } from './ui.ts';
import { windowTexts } from './window.ts';

/** The texts in Korean. */
export const korean: Translation<AllTexts> = {
  actions,
  app,
  appMenu: appMenuTexts,
  apps,
  bench,
  changes: changeTexts,
  chat,
  composer: composerTexts,
  consent: consentTexts,
  data: dataTexts,
  elicitation,
  errors,
  export: exportTexts,
  failures,
  firstRun: firstRunTexts,
  folders: folderTexts,
  inbox,
  instructions,
  links: linkRefusalTexts,
  modelSchema,
  permissions,
  servers,
  serverSetup,
  sessions,
  settings,
  shell,
  signIn,
  turns: turnTexts,
  ui,
  window: windowTexts,
};
