import type { composerTexts as english } from '../en/composer.ts';
import type { Translation } from '../translation.ts';

export const composerTexts: Translation<typeof english> = {
  emptyFile: (name) => `${name} は空のため、添付していません。`,
  noFile: (name) => `${name} はファイルではないため、添付していません。`,
  notText: (name) =>
    `${name} は画像 (PNG、JPEG、GIF、WebP)、PDF、テキストのいずれでもないため、添付していません。`,
  tooLargeFile: (name, limit) =>
    `${name} は ${limit} を超えているため、添付していません。小さいファイルか一部だけを添付してください。`,
  unreadableFile: (name, reason) => `${name} を読み取れないため、添付していません: ${reason}。`,
  outsideFolder: (name) =>
    `${name} はこのセッションのフォルダーの外を指しているため、添付していません。`,
  noFolder: 'このセッションには作業フォルダーがないため、添付するファイルもありません。',
  noServer:
    'このサーバーは接続されていないか、このセッションで使われていないため、何も問い合わせていません。',
  emptyPrompt: (name) => `プロンプト ${name} はメッセージにならなかったため、何も入れていません。`,
  unnamedResource: 'リソース',
  promptImage: '画像',
  unknownBlock: (kind) => `種類「${kind}」の部分は人から送れないため、除きました。`,
  promptRole: (role, text) =>
    role === 'assistant' ? `アシスタント:\n${text}` : `ユーザー:\n${text}`,
  manyFiles: (count) =>
    `フォルダーのファイルが多いため、最初の ${String(count)} 件だけを検索しています。`,
};
