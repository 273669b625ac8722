import { app } from './en/app.ts';
import { apps } from './en/apps.ts';
import { bench } from './en/bench.ts';
import { chat } from './en/chat.ts';
import { elicitation, inbox } from './en/elicitation.ts';
import { errors, failures } from './en/errors.ts';
import { instructions } from './en/instructions.ts';
import { modelSchema } from './en/model-schema.ts';
import { permissions } from './en/permissions.ts';
import { servers } from './en/servers.ts';
import { serverSetup } from './en/server-setup.ts';
import { sessions } from './en/sessions.ts';
import { settings } from './en/settings.ts';
import { signIn } from './en/sign-in.ts';
import { ui } from './en/ui.ts';

/** Every text a person reads, by area. Another language is an object of the same type. */
export const english = {
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
  signIn,
  ui,
};
export type Catalogue = typeof english;

/** The texts in use. */
export const text: Catalogue = english;
