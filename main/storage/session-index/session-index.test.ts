import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../lib/logger.ts';
import { SessionIndex } from './session-index.ts';
import { indexHere, WrittenTranscript } from './testing/written-transcripts.ts';

let root: string;
let path: string;
let opened: SessionIndex[];
let waiting: number;
let warnings: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-index-'));
  path = join(root, 'index', 'search.db');
  opened = [];
  warnings = [];
});
afterEach(async () => {
  for (const index of opened) await index.dispose();
  await rm(root, { recursive: true, force: true });
});

async function indexOf(...transcripts: readonly WrittenTranscript[]): Promise<SessionIndex> {
  const index = new SessionIndex({
    path,
    start: indexHere,
    log: (level, message, details) => {
      if (level === 'warn') warnings.push(`${message} ${JSON.stringify(details)}`);
      silentLog(level, message);
    },
    onProgress: (left) => {
      waiting = left;
    },
  });
  opened.push(index);
  await settled(() => {
    index.sync(transcripts.map(({ file }) => file));
  });
  return index;
}

/** Does something and waits until the index has taken everything in. */
async function settled(work: () => void): Promise<void> {
  waiting = -1;
  work();
  await vi.waitFor(() => {
    expect(waiting).toBe(0);
  });
}

async function find(
  index: SessionIndex,
  query: string,
  without: readonly string[] = [],
): Promise<{ readonly id: string; readonly text: string; readonly count: number }[]> {
  const { hits } = await index.search({ query, limit: 30, without });
  return hits.map(({ sessionId, excerpt, count }) => ({
    id: sessionId,
    text: excerpt.text,
    count,
  }));
}

const ids = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);

describe('the index of messages', () => {
  it('finds words, parts of words and phrases in what both sides said, newest session first [UI-1.search]', async () => {
    const older = await new WrittenTranscript(root).begin(
      'The order list is slow',
      'The filter reads a million rows of the orders table.',
    );
    const newer = await new WrittenTranscript(root).begin('Orders again', 'Which orders?');
    const index = await indexOf(older, newer);
    expect(await find(index, 'ORDER')).toEqual([
      { id: newer.id, text: 'Which orders?', count: 2 },
      { id: older.id, text: '…reads a million rows of the orders table.', count: 2 },
    ]);
    expect(ids(await find(index, 'million orders'))).toEqual([older.id]);
    expect(ids(await find(index, '"orders table"'))).toEqual([older.id]);
    expect(await find(index, '"million orders"')).toEqual([]);
    expect(ids(await find(index, 'orders', [newer.id]))).toEqual([older.id]);
    expect(await find(index, 'kubernetes')).toEqual([]);
  });

  it('finds words of one, two and more characters in languages without spaces [UI-1.search]', async () => {
    const japanese = await new WrittenTranscript(root).begin(
      '東京の天気を教えて',
      '今日は晴れです',
    );
    const korean = await new WrittenTranscript(root).begin('서울 날씨 알려 줘', '오늘은 맑음');
    const index = await indexOf(japanese, korean);
    for (const query of ['天気', '東京の天気', '教えて', 'えて', 'です', '晴', '東京 晴', '今日は'])
      expect([query, ids(await find(index, query))]).toEqual([
        query,
        query === '東京 晴' ? [] : [japanese.id],
      ]);
    for (const query of ['날씨', '서울', '맑음', '줘'])
      expect([query, ids(await find(index, query))]).toEqual([query, [korean.id]]);
    expect(await find(index, '大阪')).toEqual([]);
  });

  it('takes signs of its own language as they are typed [UI-1.search]', async () => {
    const signs = await new WrittenTranscript(root).begin('100% of "it" AND (more) a_b*');
    const index = await indexOf(signs);
    for (const query of ['100%', '%', '(more)', 'AND', 'a_b*', '_', '"it"', '*'])
      expect([query, ids(await find(index, query))]).toEqual([query, [signs.id]]);
    for (const query of ['"', 'a%b', 'OR NOT', "'; drop table"])
      expect([query, ids(await find(index, query))]).toEqual([query, []]);
  });

  it('shows the place, on one line, with every term marked [UI-1.search]', async () => {
    const words = 'word '.repeat(40);
    const long = await new WrittenTranscript(root).begin(`${words}\nthe Needle\nis here ${words}`);
    const index = await indexOf(long);
    const { hits } = await index.search({ query: 'needle here', limit: 5, without: [] });
    const excerpt = hits[0]?.excerpt ?? { text: '', marks: [] };
    expect(excerpt.text).toMatch(/^…word.* the Needle is here word.*…$/);
    expect(excerpt.marks.map(([from, to]) => excerpt.text.slice(from, to))).toEqual([
      'Needle',
      'here',
    ]);
    expect(hits[0]?.messageUuid).toBe(long.uuids[0]);
  });

  it('gives page after page [UI-1.search]', async () => {
    const transcripts = await Promise.all(
      Array.from({ length: 5 }, () => new WrittenTranscript(root).begin('the same words')),
    );
    const index = await indexOf(...transcripts);
    const found: string[] = [];
    for (let page = 0; page < 3; page += 1) {
      const { hits } = await index.search({ query: 'same', limit: 2, without: found });
      found.push(...hits.map(({ sessionId }) => sessionId));
    }
    expect(found).toHaveLength(5);
    expect(new Set(found).size).toBe(5);
  });
});

describe('the index follows its transcripts', () => {
  it('takes in what was added, and nothing twice [RE-4.follow]', async () => {
    const transcript = await new WrittenTranscript(root).begin('first words');
    const index = await indexOf(transcript);
    await transcript.say('second words');
    await settled(() => {
      index.update(transcript.file);
      index.update(transcript.file);
    });
    expect(await find(index, 'words')).toMatchObject([{ text: 'second words', count: 2 }]);
  });

  it('takes a transcript in anew that was cut or written again, and forgets one that is gone [RE-4.follow]', async () => {
    const cut = await new WrittenTranscript(root).begin('stays here', 'goes away');
    const again = await new WrittenTranscript(root).begin('the older text');
    const gone = await new WrittenTranscript(root).begin('nothing of this');
    const index = await indexOf(cut, again, gone);
    const lines = (await readFile(cut.path, 'utf8')).split('\n');
    await truncate(cut.path, Buffer.byteLength(`${lines.slice(0, 2).join('\n')}\n`));
    await again.begin('a newer and longer text than before');
    await rm(gone.path);
    await settled(() => {
      index.sync([cut.file, again.file, gone.file]);
    });
    expect(ids(await find(index, 'stays'))).toEqual([cut.id]);
    for (const query of ['goes away', 'older', 'nothing'])
      expect(await find(index, query)).toEqual([]);
    expect(ids(await find(index, 'newer'))).toEqual([again.id]);
  });

  it('leaves a torn tail to its writer, and reads past damage [RE-4.follow, RE-2.index]', async () => {
    const transcript = await new WrittenTranscript(root).begin('whole words');
    const text = await readFile(transcript.path, 'utf8');
    await writeFile(transcript.path, `\uFEFF${text}\0\0\0{"type":"mess\n{"type":"message","mess`);
    const index = await indexOf(transcript);
    expect(ids(await find(index, 'whole'))).toEqual([transcript.id]);
    await transcript.begin('whole words');
    await transcript.say('and more');
    await settled(() => {
      index.update(transcript.file);
    });
    expect(await find(index, 'whole')).toMatchObject([{ count: 1 }]);
    expect(ids(await find(index, 'and more'))).toEqual([transcript.id]);
  });

  it('keeps what it knows over a restart and looks only at what changed [RE-4.follow]', async () => {
    const one = await new WrittenTranscript(root).begin('one thing');
    const two = await new WrittenTranscript(root).begin('another thing');
    await (await indexOf(one, two)).dispose();
    await two.say('later thing');
    const index = await indexOf(two);
    expect(await find(index, 'thing')).toMatchObject([{ id: two.id, count: 2 }]);
    expect(warnings).toEqual([]);
  });
});

describe('an index that cannot be used is made anew', () => {
  async function damaged(damage: () => Promise<void>): Promise<void> {
    const transcript = await new WrittenTranscript(root).begin(
      'still to be found',
      'x'.repeat(9_000),
    );
    await (await indexOf(transcript)).dispose();
    await damage();
    const index = await indexOf(transcript);
    await vi.waitFor(async () => {
      expect(ids(await find(index, 'still').catch(() => []))).toEqual([transcript.id]);
    });
  }

  it('when it is missing [RE-4]', () => damaged(() => rm(path)));

  it('when it is no database [RE-4]', () =>
    damaged(() => writeFile(path, 'This was a database once.'.repeat(500))));

  it('when a part of it is overwritten [RE-4]', () =>
    damaged(async () => {
      const bytes = await readFile(path);
      bytes.fill(0xa5, 4_096);
      await writeFile(path, bytes);
    }));

  it('when its log is of another [RE-4]', () =>
    damaged(async () => {
      await rm(path);
      await writeFile(`${path}-wal`, 'not a log');
    }));

  it('when it is of another version [RE-4]', () =>
    damaged(() => {
      const database = new Database(path);
      database.exec('PRAGMA user_version = 99; DROP TABLE sessions');
      database.close();
      return Promise.resolve();
    }));

  it('when opening it ended the program [RE-4]', async () => {
    const transcript = await new WrittenTranscript(root).begin('to be found');
    await (await indexOf(transcript)).dispose();
    await writeFile(`${path}.opening`, '');
    const database = new Database(path);
    database.exec("UPDATE messages SET text = 'something else'");
    database.close();
    const index = await indexOf(transcript);
    expect(ids(await find(index, 'to be found'))).toEqual([transcript.id]);
  });
});
