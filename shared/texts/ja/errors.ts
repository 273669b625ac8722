import type { errors as englishErrors, failures as englishFailures } from '../en/errors.ts';
import type { Translation } from '../translation.ts';

export const errors: Translation<typeof englishErrors> = {
  'ipc.unknown-route':
    'このバージョンにない機能がウィンドウから要求されました。Parley を再起動してください。',
  'ipc.forbidden-sender': 'アプリのウィンドウ以外から送られた要求のため、拒否しました。',
  'ipc.invalid-input': '要求を解釈できませんでした。該当する項目は詳細にあります。',
  'ipc.too-large': '一度に送るには大きすぎます。小さくしてからもう一度お試しください。',
  internal: 'Parley の内部で問題が起きました。もう一度お試しください。ログに詳しい内容があります。',
  'storage.failed':
    'ディスク上のデータを読み書きできませんでした。理由は詳細にあります。保存済みのデータは失われていません。',
  'session.not-found': 'このセッションの記録がディスクに見つかりません。',
  'session.read-only':
    '別のプログラムがこのセッションに書き込んでいます。ここで続けるには、そちらを閉じてください。',
  'session.no-prompt': 'この質問はすでに閉じています。何も送信していません。',
  'session.prompt-mismatch': '質問が開いている間に引数が変わりました。もう一度確認してください。',
  'session.no-gesture':
    'キー入力やクリックによる回答ではないため、受け付けませんでした。もう一度回答してください。',
  'bench.no-gesture':
    'キー入力やクリックによる要求ではないため、送信しませんでした。もう一度お試しください。',
  'bench.refused': 'サーバーはこの操作を実行しませんでした。理由は詳細にあります。',
  'bench.not-found': 'この呼び出しはもう保持されていません。ツールをもう一度呼び出してください。',
  'session.exists': '同じ ID のセッションがすでにあるため、置き換えませんでした。',
  'session.import':
    'このファイルは Parley が取り込める会話ではありません。理由は詳細にあります。何も変更していません。',
  'session.not-queued': 'このメッセージはもう待機していません。',
  'image.failed': '画像を読み込めませんでした。理由は詳細に示しています。',
  'session.no-checkpoint':
    'このメッセージの前のファイルの内容がわからないため、何も戻せません。ファイルは、フォルダーを信頼した後の、このセッションのメッセージについて残されます。',
  'session.busy': 'ターンが実行中です。停止するか、終わるまでお待ちください。',
  'permission.invalid': 'この許可は与えられません。理由は詳細にあります。',
  'permission.not-listed':
    'サーバーが現在このツールを公開していないため、何も変更していません。サーバーに接続してからもう一度お試しください。',
  'permission.changed': '確認している間にツールが変わりました。もう一度確認してください。',
  'permission.arguments': 'この引数はツールに合いません。該当する項目は詳細にあります。',
  'server.not-found': 'このサーバーはもう一覧にありません。',
  'server.invalid': 'このサーバーの定義は使えません。該当する項目は詳細にあります。',
  'server.builtin': '内蔵サーバーは変更も削除もできません。オフにすることはできます。',
  'settings.invalid': '設定は変更されませんでした。',
  'provider.not-found': 'このプロバイダーはもう一覧にありません。別のモデルを選んでください。',
  'provider.invalid': 'このプロバイダーは使えません。該当する項目は詳細にあります。',
  'provider.no-key': 'このプロバイダーにはキーが必要です。設定で入力してください。',
  'secrets.unavailable':
    'システムのキーチェーンがロックされているか存在しないため、キーを読み書きできませんでした。',
  'registry.failed':
    'レジストリに問い合わせできませんでした。貼り付けやフォームからサーバーを追加できます。',
  'link.refused': 'このアドレスは Parley では開きません。',
  'link.not-opened':
    'システムがアドレスを開けませんでした。コピーして、ご自分でブラウザーで開いてください。',
  'question.invalid':
    '回答がサーバーの求める形に合わないため、送信しませんでした。該当する項目は詳細にあります。',
  'link.not-registered':
    'システムが Parley を専用リンクの既定アプリに設定しませんでした。代わりにローカルアドレスを使ってください。',
  'app.too-many': 'ツールのアプリを開きすぎています。1 つ閉じてからもう一度お試しください。',
  'data.failed': '処理できませんでした。何も変更していません。理由は詳細にあります。',
  'composer.refused': 'メッセージに入れませんでした。理由は詳細にあります。',
  'instructions.changed':
    '指示のファイルがその間に変更されたため、保存していません。もう一度読み込んでから変更してください。',
  'instructions.invalid': 'この指示は保存できませんでした。理由は詳細にあります。',
  'consent.busy': '別の質問が開いています。先にそちらへ回答してください。',
};

export const failures: Translation<typeof englishFailures> = {
  unexpected: 'このウィンドウで問題が起きました。もう一度お試しください。',
  crashedTitle: 'このページで問題が起きました',
  crashedBody:
    'セッションはバックグラウンドで続いており、失われたものはありません。続けるにはウィンドウを再読み込みしてください。',
  reload: 'ウィンドウを再読み込み',
  notLoaded: 'Parley のデータを読み込めませんでした。',
  tryAgain: '再試行',
};
