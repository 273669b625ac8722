import type { app as english } from '../en/app.ts';
import type { Translation } from '../translation.ts';

export const app: Translation<typeof english> = {
  locale: 'ja',
  dateLocale: 'ja',
  name: 'Parley',
  windowTitle: (page) => `${page} – Parley`,
  sidebar: 'セッションとページ',
  pages: 'ページ',
  hideSidebar: 'サイドバーを隠す',
  showSidebar: 'サイドバーを表示',
  newSession: '新しいセッション',
  inbox: '受信箱',
  inboxWaiting: (count) => `${String(count)} 件が確認待ちです`,
  servers: 'サーバー',
  settings: '設定',
  serversNeedYou: (count) => `${String(count)} 台のサーバーに対応が必要です`,
  serversConnecting: (count) => `${String(count)} 台のサーバーが接続中です`,
  panel: 'セッションの詳細',
  showPanel: 'パネルを表示',
  hidePanel: 'パネルを隠す',
  panelOverview: '概要',
  panelChanges: '変更',
  panelServers: 'サーバー',
  manage: '管理',
  noServers: '有効なサーバーがありません。有効にするまで、セッションでツールは使えません。',
  toolCount: (count) => `${String(count)} ツール`,
  serverStatus: {
    pending: '未開始',
    connecting: '接続中',
    connected: '接続済み',
    failed: '失敗',
    'needs-auth': 'サインインが必要',
    disabled: 'オフ',
  },
  connectingFor: (elapsed) => `接続中 ${elapsed}`,
  page: 'ページ',
  notices: 'お知らせ',
  noticeSentences: {
    'settings-corrupt':
      '設定ファイルを読み取れませんでした。元のファイルは別に残し、既定の設定を使います。',
    'servers-corrupt':
      'サーバーのファイルを読み取れませんでした。元のファイルは別に残し、空の一覧から始めます。',
    'providers-corrupt':
      'プロバイダーのファイルを読み取れませんでした。元のファイルは別に残し、空の一覧から始めます。',
    'secrets-corrupt':
      'キーのファイルを読み取れませんでした。元のファイルは別に残しました。プロバイダーのキーを入力し直してください。',
    'permissions-corrupt':
      '許可のファイルを読み取れませんでした。元のファイルは別に残しました。すべてのツールで改めて確認します。',
    'bench-corrupt':
      '保存した呼び出しのファイルを読み取れませんでした。元のファイルは別に残し、空の一覧から始めます。',
    'data-newer':
      'より新しいバージョンの Parley が書いたデータファイルがあります。このバージョンでは変更しません。',
    'data-unmigrated':
      '以前のバージョンの Parley のデータファイルを引き継げませんでした。ファイルは元のままで、引き継げるまで内容は使えません。',
    'main-error':
      'バックグラウンドで問題が起きました。Parley はそのまま使えます。内容は詳細にあります。',
    'keychain-unavailable':
      '使えるシステムのキーチェーンがありません。キーはメモリに置かれ、終了すると消えます。',
    'link-ignored':
      'サインインの応答リンクを受け取りましたが、待っているサインインがないため使いませんでした。Parley でサインインをやり直してください。',
    'server-entry-invalid':
      'ファイル内のサーバーの 1 つを使えませんでした。ほかのサーバーに影響はありません。',
  },
  justNow: '今',
  minutesAgo: (minutes) => `${String(minutes)} 分前`,
  yesterday: '昨日',
};
