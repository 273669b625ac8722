import type { appMenuTexts as english } from '../en/app-menu.ts';
import type { Translation } from '../translation.ts';

export const appMenuTexts: Translation<typeof english> = { file: '파일', view: '보기' };
