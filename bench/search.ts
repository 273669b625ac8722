import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchDatabase } from '../main/storage/session-index/search-database.ts';
import { searchTerms } from '../main/storage/session-index/search-terms.ts';

/** PF-9: the first page of a search over a million messages, half of them English, half Japanese. */
const MESSAGES = Number(process.argv[2] ?? 1_000_000);
const SESSIONS = 5_000;
const RUNS = 5;
/** As the index does it: searches stop here and give what they have, in ms. */
const BUDGET_MS = 60;

const english =
  'the order list reads every row of a table because no index fits this query so we build one and look at the plan again before the release'.split(
    ' ',
  );
const japanese =
  '注文一覧 検索 遅い 原因 索引 追加 計画 確認 東京 天気 今日 晴れ 変更 試験 結果 設定 接続 失敗 再開 会話 履歴 保存'.split(
    ' ',
  );

let seed = 42;
function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed % below;
}
function sentence(words: readonly string[], count: number, joint: string): string {
  return Array.from({ length: count }, () => words[random(words.length)] ?? '').join(joint);
}

/** Words that stand in so many of the messages, beside those of the sentences. */
const rare = [
  ['needle', 1],
  ['zebra crossing', 300],
  ['大阪', 300],
  ['京都府', 1],
] as const;
const questions = [
  'order',
  'order list',
  'needle',
  'zebra crossing',
  'kubernetes',
  'tableau',
  '天気',
  '注文一覧',
  '大阪',
  '京都府',
  '名古',
  'of',
  'qz',
  '晴',
  'order 天気',
];

const folder = await mkdtemp(join(tmpdir(), 'parley-bench-search-'));
try {
  const path = join(folder, 'sessions.db');
  const database = SearchDatabase.open(path);
  const begun = performance.now();
  fill(database);
  const seconds = (performance.now() - begun) / 1_000;
  const { size } = await stat(path);
  console.log(
    `${String(MESSAGES)} messages in ${String(SESSIONS)} sessions: taken in within ${seconds.toFixed(0)} s, ${(size / 1e6).toFixed(0)} MB`,
  );
  console.log(
    '| query | sessions on the first page | first, ms | median of 5, ms |\n|---|---|---|---|',
  );
  for (const query of questions) console.log(measure(database, query));
  database.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}

function fill(database: SearchDatabase): void {
  const every = rare.map(([word, count]) => [word, Math.floor(MESSAGES / count)] as const);
  const each = MESSAGES / SESSIONS;
  for (let session = 0; session < SESSIONS; session += 1) {
    const id = randomUUID();
    const messages = Array.from({ length: each }, (_, index) => {
      const number = session * each + index;
      const said = number % 2 === 0 ? sentence(english, 16, ' ') : sentence(japanese, 14, '');
      const more = every.flatMap(([word, step]) => (number % step === step >> 1 ? [word] : []));
      return { uuid: randomUUID(), text: [said, ...more].join(' ') };
    });
    const place = { id, path: `/${id}.jsonl`, taken: 1, size: 1, modified: 1, tail: '' };
    database.add(place, messages);
  }
}

function measure(database: SearchDatabase, query: string): string {
  let found = 0;
  let cuts = 0;
  const times = Array.from({ length: RUNS + 1 }, () => {
    const begun = performance.now();
    const end = begun + BUDGET_MS;
    const terms = searchTerms(query);
    cuts = 0;
    const isEnough = (): boolean => {
      if (performance.now() <= end) return false;
      cuts += 1;
      return true;
    };
    found = database.search({ terms, limit: 30, isEnough }).hits.length;
    return performance.now() - begun;
  });
  const [first = 0, ...others] = times;
  const median = others.sort((left, right) => left - right)[RUNS >> 1] ?? 0;
  return `| ${query} | ${String(found)}${cuts > 0 ? ', more on request' : ''} | ${first.toFixed(1)} | ${median.toFixed(1)} |`;
}
