import type { signIn as english } from '../en/sign-in.ts';
import type { Translation } from '../translation.ts';

export const signIn: Translation<typeof english> = {
  title: 'サインイン',
  start: 'サインイン',
  startAgain: 'もう一度サインイン',
  startFor: (server) => `${server} にサインイン`,
  signOut: 'サインアウト',
  signedInAs: (account) => `${account} としてサインイン済み`,
  signedIn: 'サインイン済み',
  at: (issuer) => `発行元: ${issuer}`,
  signedOut: 'サインアウトしています。接続するにはサインインしてください',
  signedOutAs: (account) =>
    `${account} はサインアウトしています。接続するにはサインインしてください`,
  headerInstead: 'サーバーが独自のキーを求める場合は、ヘッダーとして追加してください。',
  edit: 'サーバーを編集',
  moreAccess: (scope) =>
    scope === undefined
      ? '現在のサインインでは許可されていないため、呼び出しが拒否されました。許可を広げるには、もう一度サインインしてください。'
      : `現在のサインインでは許可されていないため、呼び出しが拒否されました (必要: ${scope})。許可を広げるには、もう一度サインインしてください。`,
  allowMore: '許可を広げる',
  preparing: 'サインインページを確認中',
  asking: '上の質問に回答してください',
  waiting: 'ブラウザーで完了してください',
  waitingNote: '完了すると、Parley は自動で続行します。',
  timeLeft: (time) => `残り ${time}`,
  notShown:
    'ブラウザーを開けませんでした。アドレスをコピーして、お使いのブラウザーで開いてください。Parley は完了を待っています。',
  address: 'サインインページのアドレス',
  copyAddress: 'アドレスをコピー',
  openAgain: 'もう一度開く',
  useLoopback: '代わりにローカルアドレスを使う',
  useLoopbackNote: 'ブラウザーからここへ戻れない場合に使います。',
  cancel: 'キャンセル',
  waitsInBrowser: 'ブラウザーを待っています',
  show: '表示',
  needsSignIn: (server) => `再試行するには、${server} へのサインインが必要です。`,
  accounts: 'アカウント',
  noLabel: '名前のないアカウント',
  inUse: '使用中',
  accountSignedIn: 'サインイン済み',
  accountSignedOut: 'サインアウト',
  use: '使う',
  useAccount: (account) => `${account} を使う`,
  removeAccount: (account) => `${account} をサインアウトして削除`,
  addAccount: 'アカウントを追加',
  accountName: 'アカウントの名前',
  accountHelp: '「仕事」など、自分で付ける名前です。ここにだけ表示されます。',
  accountTaken: '同じ名前のアカウントがあります。',
  add: '追加',
  redirect: 'ブラウザーから戻る方法',
  redirects: { auto: '自動', protocol: 'parley: リンク', loopback: 'ローカルアドレス' },
  redirectNotes: {
    auto: 'このアプリで開けてサーバーも対応していれば parley: リンク、それ以外はローカルアドレスを使います。',
    protocol: 'Parley を開いてよいかブラウザーが確認します。',
    loopback: 'このコンピューターのアドレスで、1 回のアクセスで閉じます。',
  },
  client: 'クライアント',
  clientAutomatic: 'サーバーが対応していれば自動で登録します',
  clientId: 'クライアント ID',
  clientSecret: 'クライアントシークレット',
  secretHelp: {
    missing: 'サーバーから渡された場合のみ。システムのキーチェーンに保管します。',
    'missing-memory': 'サーバーから渡された場合のみ。終了するまでメモリに置きます。',
    stored: 'システムのキーチェーンにあります。そのまま使うには空欄にしてください。',
    'in-memory': '終了するまでメモリにあります。そのまま使うには空欄にしてください。',
    locked:
      '保管されていますが、キーチェーンがロックされています。そのまま使うには空欄にしてください。',
  },
  clientAsked: (issuer) => `${issuer} のクライアント`,
  clientAskedNote:
    'このサインインには手動で登録したクライアントが必要です。下の 2 つのアドレスで登録するか運営者に依頼し、その ID を入力してください。',
  redirectAddresses: '登録するアドレス',
  enterClient: 'クライアント ID を入力',
  changeClient: '変更',
  forgetClient: 'クライアントを削除',
  saveAndSignIn: '保存してサインイン',
  save: '保存',
  clientIdMissing: 'クライアント ID が必要です。',
  storage: {
    keychain: 'サインイン情報は、システムのキーチェーンにある鍵で暗号化しています。',
    file: 'サインイン情報は、あなただけが読めるファイルにあります。',
    memory:
      '使えるシステムのキーチェーンがありません。サインイン情報はメモリに置かれ、終了すると消えます。',
  },
  keepInFile: 'ファイルに保存',
  keepInFileNote: 'あなただけが読めますが、暗号化されません。',
  failures: {
    'client-id-needed':
      'このサーバーはプログラムを自動で登録しません。クライアント ID が必要です。',
    'registration-refused': 'サーバーが Parley の登録を拒否しました。クライアント ID が必要です。',
    'pkce-missing':
      'このサーバーのサインインには、Parley が必須とする保護 (S256 の PKCE) がありません。運営者による有効化が必要です。',
    'issuer-mismatch': '応答が開始時とは別のサーバーから来たため、サインインを中止しました。',
    'issuer-missing': '応答に含まれるはずの送信元がないため、サインインを中止しました。',
    'resource-mismatch':
      'このサーバーのサインイン情報は別のサーバーのものだったため、使いませんでした。',
    'unsafe-address':
      'このサーバーのサインイン先は Parley が開かないアドレスでした。何も送信していません。',
    'metadata-invalid':
      'このサーバーのサインイン情報を読み取れません。運営者による修正が必要です。',
    unreachable:
      'サインインサーバーが応答しません。しばらくしてからお試しください。失われたものはありません。',
    denied:
      'ブラウザーでサインインが拒否されました。意図していない場合は、もう一度サインインしてください。',
    'callback-invalid': 'ブラウザーの応答を使えませんでした。サインインをやり直してください。',
    'callback-unknown':
      'ブラウザーの応答に対応するサインインがありません。サインインをやり直してください。',
    'callback-replayed':
      'ブラウザーの応答が 2 回届き、内容が異なりました。サインインをやり直してください。',
    timeout:
      'ブラウザーでのサインインが時間内に完了しませんでした。サインインをやり直してください。',
    cancelled: 'サインインは取りやめになりました。',
    'token-refused':
      'サインインサーバーがアクセスを許可しませんでした。もう一度サインインしてください。理由は詳細にあります。',
    'too-many-authorizations':
      'サーバーがアクセスの追加を繰り返し求めました。続ける前に求めている内容を確認してください。',
    'client-mismatch':
      'クライアント ID は、このサーバーが現在示すものとは別のサインインサーバーのものです。何も送信していません。',
    store: '保管したサインイン情報を読み書きできませんでした。理由は詳細にあります。',
    'refused-by-host': 'このアプリの規則により、このサインインサーバーは拒否されました。',
    unknown: 'サインインできませんでした。理由は詳細にあります。',
  },
};
