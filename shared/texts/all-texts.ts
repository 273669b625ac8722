import { windowEnglish } from './window-texts.ts';
import { appMenuTexts } from './en/app-menu.ts';
import { consentTexts } from './en/consent.ts';
import { exportTexts } from './en/export.ts';
import { windowTexts } from './en/window.ts';

/** All texts of the app by area: what a translation translates and main fills. */
export const allTexts = {
  ...windowEnglish,
  appMenu: appMenuTexts,
  consent: consentTexts,
  export: exportTexts,
  window: windowTexts,
};
export type AllTexts = typeof allTexts;
