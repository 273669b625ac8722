import type { ui as english } from '../en/ui.ts';
import { grouped } from '../plural.ts';
import type { Translation } from '../translation.ts';

export const ui: Translation<typeof english> = {
  close: '閉じる',
  copy: 'コピー',
  copied: 'コピーしました',
  dismiss: '閉じる',
  optional: '任意',
  details: '詳細',
  hideDetails: '詳細を隠す',
  showValue: '値を表示',
  hideValue: '値を隠す',
  loading: '読み込み中',
  working: '処理中',
  hints: {
    readOnly: {
      true: '読み取り専用',
      false: '読み取り専用でない',
      undeclared: '読み取り専用: 宣言なし',
    },
    destructive: { true: '破壊的', false: '破壊的でない', undeclared: '破壊的: 宣言なし' },
    openWorld: { true: '外部通信', false: '外部通信なし', undeclared: '外部通信: 宣言なし' },
  },
  hintAnswer: { true: 'はい', false: 'いいえ', undeclared: '宣言なし' },
  stateMarks: {
    running: '実行中',
    waiting: '確認待ち',
    failed: '失敗',
    unread: '未読',
    idle: '待機中',
    ok: '接続済み',
    off: 'オフ',
    warning: '要注意',
    denied: '拒否',
    interrupted: '中断',
    done: '完了',
    key: 'サインインが必要',
  },
  hiddenCharacter: (code) => `見えない文字 ${code}`,
  moreCharacters: (count) => `ほか ${grouped(count)} 文字`,
  showAll: 'すべて表示',
};
