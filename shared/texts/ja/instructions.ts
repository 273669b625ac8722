import type { instructions as english } from '../en/instructions.ts';
import type { Translation } from '../translation.ts';

export const instructions: Translation<typeof english> = {
  title: '指示',
  intro: 'メッセージとは別に、各セッションの前にすべてのモデルへ伝える内容です。',
  label: 'あなたの指示',
  placeholder: '日本語で回答してください。コマンドは実行前に説明してください。',
  help: (path) => `${path} に保存されます。次のターンから有効です。`,
  save: '指示を保存',
  saved: '保存しました。次のターンから有効です。',
  revert: '変更を取り消す',
  readAgain: 'もう一度読み込む',
  unsaved: '入力していた内容',
  copyUnsaved: '入力していた内容をコピー',
  loading: '指示を読み込み中',
  loadFailed: (reason) => `指示を読み取れませんでした。${reason}`,
  failed: (reason) => `指示を保存できませんでした。${reason}`,
  counted: (count, most) => `${most} 文字中 ${count} 文字`,
  tooLong: (most) => `指示は ${most} 文字までです。`,
  session: {
    action: '指示…',
    title: 'このセッションの指示',
    description:
      '設定の指示に続けて、このセッションでだけモデルに伝えます。次のターンから有効です。',
    label: '指示',
    placeholder: 'このプロジェクトではタブを使います。vendor フォルダーは変更しないでください。',
    save: '保存',
    cancel: 'キャンセル',
    loading: '指示を読み込み中',
    loadFailed: (reason) => `指示を読み取れませんでした。${reason}`,
    failed: (reason) => `指示を保存できませんでした。${reason}`,
  },
};
