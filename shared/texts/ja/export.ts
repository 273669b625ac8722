import type { exportTexts as english } from '../en/export.ts';
import type { Translation } from '../translation.ts';

export const exportTexts: Translation<typeof english> = {
  untitled: 'セッション',
  model: 'モデル',
  folder: 'フォルダー',
  begun: '開始',
  lastChange: '最終更新',
  person: 'あなた',
  agent: 'エージェント',
  thinking: '思考',
  call: (tool, outcome) => `ツール ${tool}: ${outcome}`,
  outcomes: {
    ok: '完了',
    error: '失敗',
    denied: '拒否',
    interrupted: '中断',
    none: '結果なし',
  },
  ends: { failed: 'ターンは失敗しました。', interrupted: 'ターンは停止されました。' },
  chooseFile: 'セッションを取り込む',
  sessionFiles: 'Parley のセッション',
};
