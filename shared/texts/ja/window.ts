import type { windowTexts as english } from '../en/window.ts';
import type { Translation } from '../translation.ts';

export const windowTexts: Translation<typeof english> = {
  serversFiles: 'JSON とバンドル',
  chooseServersFile: 'サーバーのファイルを選択',
  keepsEnding: 'Parley のウィンドウが繰り返し終了しています',
  keepsEndingDetail:
    'ページが 1 分間に何度も終了しました。セッションはバックグラウンドで続いており、失われたものはありません。',
  reload: 'ウィンドウを再読み込み',
  quit: '終了',
  quitWhileRunning: 'ターンが実行中です。Parley を終了しますか?',
  quitWhileRunningDetail:
    'ここまでに書かれた内容は残ります。ターンは終了し、次回セッションから続行できます。',
  quitAnyway: '終了',
  keepRunning: '実行を続ける',
  hangs: 'Parley のウィンドウが応答していません',
  hangsDetail:
    '自然に回復することがあります。再読み込みしても失われるものはありません。セッションはバックグラウンドで続き、下書きも残ります。',
  wait: '待つ',
};
