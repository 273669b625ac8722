import type { consentTexts as english } from '../en/consent.ts';
import type { Translation } from '../translation.ts';

const alphabets: Readonly<Record<string, string>> = {
  Cyrillic: 'キリル文字',
  Greek: 'ギリシャ文字',
  Armenian: 'アルメニア文字',
  Latin: 'ラテン文字',
};

export const consentTexts: Translation<typeof english> = {
  windowTitle: 'Parley からの確認',
  cancel: 'キャンセル',
  from: {
    name: '取得元',
    kinds: {
      paste: '貼り付けたテキスト',
      import: 'ファイル',
      link: 'インストールリンク',
      registry: 'レジストリ',
      bundle: 'バンドル',
      folder: '作業フォルダー',
    },
  },
  asksAgain: 'この定義が変わると、もう一度確認します。',
  runCommand: {
    title: (server) => `${server} にこのコマンドの実行を許可しますか?`,
    titleChanged: (server) => `${server} に変更後のコマンドの実行を許可しますか?`,
    why: 'サーバーが開始するたびに、このコンピューターであなたの権限で実行されます。',
    whyChanged:
      'サーバーが開始するたびに、このコンピューターであなたの権限で実行されます。以前に信頼したものとは異なります。',
    accept: '信頼して開始',
    command: 'コマンド',
    removed: '変更前',
    means: '実際の値',
    foundAt: (path) => `場所: ${path}`,
    notFound: (command) =>
      `${command} は PATH に見つかりませんでした。定義は残り、見つかるようになると開始できます。`,
    lookedUpLater: (variables) =>
      `場所は ${variables} によって決まり、サーバーが開始するたびに調べます。`,
    folder: 'フォルダー',
    environment: '環境変数',
    none: '独自のものなし',
    environmentNote: '名前のみ。値は表示しません',
    previousFolder: (folder) => `変更前: ${folder}`,
  },
  connectUrl: {
    title: (server) => `${server} にこのアドレスへの接続を許可しますか?`,
    titleChanged: (server) => `${server} に変更後のアドレスへの接続を許可しますか?`,
    why: 'エージェントがツールに送る内容がここに届き、エージェントはここからの回答を読みます。',
    whyChanged:
      'エージェントがツールに送る内容がここに届き、エージェントはここからの回答を読みます。以前に信頼したものとは異なります。',
    accept: '信頼して接続',
    host: 'ホスト',
    headers: 'ヘッダー',
    none: '独自のものなし',
    headersNote: '名前のみ。値は表示しません',
    before: '変更前',
    caFile: '追加で信頼',
    caFileNew: '変更前: 独自のものなし',
    caFileBefore: (path) => `変更前: ${path}`,
  },
  changeNetwork: {
    title: 'この方法でネットワークに接続しますか?',
    why: 'キー、会話、サインインがプロキシを通ります。CA の所有者はその内容を読めます。',
    accept: 'この設定を使う',
    proxy: 'プロキシ',
    proxies: { system: 'システムと環境変数に従う', none: 'なし' },
    bypass: 'プロキシを使わない',
    caFile: 'CA ファイル',
    authorities: '保証元',
    system: 'システムの証明書',
    systemTrusted: '信頼する',
    systemNotTrusted: '信頼しない',
    none: 'なし',
    note: '開いている接続は変わりません。',
  },
  addServers: {
    title: (count) =>
      count === 1
        ? 'このサーバーをオフの状態で追加しますか?'
        : `これら ${String(count)} 台のサーバーをオフの状態で追加しますか?`,
    why: '何も開始しません。それぞれ最初に実行または接続する前に確認します。',
    titleEdit: 'servers.json へのこの変更を保存しますか?',
    whyEdit: '動作が変わるものは停止し、再び実行する前に確認します。',
    accept: '追加',
    acceptEdit: '保存',
    note: 'プログラムは開始されず、何も送信されません。',
    from: '取得元',
    folder: 'フォルダー',
    variables: '環境変数',
    headers: 'ヘッダー',
    changes: { added: '新規', changed: '変更', removed: '削除' },
  },
  appCall: {
    title: (server) => `${server} のアプリにこのツールの呼び出しを許可しますか?`,
    why: 'あなたやエージェントではなく、アプリからの要求です。アプリで行った操作によるものなら許可してください。',
    accept: 'この呼び出しを許可',
    app: 'アプリの提供元',
    tool: 'ツール',
    none: '引数なし',
    destructive: 'このツールは何かを破壊または上書きすることがあります。',
    note: 'この引数での今回の呼び出しだけです。',
  },
  appNetwork: {
    title: (server) => `${server} のアプリにこのコンピューターへの接続を許可しますか?`,
    why: 'このコンピューターで待ち受けるプログラムへの接続を求めています。それらはここからの通信を信頼することがあります。',
    accept: 'Parley の終了まで許可',
    app: 'アプリの提供元',
    origins: 'アドレス',
    note: '許可しなくてもアプリは表示されますが、これらには接続できません。',
  },
  restoreBackup: {
    title: 'このバックアップを復元しますか?',
    why: 'セッションとメモは現在のものに追加されます。設定、プロバイダー、サーバーは現在のものと置き換わります。',
    accept: '復元して再起動',
    file: 'ファイル',
    made: '作成',
    madeWith: (when, version) => `${when}、Parley ${version}`,
    sessions: 'セッション',
    servers: 'サーバー',
    addresses: '会話の送信先',
    note: 'キー、許可、信頼はバックアップに含まれません。各サーバーは実行前に確認します。',
  },
  deleteData: {
    titles: {
      trash: 'ゴミ箱の中身を完全に削除しますか?',
      sessions: 'すべてのセッションを完全に削除しますか?',
      everything: 'Parley が保存するすべてのデータを削除しますか?',
    },
    why: 'この操作は元に戻せません。',
    accepts: {
      trash: 'ゴミ箱を空にする',
      sessions: 'セッションを削除',
      everything: 'すべて削除',
    },
    sessions: 'セッション',
    trashed: 'ゴミ箱',
    servers: 'サーバー',
    secrets: 'キーとシークレット',
    folder: 'フォルダー',
    notes: {
      trash: 'ゴミ箱にないセッションは残ります。',
      sessions: '作業フォルダーのファイル、サーバー、設定、キーは残ります。',
      everything: '作業フォルダーのファイルは残ります。Parley は空の状態で再起動します。',
    },
  },
  openLink: {
    title: 'このアドレスをブラウザーで開きますか?',
    why: 'Parley の外に出ます。知っているホストか確認してください。',
    accept: '開く',
    host: 'ホスト',
    note: '開くまで何も送信しません。',
  },
  loadImage: {
    title: 'このホストから画像を読み込みますか?',
    why: '読み込んだことと、モデルが書いた可能性のあるアドレス全体が、ホストの運営者に伝わります。',
    accept: '読み込む',
    host: 'ホスト',
    note: 'Parley を終了するまで、このセッションではこのホストのほかの画像も押すだけで読み込みます。',
  },
  signIn: {
    title: (server) => `${server} にサインインしますか?`,
    why: 'サインインページをブラウザーで開きます。そこで許可する内容は、このサーバーと選んだアカウントに対するものです。',
    accept: 'サインインページを開く',
    page: 'ページ',
    issuer: '要求元',
    redirect: '応答の戻り先',
    redirects: {
      protocol: 'parley: リンク (ブラウザーが開いてよいか確認します)',
      loopback: 'このコンピューターのアドレス (1 回のアクセスで閉じます)',
    },
    note: '知っているホストか確認してください。',
  },
  openServerUrl: {
    title: (server) => `${server} がブラウザーでページを開こうとしています`,
    why: 'まだ何も読み込んでいません。',
    goesTo: '接続先',
    spelled: '実際の表記',
    serverAt: 'サーバーの場所',
    onThisComputer: 'このコンピューター',
    connection: '接続',
    copy: 'アドレスをコピー',
    decline: '辞退',
    accept: '開く',
    acceptAnyway: 'それでも開く',
    note: 'そこでの操作はモデルには見えません。完了したらここに戻ってください。',
    notThat: (domain) => `これは ${domain} ではありません`,
    lookalike: (position, code, alphabet, looksLike) =>
      `${String(position)} 文字目は ${code} で、${looksLike} に似た${alphabets[alphabet] ?? ` ${alphabet} の文字`}です。`,
    collectsPasswords: 'このようなアドレスはパスワードの収集によく使われます。',
    mixed:
      'このアドレスの名前には 2 種類の文字が混ざっています。このようなアドレスはパスワードの収集によく使われます。',
    otherDomain: (domain, server) =>
      `アドレスは ${domain}、サーバーは ${server} のものです。両方を知っている場合だけ開いてください。`,
  },
  added: '新規',
  removed: '削除',
  onlyValuesChanged: '表示している内容は以前と同じです。表示していない値が変わりました。',
  warnings: {
    hiddenAndShell: (position) =>
      `引数 ${String(position)} には見えない文字とシェルコマンドが含まれています。文字列として渡されますが、このプログラムが実行する可能性があります。`,
    hiddenInArgument: (position) =>
      `引数 ${String(position)} には見えない文字が含まれています。その位置に文字コードを表示しています。`,
    hiddenInCommand:
      'コマンドには見えない文字が含まれています。その位置に文字コードを表示しています。',
    hiddenInAddress:
      'アドレスには見えない文字が含まれています。その位置に文字コードを表示しています。',
    shellText: (position) =>
      `引数 ${String(position)} にはシェルコマンドが含まれています。文字列として渡されますが、このプログラムが実行する可能性があります。`,
    unpinnedPackage: (name) =>
      `${name} のバージョンが固定されていません。新しいコードが確認なしで実行されることがあります。`,
    plainHttp: '接続は暗号化されていません。経路上の第三者が内容を読んだり変えたりできます。',
    userInfo: 'アドレスのホストの前にユーザー名またはパスワードがあります。',
    variableAddress:
      '接続先は変数によって決まります。値は開始のたびに調べられ、今回の同意には含まれません。',
    privateAddress: 'アドレスはこのコンピューターまたはローカルネットワーク上にあります。',
  },
};
