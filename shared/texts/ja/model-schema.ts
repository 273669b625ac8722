import type { modelSchema as english } from '../en/model-schema.ts';
import { grouped } from '../plural.ts';
import type { Translation } from '../translation.ts';

export const modelSchema: Translation<typeof english> = {
  open: 'モデル用スキーマ',
  adapted: '一部のモデル向けにスキーマを変更しています。',
  leftOut: (kinds) => `${kinds} には提供しません。`,
  show: '表示',
  showOf: (tool) => `${tool} のモデル用スキーマを表示`,
  title: (tool) => `${tool} のモデル用スキーマ`,
  description:
    'サービスごとに対応する JSON Schema の範囲が異なります。サーバーには常に元のスキーマどおりの内容が送られます。',
  kind: 'プロバイダーの種類',
  same: 'サーバーの宣言どおりに送ります。',
  isLeftOut: (reason) => `これらのモデルにはこのツールを提供しません。${reason}`,
  changes: (count) => `変更 ${grouped(count)} 件`,
  most: (count) => `最初の ${String(count)} 件だけを表示しています。`,
  list: '変更',
  whole: 'スキーマ全体',
  kinds: { removed: '除外', added: '追加', changed: '変更' },
  close: '閉じる',
};
