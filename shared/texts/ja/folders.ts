import type { folderTexts as english } from '../en/folders.ts';
import type { Translation } from '../translation.ts';

export const folderTexts: Translation<typeof english> = {
  choose: 'フォルダーを選択',
  label: 'フォルダー',
  trusted: '信頼済み',
  untrusted: '未信頼',
  dialogTitle: '作業フォルダーを選択',
  ledger: {
    title: '信頼したフォルダー',
    intro:
      'エージェントはこれらのフォルダーでファイルやコマンドのツールを使えます。フォルダーに含まれる設定は、このアプリでもコマンドでも使われます。',
    none: '信頼したフォルダーはありません。',
    revoke: '取り消す',
    revokeOf: (folder) => `${folder} の信頼を取り消す`,
    unread: '一覧を読み取れませんでした。',
  },
  question: {
    title: 'このフォルダーを信頼しますか?',
    why: 'このフォルダーで作業するセッションでは、エージェントがファイルを読み、ファイルの変更やコマンドの実行の前に確認します。フォルダーに現在または今後含まれる設定は、エージェントへの指示になり、独自のコマンドを実行することもあります。',
    note: 'フォルダーのファイルにある各サーバーは、ここで開始する前に確認します。信頼しない場合、これらは使われず、エージェントはファイルのツールを使えません。信頼は「設定」の「許可」で取り消せます。',
    accept: 'このフォルダーを信頼',
    folder: 'フォルダー',
    brings: '含まれる設定',
    runs: '実行・接続先',
  },
};
