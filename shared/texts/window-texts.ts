import { english } from './catalogue.ts';
import { bench } from './en/bench.ts';
import { changeTexts } from './en/changes.ts';
import { composerTexts } from './en/composer.ts';
import { dataTexts } from './en/data.ts';
import { firstRunTexts } from './en/first-run.ts';
import { folderTexts } from './en/folders.ts';
import { instructions } from './en/instructions.ts';
import { linkRefusalTexts } from './en/links.ts';
import { modelSchema } from './en/model-schema.ts';
import { permissions } from './en/permissions.ts';
import { serverSetup } from './en/server-setup.ts';
import { settings } from './en/settings.ts';
import { turnTexts } from './en/turns.ts';

/** All that the window's page reads. */
export const windowEnglish = {
  ...english,
  bench,
  changes: changeTexts,
  composer: composerTexts,
  data: dataTexts,
  firstRun: firstRunTexts,
  folders: folderTexts,
  instructions,
  links: linkRefusalTexts,
  modelSchema,
  permissions,
  serverSetup,
  settings,
  turns: turnTexts,
};
