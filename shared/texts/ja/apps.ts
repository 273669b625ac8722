import type { apps as english } from '../en/apps.ts';
import type { Translation } from '../translation.ts';

export const apps: Translation<typeof english> = {
  place: (tool) => `${tool} のアプリ`,
  keys: 'Enter でアプリに入り、F6 で戻ります',
  show: 'アプリを表示',
  hide: 'アプリを隠す',
  notRead: 'このツールのアプリをサーバーから読み取れませんでした。',
  reaches: (domains) => `このアプリが通信できるのは ${domains} だけです。`,
  unreachable: (domains) =>
    `このアプリは ${domains} との通信を求めていますが、許可されていません。一部が表示されないことがあります。`,
  refused: {
    address: 'ツールが示すアプリのアドレスが ui:// で始まらないため、開きませんでした。',
    kind: 'ツールがアプリとして示すものが MCP Apps の HTML ではないため、開きませんでした。',
    size: 'このツールのアプリは 5 MB を超えるため、開きませんでした。',
    empty: 'このツールのアプリは空です。',
  },
  trouble: {
    silent:
      'このアプリは Parley とのやり取りを始めていません。MCP アプリではないか、内部で問題が起きた可能性があります。',
    flood: 'このアプリは大量のメッセージを送ったため、閉じました。',
    ended: 'このアプリは終了しました。もう一度表示するか、そのまま続けてください。',
    done: 'このアプリは完了を通知したため、閉じました。',
    replaced: 'あとから開いたアプリのために、このアプリを閉じました。',
  },
  saves: (tool, server) => `${tool} (${server}) のアプリがこのファイルを提供しています`,
  fill: 'ウィンドウ全体に表示',
  shrink: '元の位置に戻す',
  filling: (tool) => `${tool} のアプリ`,
  fillNote: 'F6 でアプリから戻り、Esc で閉じます。',
  elsewhere: 'このアプリはウィンドウ全体に表示されています。',
  draft: (tool, server) =>
    `この下書きは ${tool} (${server}) のアプリが書きました。送信するまで送られません。`,
  asks: (tool) => `エージェントではなく ${tool} のアプリからの要求です`,
};
