import type { turnTexts as english } from '../en/turns.ts';
import type { Translation } from '../translation.ts';

export const turnTexts: Translation<typeof english> = {
  attach: '画像、テキスト、PDF を添付',
  attached: '添付',
  removeAttachment: (name) => `${name} を外す`,
  pastedImage: '貼り付けた画像',
  dropHere: 'ファイルをドロップして添付',
  tooMany: (most) =>
    `1 つのメッセージに添付できる画像とファイルは ${String(most)} 件までです。残りは添付していません。`,
  tooLarge: (name, limit) =>
    `${name} は ${limit} を超えているため、添付していません。小さいファイルか一部だけを添付してください。`,
  tooLargeTogether: (name, limit) =>
    `${name} を加えると合計が ${limit} を超えるため、添付していません。別のメッセージで送ってください。`,
  wrongKind: (name) =>
    `${name} は画像 (PNG、JPEG、GIF、WebP)、PDF、テキストのいずれでもないため、添付していません。`,
  empty: (name) => `${name} は空のため、添付していません。`,
  unreadable: (name) =>
    `${name} を読み取れないため、添付していません。フォルダーは添付できません。`,

  sendNow: '今すぐ送信',
  editQueued: 'このメッセージを編集',
  removeQueued: 'このメッセージを削除',
  queuedWords: '待機中のメッセージ',
  saveQueued: '保存',
  cancel: 'キャンセル',
  withFiles: (count) => `${String(count)} ファイル`,
  queueFailed: '待機中のメッセージは変更されませんでした。',

  mode: '許可モード',
  modeOf: (name) => `許可モード: ${name}`,
  modes: {
    default: { label: '毎回確認', note: '許可したツールは実行し、それ以外は確認します' },
    acceptEdits: { label: '編集を許可', note: '作業フォルダー内の編集は確認しません' },
    plan: { label: '計画のみ', note: '何も書き込みません。サーバーのツールは確認します' },
  },
  modeFailed: '許可モードを変更できませんでした。',

  actions: 'このメッセージの操作',
  answerActions: 'この回答の操作',
  edit: '編集して再送信',
  again: '再送信',
  regenerate: '回答を再生成',
  fork: 'ここから分岐',
  forkFailed: 'セッションを分岐できませんでした。',
  retry: '再試行',
  editTitle: '編集して再送信',
  againTitle: '再送信',
  editField: 'メッセージ',
  place: '送信先',
  here: 'このセッション',
  asFork: '分岐したセッション',
  hereNote: (count) =>
    count === 0
      ? 'これより後のメッセージはないため、ほかに消えるものはありません。'
      : `これより後の ${String(count)} 件のメッセージが消え、元に戻せません。分岐すれば、このセッションはそのまま残ります。`,
  forkNote:
    'このメッセージより前の内容を引き継いだ新しいセッションを作ります。このセッションはそのまま残ります。',
  filesStay: 'ツールが会話の外で行ったことは元に戻りません。',
  counting: 'これより後のメッセージを数えています',
  run: '再送信',
  rerunFailed: 'メッセージは再送信されませんでした。何も変更していません。',
};
