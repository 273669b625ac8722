import type { appMenuTexts as english } from '../en/app-menu.ts';
import type { Translation } from '../translation.ts';

export const appMenuTexts: Translation<typeof english> = {
  file: 'ファイル',
  view: '表示',
  session: 'セッション',
  help: 'ヘルプ',
  open: 'Parley を開く',
  quit: 'Parley を終了',
  newSession: '新しいセッション',
  inbox: (waiting) => (waiting === 0 ? '受信箱' : `受信箱 (${String(waiting)})`),
  tooltip: (waiting) => (waiting === 0 ? 'Parley' : `Parley: ${String(waiting)} 件待機中`),
  copyLink: 'リンクのアドレスをコピー',
  openLink: 'リンクを開く',
  noSuggestions: '候補なし',
};
