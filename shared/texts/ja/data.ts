import type { dataTexts as english } from '../en/data.ts';
import { grouped } from '../plural.ts';
import type { Translation } from '../translation.ts';

export const dataTexts: Translation<typeof english> = {
  backUp: 'バックアップ',
  backingUp: 'バックアップを書き込み中',
  backedUp: (size) => `バックアップしました (${size})。キー、サインイン、許可、信頼は含みません。`,
  lastBackup: (when, size) => `最後のバックアップ: ${when}、${size}`,
  noBackup: 'バックアップはまだありません',
  restore: '復元',
  restoring: 'バックアップの内容で Parley を再起動します。',
  export: '書き出す',
  exportTitle: 'すべてのセッションを書き出す',
  exportNote: 'セッションごとに 1 つのファイルを、1 つの zip ファイルにまとめます。',
  exported: (sessions) => `${grouped(sessions)} 件のセッションを書き出しました。`,
  failed: '実行されませんでした。',
  chooseTarget: '保存先を選択',
  chooseBackup: 'バックアップを選択',
  zipFiles: 'Zip ファイル',

  total: (size) => `合計 ${size}`,
  totalAtLeast: (size) => `${size} 以上`,
  measuring: 'サイズを確認中',
  measureFailed: 'サイズを読み取れませんでした。',
  bar: '使用量の内訳',
  parts: {
    sessions: 'セッション',
    results: '添付ファイルと長い結果',
    checkpoints: '変更前のファイル',
    trash: 'ゴミ箱',
    servers: 'サーバーと許可',
    settings: '設定とプロバイダー',
    notes: 'メモ',
    secrets: 'キーとサインイン',
    index: '検索インデックス',
    logs: 'ログ',
    cache: 'ウィンドウのキャッシュ',
    other: 'その他のファイル',
  },
  rest: 'その他すべて',
  files: (count) => `${grouped(count)} ファイル`,
  entries: (count) => `シークレット ${grouped(count)} 個`,
  inKeychain: (names) => `このコンピューターのキーチェーンの鍵で暗号化しています: ${names}`,
  inMemory: '使えるキーチェーンがないため、Parley の終了までメモリにあります',
  indexNote: '失われても、セッションから作り直されます',
  otherNote: 'Parley のものではなく、Parley が削除することはありません',
  show: '表示',
  showPart: (part) => `${part}をフォルダーで表示`,

  trash: {
    title: '削除したセッション',
    intro: (days) => `${grouped(days)} 日間は元に戻せ、その後は完全に削除されます。`,
    none: 'ゴミ箱は空です。',
    untitled: 'タイトルのないセッション',
    deleted: (when) => `削除: ${when}`,
    restore: '元に戻す',
    restoreOf: (title) => `「${title}」を元に戻す`,
    empty: 'ゴミ箱を空にする',
    failed: 'ゴミ箱を読み取れませんでした。',
    more: (count) => `さらに ${grouped(count)} 件表示`,
  },

  delete: {
    title: '削除',
    sessions: 'すべてのセッション',
    sessionsNote:
      'ゴミ箱を含むすべてのセッションを完全に削除します。サーバー、設定、キーは残ります。',
    sessionsAction: 'セッションを削除',
    everything: 'すべてのデータ',
    everythingNote:
      'セッション、サーバー、許可、キー、設定、ログを完全に削除します。Parley は再起動します。',
    everythingAction: 'データを削除',
    done: '削除しました。',
  },

  uninstall: {
    title: 'Parley をアンインストールしても残るもの',
    body: 'プログラムを削除しても、このフォルダーとキーチェーンの項目は残ります。何も残したくない場合は、先にここですべてを削除してください。',
    folder: 'フォルダー',
    keychain: 'キーチェーン',
    noKeychain: '項目なし',
  },
};
