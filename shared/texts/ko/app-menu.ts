import type { appMenuTexts as english } from '../en/app-menu.ts';
import type { Translation } from '../translation.ts';

export const appMenuTexts: Translation<typeof english> = {
  file: '파일',
  view: '보기',
  session: '세션',
  help: '도움말',
  open: 'Parley 열기',
  quit: 'Parley 종료',
  newSession: '새 세션',
  inbox: (waiting) => (waiting === 0 ? '받은함' : `받은함(${String(waiting)})`),
  tooltip: (waiting) => (waiting === 0 ? 'Parley' : `Parley: ${String(waiting)}건 대기 중`),
  copyLink: '링크 주소 복사',
  openLink: '링크 열기',
  noSuggestions: '제안 없음',
};
