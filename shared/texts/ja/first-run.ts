import type { firstRunTexts as english } from '../en/first-run.ts';
import { grouped } from '../plural.ts';
import type { Translation } from '../translation.ts';

export const firstRunTexts: Translation<typeof english> = {
  label: 'はじめに',
  step: (position, total) => `ステップ ${String(position)} / ${String(total)}`,
  skip: 'スキップ',
  back: '戻る',
  continue: '続ける',
  failed: (reason) => `選択を保存できませんでした。${reason}`,

  model: {
    title: 'モデルを選ぶ',
    intro: 'いつでも変更でき、セッションごとに別のモデルも使えます。',
    choices: '回答の生成元',
    service: 'モデルサービス',
    serviceNote: {
      keychain: 'API キーを使います。キーはこのコンピューターのキーチェーンに保管します。',
      memory: 'API キーを使います。キーは Parley の終了までメモリに置きます。',
    },
    local: 'このコンピューターのモデル',
    localNote: 'Ollama、LM Studio など、OpenAI 互換アドレスのサービス。',
    known: (provider) => provider,
    knownNote: (models) => `${grouped(models)} モデル、追加済み。`,
    offline: 'オフライン (モデルなし)',
    offlineNote: '簡単な規則で動きます。実際のツールを試すのに向いています。',
  },

  servers: {
    title: 'サーバーを引き継ぐ',
    intro: (count) =>
      `ほかのアプリに ${grouped(count)} 台のサーバーが見つかりました。コマンドを確認するまでオフのままです。`,
    none: 'このコンピューターのほかのアプリにサーバーは見つかりませんでした。「サーバー」からいつでも追加できます。',
    looking: 'ほかのアプリのファイルを確認中',
    list: '見つかったサーバー',
    showAll: 'すべて表示',
    more: (count) => `ほか ${grouped(count)} 台`,
    unreadable: (count) => `${grouped(count)} 件は読み取れないため、除きます。`,
    submit: (count) => `${grouped(count)} 台のサーバーを取り込む`,
    again: 'もう一度確認',
  },

  prompt: {
    title: '最初のプロンプトを試す',
    intro: '実際のツールを実行し、その前に確認します。承認の流れがわかります。',
    list: '試せるプロンプト',
    uses: (tool) => `内蔵メモの ${tool} を使います`,
    open: 'Parley を開く',
  },

  again: 'はじめに',
  againNote: 'モデル、ほかのアプリのサーバー、最初のプロンプト。',
  show: '表示',
};
