import type { serverSetup as english } from '../en/server-setup.ts';
import { grouped } from '../plural.ts';
import type { Translation } from '../translation.ts';

export const serverSetup: Translation<typeof english> = {
  reading: {
    shapes: {
      mcpServers: 'Claude Desktop や Cursor の mcpServers として解釈しました',
      servers: 'VS Code の servers として解釈しました',
      settings: 'VS Code の設定として解釈しました',
      records: 'Parley の servers.json として解釈しました',
      map: '名前付きのサーバーとして解釈しました',
      single: '1 つのサーバーとして解釈しました',
      list: 'サーバーのリストとして解釈しました',
      'command-line': 'コマンドラインとして解釈しました',
      url: 'アドレスとして解釈しました',
      link: 'インストールリンクとして解釈しました',
      registry: '利用方法',
      bundle: 'サーバーのバンドル',
      unknown: '解釈できません',
    },
    empty: 'まだ何もありません。',
    tooLong: '1 MB を超えています。サーバーの部分だけを貼り付けてください。',
    syntax: {
      expected: (what) => `ここに ${what} がありません。`,
      end: 'テキストが途中で終わっています。括弧か引用符が閉じていません。',
      escape: 'バックスラッシュそのものは 2 つ重ねて書きます。',
      escapeFix: 'このテキストのバックスラッシュを重ねる',
      control: '文字列に改行またはタブが含まれています。\\n や \\t と書いてください。',
      symbol: 'JSON では使えない文字です。',
      number: '数値ではありません。',
    },
    unknownShape: (key) =>
      `キー「${key}」はサーバーを含むキーではありません。mcpServers か servers を持つオブジェクト、または command か url を持つサーバー 1 つを貼り付けてください。`,
    unknownShapeEmpty: 'サーバーが含まれていません。',
    isItKey: (key) => `「${key}」のことですか?`,
    renameKey: (key) => `「${key}」に変更`,
    notObject: (name) => `${name} は command か url を持つオブジェクトにしてください`,
    mapNotObject: (key) => `「${key}」はサーバー名をキーとするオブジェクトにしてください`,
    noStart: 'command も url もありません',
    noStartTypo: (found, meant) => `${found} があります。${meant} のことですか?`,
    unknownKey: (key) => `「${key}」は不明なため、除きます。`,
    ignoredKey: (key) => `「${key}」は引き継ぎません。Parley が自分で確認します。`,
    envFile: 'envFile のファイルは読み込みません。変数を env に書いてください。',
    mustBeText: (field) => `${field} は文字列にしてください`,
    mustBeList: (field) => `${field} は 1 つの文字列ではなく、文字列のリストにしてください`,
    mustBeListOther: (field) => `${field} は文字列のリストにしてください`,
    mustBeMap: (field) => `${field} は文字列を値とするオブジェクトにしてください`,
    quote: (value) => `"${value}" と書く`,
    split: (count, line) => `${grouped(count)} 個の引数に分割: ${line}`,
    splitCommand: (count) => `コマンドと ${grouped(count)} 個の引数に分割`,
    wholeLine: 'コマンドがコマンドライン全体になっています。シェルでは解釈されません。',
    control: (field, code) =>
      `${field} に見えない文字 ${code} が含まれています。パスの単独のバックスラッシュはこの文字になります。`,
    controlFix: 'バックスラッシュを重ねる',
    twice: (name) => `「${name}」が 2 つあります。ほかのアプリでは最後のものが使われます。`,
    bothStarts: 'command と url の両方があります。url は除きます。',
    unknownType: (type) =>
      `種類「${type}」は不明です。stdio、http、sse のいずれかを使ってください。`,
    field: (field, reason) => `${field}: ${reason}`,
    unpinned: 'バージョンが固定されていないため、開始のたびにコードが変わる可能性があります。',
    secretMoves: (place, reference) =>
      `${place} の値は ${reference} としてキーチェーンに移します。`,
    secretArgument: (position, reference) =>
      `引数 ${String(position)} は ${reference} としてキーチェーンに移します。実行中はほかのプログラムからも見えます。`,
    secretStays: (place) =>
      `${place} の値はシークレットのようです。キーチェーンがないため、あなただけが読める servers.json に残ります。`,
    asks: (name) => `初回開始の前に ${name} を確認します。`,
    missing: (name) =>
      `${name} が設定されていません。Parley の起動前に設定するか、\${${name}:-value} のように既定値を書いてください。`,
    lineProblem: {
      'open-quote': '引用符が閉じていません。',
      'shell-operator':
        'パイプ、リダイレクト、複数のコマンドにはシェルが必要ですが、シェルは使いません。コマンドを 1 つだけ貼り付けてください。',
      empty: 'コマンドが含まれていません。',
    },
    link: {
      notOurs: 'サーバーをインストールするリンクではありません。',
      noConfig: 'リンクにサーバーの定義がありません。',
      broken: 'リンクの定義が壊れています。JSON でも JSON の Base64 でもありません。',
      several: 'リンクに複数のサーバーがありますが、使えるのは 1 つだけです。',
    },
    differs: {
      command: '既存のものとはコマンドが異なります',
      args: '既存のものとは引数が異なります',
      env: '既存のものとは変数が異なります',
      cwd: '既存のものとはフォルダーが異なります',
      url: '既存のものとはアドレスが異なります',
      headers: '既存のものとはヘッダーが異なります',
      caFile: '既存のものとは CA ファイルが異なります',
      type: '既存のものとは種類が異なります',
    },
  },
  add: {
    title: 'サーバーを追加',
    close: '閉じる',
    tabs: {
      label: 'サーバーの追加方法',
      paste: '貼り付け',
      form: 'フォーム',
      registry: 'レジストリ',
      choose: '選択',
    },
    paste: '設定、コマンドライン、URL',
    pastePlaceholder:
      '{ "mcpServers": { … } }、npx -y some-server のようなコマンド、アドレス、インストールリンク',
    linkTitle: 'このリンクのサーバーを追加しますか?',
    linkNote: 'この定義はリンクから届きました。コマンドを確認するまで何も開始しません。',
    found: (all, wrong) =>
      wrong === 0
        ? `${grouped(all)} サーバー`
        : `${grouped(all)} サーバー、うち ${grouped(wrong)} に誤りあり`,
    position: (line, column) => `${String(line)} 行 ${String(column)} 列`,
    fix: '修正',
    choose: (name) => `${name} を追加`,
    pin: 'バージョンを入力',
    latest: '最新バージョンを調べる',
    latestBusy: '調べています',
    latestNote: (ecosystem) =>
      `押すと ${ecosystem === 'npm' ? 'npm' : 'PyPI'} に問い合わせます。送るのはパッケージ名だけです`,
    latestFrom: (host) => `${host} による最新版`,
    pinTo: (version) => `${version} に固定`,
    pinLabel: (name) => `${name} のバージョン`,
    pinPlaceholder: '1.4.2',
    pinApply: '固定',
    pinned: (name, version) => `追加すると ${name} は ${version} に固定されます。`,
    pinWrong: '1.4.2 のように正確なバージョンを 1 つ入力してください。',
    same: 'すでに追加されています',
    newName: (name) => `新しい名前: ${name}`,
    review: (count) => `${grouped(count)} サーバーを確認`,
    cancel: 'キャンセル',
    waiting: '上の質問に回答してください',
    partly: (added, all) =>
      `${grouped(all)} サーバー中 ${grouped(added)} を追加しました。残りはそのままです。`,
    none: '何も追加していません。',
    failed: (reason) => `追加できませんでした。${reason}`,
    syntaxFirst: '先にテキストを修正してください',
    unknownKind: '?',
    noneYet: 'なし',
  },
  scope: {
    label: '保存先',
    user: 'すべてのセッション',
    folder: (name) => `${name} のみ`,
  },
  import: {
    open: '取り込み',
    title: 'サーバーを取り込む',
    description: '何も開始しません。各サーバーはコマンドを確認するまでオフのままです。',
    sources: 'サーバーが見つかった場所',
    apps: {
      'claude-desktop': 'Claude Desktop',
      'claude-code': 'Claude Code',
      cursor: 'Cursor',
      vscode: 'VS Code',
      qoder: 'Qoder',
      cline: 'Cline',
      roo: 'Roo',
      folder: 'フォルダー',
      file: 'ファイル',
    },
    notFound: '見つかりません',
    inFolder: (file) => `フォルダー内の ${file}`,
    projects: (count) => `ユーザーと ${grouped(count)} プロジェクト`,
    several: (first, second) => `${first} と ${second}`,
    chooseFile: 'ファイルを選択',
    reading: 'ほかのアプリのファイルを読み込み中',
    read: (all, chosen) => `${grouped(all)} サーバーを読み込み、${grouped(chosen)} を選択`,
    chooseNone: '選択を解除',
    chooseAll: 'すべて選択',
    new: '新規',
    same: '既存のものと同じ',
    update: '更新',
    nothing: '取り込むものはありません',
    skipped: '対象外',
    line: (line, sentence) => `${String(line)} 行: ${sentence}`,
    onlyIn: (folder) => `${folder} のみ`,
    secrets: (count) =>
      count === 0
        ? '元のファイルは変更しません。'
        : `シークレットのような値 ${grouped(count)} 個をキーチェーンに移します。元のファイルは変更しません。`,
    noneTitle: 'サーバーが見つかりません',
    none: 'サーバーを持つアプリは見つかりませんでした。代わりにファイルを選んでください。',
    submit: (count) => `${grouped(count)} サーバーを取り込む`,
    cancelled: '何も取り込んでいません。',
    failed: 'ほかのアプリのファイルを読み取れませんでした',
    again: 'もう一度読み込む',
  },
  variables: {
    unset: (name) =>
      `${name} が設定されていません。値を入力するか、\${${name}:-eu} のように既定値を書いてください。`,
    unknown: (reference) =>
      `${reference} は Parley が知らない変数です。値そのものを書くか、文字列として渡すには $${reference} と書いてください。`,
    lookedUpLater: '開始時に調べます',
    stored: 'キーチェーンに保管',
    asked: '初回開始の前に確認します',
  },
  keychain: {
    kept: (name) =>
      `${name === '' ? 'この値' : name} はキーチェーンに保管します。押すと servers.json に残します`,
    notKept: (name) =>
      `${name === '' ? 'この値' : name} は servers.json に残します。押すとキーチェーンに保管します`,
  },
  json: {
    label: 'このサーバーの JSON',
    back: 'フォームに戻る',
    masked: '連続した点は保管済みの値です。そのままにすれば変わりません。',
    extras: (keys) =>
      `${keys.map((key) => `「${key}」`).join('、')} は Parley が知らないキーです。このテキストには残りますが、保存されません。`,
    notObject: 'name と、command または url を持つオブジェクトにしてください。',
    syntax: (line, column) =>
      `${String(line)} 行 ${String(column)} 列: まだ JSON になっていません。`,
    field: (field, reason) => `${field}: ${reason}`,
    maskLost: (name) => `${name} に保管済みの値はありません。点の代わりに値を書いてください。`,
  },
  care: {
    title: '確認が必要な項目',
    toReview: 'このサーバーはまだ確認していません。確認するまで、実行も接続もしません。',
    asked: (names) =>
      `${names.join('、')} の値がまだありません。値がないとサーバーは開始しません。`,
    unset: (name, places) =>
      `変数 ${name} は Parley の起動環境に設定されておらず、${places.join('、')} で必要です。設定しないとサーバーは開始しません。`,
    unknown: (name, places) =>
      `${places.join('、')} の \${${name}} は Parley が知らない変数です。このままではサーバーは開始しません。`,
    plainSecrets: (places) =>
      `シークレットのような値 ${grouped(places.length)} 個が servers.json にあります: ${places.join('、')}。`,
    move: 'シークレットをキーチェーンに移す',
    noKeychain: 'キーチェーンがありません。ファイルを読めるのはあなただけです。',
  },
  values: {
    title: (name) => `${name} の値`,
    description: 'このサーバー専用としてキーチェーンに保管し、再表示はしません。',
    open: '保管した値',
    enter: '値を入力',
    enterNote: 'キーチェーンに保管し、サーバーをもう一度開始します',
    none: 'この定義に、入力を求める値はありません。',
    stored: '保管済みです。置き換えるにはここに入力してください。',
    places: (places) => `使用箇所: ${places}`,
    unset: (name) => `変数 ${name} は Parley の起動環境に設定されていません。`,
    save: '保存して開始',
    cancel: 'キャンセル',
  },
  export: {
    copy: 'mcpServers JSON としてコピー',
    copied: (leftOut) =>
      leftOut === 0
        ? 'シークレットを含まずにコピーしました。'
        : `コピーしました。シークレット ${grouped(leftOut)} 個を除きました。`,
  },
  raw: {
    open: 'JSON として編集',
    title: 'サーバーの JSON',
    description: (path) => `${path}。動作が変わるものは、再び実行する前に確認します。`,
    label: 'ファイルの内容',
    shape: 'ファイルは "schemaVersion": 1 とリスト "servers" を持つオブジェクトにしてください。',
    entry: (name, field, reason) =>
      `${name === '' ? 'この項目' : `「${name}」`}は使えません: ${field === '' ? '' : `${field}: `}${reason}`,
    twice: (name, field) => `「${name}」の ${field} は別の項目と同じです。`,
    maskLost: 'この名前で保管された値はありません。もう一度書いてください。',
    masked: 'シークレットのような値は点で表示しています。そのままにすれば変わりません。',
    valid: '誤りは見つかりませんでした。',
    changed: 'ファイルが Parley の外で変更されました。上書きはしません。',
    reload: '再読み込み',
    reloadNote: 'ここでの編集は失われます',
    save: '保存',
    saved: '保存しました。',
    cancelled: '何も保存していません。テキストはそのまま残っています。',
    close: '閉じる',
    loading: 'ファイルを読み込み中',
  },
  registry: {
    search: 'レジストリを検索',
    placeholder: '名前または用途。例: postgres',
    submit: '検索',
    note: (host) => `「検索」を押すと ${host} に問い合わせます。送るのは検索語だけです。`,
    results: (count) => `${grouped(count)} サーバー`,
    none: 'サーバーは見つかりませんでした。',
    more: 'さらに表示',
    choose: (name) => `${name} を見る`,
    back: '結果に戻る',
    version: (version) => `バージョン ${version}`,
    kind: (kind) => `種類 ${kind} のパッケージはここから開始できません。`,
    transport: '独自のポートで待ち受けるサーバーは、Parley から開始できません。',
    nothing: 'この項目にはパッケージもアドレスもありません。',
    reviewNote: '第三者が公開したものです。コマンドまたはアドレスを確認するまで何も開始しません。',
  },
  bundle: {
    notBundle: (reason) => `サーバーのバンドルではありません。${reason}`,
    unsafe: (name, reason) =>
      `バンドル内のファイル「${name}」が${reason}ため、何も展開していません。`,
    reasons: {
      path: 'フォルダーの外を指している',
      link: 'リンクである',
      encrypted: '暗号化されている',
      twice: '2 つある',
    },
    tooMany: '20,000 個を超えるファイルが含まれています。',
    tooLarge: '展開すると 512 MB を超えます。',
    noManifest: 'manifest.json がありません。',
    manifest: (field, reason) => `マニフェストを使えません: ${field}: ${reason}`,
    platform: (platforms) => `${platforms} で動作し、このシステムでは動作しません。`,
    runtime: (name, versions) => `${name} ${versions} が必要ですが、ここでは確認していません。`,
    unsigned: '署名がありません。提供元を保証する人がいません。',
    signed: (signer, issuer) =>
      `${signer} による署名があり、${issuer} がその名前を保証しています。署名後の変更はありません。証明書の失効は確認していません。`,
    selfSigned: (signer) =>
      `${signer} を名乗る人による署名です。ほかに名前を保証する人はいません。署名後の変更はありません。`,
    untrusted: (signer, issuer) =>
      `${signer} としての署名がありますが、${issuer} の証明書は現在このシステムでプログラム用に信頼されていません。署名なしとみなしてください。`,
    brokenSignature: {
      incomplete: '署名が壊れています。署名なしとみなしてください。',
      method: 'Parley が確認できない種類の署名です。署名なしとみなしてください。',
      content: '署名後に変更されています。使う前に、公開元からもう一度入手してください。',
      signature:
        '署名が示された証明書と一致しません。使う前に、公開元からもう一度入手してください。',
    },
    unpacked: (folder) => `同意すると ${folder} に展開します。`,
    several: (name) => `${name} は、ほかのアプリでは複数の値を取ります。ここでは 1 つです。`,
    update: {
      title: (from, to) => (from === undefined ? `${to} に更新` : `${from} から ${to} に更新`),
      older: (from, to) => `${from} から古いバージョン ${to} に戻す`,
      rebuilt: (version) => `${version} の別のビルド`,
      inPlace: (name) => `${name} と置き換えます。許可、設定、値は残ります。`,
      signatureLost: (signer) =>
        `現在のバージョンには ${signer} の署名がありますが、これには署名がなく、同じ値を受け取ることになります。`,
      otherSigner: (before, now) =>
        `署名が ${before} から ${now} に変わり、同じ値を受け取ることになります。`,
      command: 'コマンドが変わります。',
      args: '引数が変わります。',
      sets: (names) => `${names.join('、')} を追加で設定します。`,
      asks: (names) => `${names.join('、')} を追加で求めます。`,
      noLongerAsks: (names) =>
        `${names.join('、')} を求めなくなります。動作を確認した後、その値は削除されます。`,
      keeps: (names) => `${names.join('、')} の値は残ります。`,
    },
  },
};
