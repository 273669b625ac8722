/** Words that carry no value by themselves. */
export const fillerWords: ReadonlySet<string> = new Set(
  (
    'a an the to of for with and or in on at by from into via as is are be it its my your our me us i you ' +
    'please kindly just now can could would should will want like need let using so also do does if any some all ' +
    'を に は が で の と へ も から まで して て し た だ です ます する さ れ お ください 下さい お願い って し 使 使って 使っ 使い 使用 使用して て ' +
    '을 를 은 는 이 가 에 에게 의 로 으로 와 과 주세요 해줘 해주세요 사용해서 사용해 사용하여 써서'
  ).split(' '),
);

/** Verbs that ask for a tool: what follows them is a name. */
export const callVerbs: ReadonlySet<string> = new Set(
  'use using call calling run running invoke invoking execute executing try'.split(' '),
);

/** What a thing that can be called is called. */
export const toolNouns: ReadonlySet<string> = new Set(
  'tool tools function command ツール 関数 도구 툴 도구를 도구로 툴을 툴로 工具'.split(' '),
);

export const serverNouns: ReadonlySet<string> = new Set(
  'server サーバー サーバ 서버 서버의'.split(' '),
);

/** Verbs of speech and handing over, skipped in front of a value. */
export const carrierWords: ReadonlySet<string> = new Set(
  'say saying send sending pass passing give giving called named titled value values argument arguments parameter parameters input set'.split(
    ' ',
  ),
);

const verbGroups = [
  'list show display enumerate 一覧 表示 목록',
  'get fetch retrieve load query lookup find search look 取得 検索 검색 조회',
  'read open view cat show 読む 読ん 읽어',
  'write save create add make store put new 書く 書い 作成 保存 작성 저장',
  'delete remove erase drop clear destroy 削除 삭제',
  'update change edit modify rename move set 更新 変更 수정',
  'send post submit publish email message 送信 전송',
  'count sum add total calculate compute 計算 계산',
].map((group) => group.split(' '));

const verbs = new Set(verbGroups.flat());

/** True for words that name an action. */
export function isVerb(word: string): boolean {
  return verbs.has(word);
}

/** True when both words name about the same action. */
export function similarVerbs(left: string, right: string): boolean {
  return verbGroups.some((group) => group.includes(left) && group.includes(right));
}

const koreanParticle = /(?:에게|에서|으로|을|를|은|는|이|가|에|의|로|와|과)$/u;

/** The stem that plural, possessive and particle forms share. */
export function stem(word: string): string {
  if (/^[가-힣]{2,}$/u.test(word)) return word.replace(koreanParticle, '') || word;
  const bare = word.replace(/['’]s?$/u, '');
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`;
  if (bare.length > 4 && /(?:s|x|z|ch|sh)es$/.test(bare)) return bare.slice(0, -2);
  if (bare.length > 3 && bare.endsWith('s') && !bare.endsWith('ss')) return bare.slice(0, -1);
  return bare;
}
