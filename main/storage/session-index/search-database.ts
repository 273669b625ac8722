import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { excerptOf, lengthOf, type Excerpt, type SearchTerms } from './search-terms.ts';

/** Changes whenever the tables or what is put into them change: an index of another number is made anew. */
export const INDEX_VERSION = 1;

/** Trigrams of two characters that are looked for at most; more are no better than a look at the texts. */
const MOST_GRAMS = 400;
const FIRST_WINDOW = 200;
const LARGEST_WINDOW = 4_000;
/** Messages that are looked through at once where no trigram helps. */
const SCAN = 5_000;
/** Messages in which the index looks at once: several frequent terms that never meet would else be compared in all. */
const SPAN = 50_000;
/** What was looked through faster than this is looked through in larger pieces, in ms. */
const FAST_MS = 5;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS sessions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL,
    taken INTEGER NOT NULL,
    size INTEGER NOT NULL,
    modified REAL NOT NULL,
    tail TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS messages (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    uuid TEXT NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS messages_of_session ON messages (session);
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    text, content = 'messages', content_rowid = 'number', tokenize = 'trigram'
  );
  CREATE VIRTUAL TABLE IF NOT EXISTS grams USING fts5vocab (words, 'row');
  CREATE TRIGGER IF NOT EXISTS message_in AFTER INSERT ON messages BEGIN
    INSERT INTO words (rowid, text) VALUES (new.number, new.text);
  END;
  CREATE TRIGGER IF NOT EXISTS message_out AFTER DELETE ON messages BEGIN
    INSERT INTO words (words, rowid, text) VALUES ('delete', old.number, old.text);
  END;
  PRAGMA user_version = ${String(INDEX_VERSION)};
`;

/** How far the transcript of a session has been taken in. */
export interface TakenSession {
  readonly id: string;
  readonly path: string;
  /** Bytes, up to the end of a line. */
  readonly taken: number;
  /** Size and time of change of the file then. */
  readonly size: number;
  readonly modified: number;
  /** Tells the last bytes that were taken in from others. */
  readonly tail: string;
}

export interface IndexedMessage {
  readonly uuid: string;
  readonly text: string;
}

export interface SearchHit {
  readonly sessionId: string;
  /** The newest message of the session that fits. */
  readonly messageUuid: string;
  readonly excerpt: Excerpt;
  /** Messages of the session that fit, as far as was looked. */
  readonly count: number;
}

export interface SearchPage {
  readonly hits: readonly SearchHit[];
  /** Where to go on; undefined at the end. */
  readonly before: number | undefined;
}

export interface SearchQuestion {
  readonly terms: SearchTerms;
  /** Sessions to find at most. */
  readonly limit: number;
  /** From an earlier page. */
  readonly before?: number | undefined;
  /** Sessions that are not looked for. */
  readonly without?: ReadonlySet<string> | undefined;
  /** Says when to stop looking and give what was found. */
  readonly isEnough: () => boolean;
}

interface Row {
  readonly number: number;
  readonly session: number;
}

/**
 * Full text of all sessions in one SQLite file (FTS5, trigrams, so that languages without spaces are found, too). It holds
 * nothing that is not in transcripts. Every method may throw what SQLite throws; whoever owns it makes the file anew then.
 */
export class SearchDatabase {
  readonly #database: Database.Database;

  private constructor(database: Database.Database) {
    this.#database = database;
  }

  /** Opens the file or makes it. One of another version is replaced. Throws what SQLite throws. */
  static open(path: string, beforeOpening: () => void = () => undefined): SearchDatabase {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    beforeOpening();
    let database = openPrivately(path);
    if (!isOfThisVersion(database)) {
      database.close();
      SearchDatabase.remove(path);
      database = openPrivately(path);
    }
    try {
      database.exec(schema);
    } catch (failure) {
      database.close();
      throw failure;
    }
    return new SearchDatabase(database);
  }

  /** Deletes the file and what SQLite keeps beside it. */
  static remove(path: string): void {
    for (const ending of ['', '-wal', '-shm', '-journal'])
      rmSync(`${path}${ending}`, { recursive: true, force: true });
  }

  close(): void {
    this.#database.close();
  }

  /** How far all sessions, or one of them, are taken in. */
  taken(sessionId?: string): TakenSession[] {
    const [condition, parameters] =
      sessionId === undefined ? ['', []] : [' WHERE id = ?', [sessionId]];
    return this.#all<TakenSession>(
      `SELECT id, path, taken, size, modified, tail FROM sessions${condition}`,
      parameters,
    );
  }

  countMessages(): number {
    return this.#all<{ count: number }>('SELECT count(*) AS count FROM messages')[0]?.count ?? 0;
  }

  /** Adds messages of a session and notes how far its transcript is taken in; both or neither. */
  add(session: TakenSession, messages: readonly IndexedMessage[]): void {
    this.#together(() => {
      this.#run(
        `INSERT INTO sessions (id, path, taken, size, modified, tail) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET path = excluded.path, taken = excluded.taken,
           size = excluded.size, modified = excluded.modified, tail = excluded.tail`,
        [session.id, session.path, session.taken, session.size, session.modified, session.tail],
      );
      const number = this.#numberOf(session.id);
      const insert = this.#database.prepare(
        'INSERT INTO messages (session, uuid, text) VALUES (?, ?, ?)',
      );
      // Two spaces, so that the last two characters begin a trigram, too.
      for (const { uuid, text } of messages) insert.run(number, uuid, `${text}  `);
    });
  }

  /** Takes at most `most` messages of a session out; true when nothing is left of it. */
  forget(sessionId: string, most: number): boolean {
    const number = this.#numberOf(sessionId);
    if (number === undefined) return true;
    const { changes } = this.#run(
      'DELETE FROM messages WHERE number IN (SELECT number FROM messages WHERE session = ? LIMIT ?)',
      [number, most],
    );
    // Triggers are counted by some versions: only none at all means that it is done.
    if (changes > 0) return false;
    this.#run('DELETE FROM sessions WHERE number = ?', [number]);
    return true;
  }

  /** Sessions with a message in which all terms are, those with the newest first. */
  search(question: SearchQuestion): SearchPage {
    const { terms, limit, isEnough } = question;
    const window = this.#windows(terms, question.before);
    const found = new Map<number, { first: number; count: number; id: string }>();
    const without = question.without ?? new Set<string>();
    const names = new Map<number, string | undefined>();
    let before: number | undefined;
    do {
      const { rows, next } = window();
      for (const { number, session } of rows) {
        if (!names.has(session)) names.set(session, this.#idOf(session));
        const id = names.get(session);
        if (id === undefined || without.has(id)) continue;
        const known = found.get(session);
        if (known) known.count += 1;
        else if (found.size < limit) found.set(session, { first: number, count: 1, id });
      }
      before = next;
    } while (before !== undefined && found.size < limit && !isEnough());
    const hits = [...found.values()].flatMap(({ first, count, id }) => {
      const message = this.#message(first);
      if (!message) return [];
      const excerpt = excerptOf(message.text, terms);
      return [{ sessionId: id, messageUuid: message.uuid, excerpt, count }];
    });
    return { hits, before };
  }

  /** Gives the next messages that fit at each call, newest first. */
  #windows(
    terms: SearchTerms,
    start: number | undefined,
  ): () => { rows: readonly Row[]; next: number | undefined } {
    const match = this.#matchOf(terms);
    const newest = this.#all<{ number: number | null }>(
      'SELECT max(number) AS number FROM messages',
    );
    let before = start ?? (newest[0]?.number ?? 0) + 1;
    let size = FIRST_WINDOW;
    let span = SPAN;
    return () => {
      if (match === undefined) return { rows: [], next: undefined };
      const { condition, parameters } = likeOf(match.scanned);
      if (match.expression === '') {
        const from = Math.max(0, before - SCAN);
        const rows = this.#all<Row>(
          `SELECT number, session FROM messages WHERE number < ? AND number >= ?${condition} ORDER BY number DESC`,
          [before, from, ...parameters],
        );
        before = from;
        return { rows, next: from > 0 ? from : undefined };
      }
      const begun = performance.now();
      const from = Math.max(0, before - span);
      const rows = this.#all<Row & { fits: number }>(
        `SELECT m.number, m.session, (1 = 1${condition}) AS fits FROM (
           SELECT rowid AS number FROM words WHERE words MATCH ? AND rowid < ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?
         ) AS w JOIN messages AS m ON m.number = w.number ORDER BY m.number DESC`,
        [...parameters, match.expression, before, from, size],
      );
      before = rows.length < size ? from : (rows.at(-1)?.number ?? from);
      const next = before > 0 ? before : undefined;
      if (performance.now() - begun < FAST_MS) span *= 2;
      size = Math.min(size * 2, LARGEST_WINDOW);
      return { rows: rows.filter(({ fits }) => fits !== 0), next };
    };
  }

  /**
   * What the index is asked, and which terms are looked for in the texts instead: single characters, and pairs that begin too
   * many trigrams. Undefined when no text can fit.
   */
  #matchOf(terms: SearchTerms): { expression: string; scanned: readonly string[] } | undefined {
    const parts: string[] = [];
    const scanned: string[] = [];
    for (const term of terms) {
      const length = lengthOf(term);
      if (length >= 3) parts.push(quoted(term));
      else if (length === 2) {
        const grams = this.#gramsOf(term);
        if (grams.length === 0) return undefined;
        if (grams.length < MOST_GRAMS) parts.push(`(${grams.map(quoted).join(' OR ')})`);
        else scanned.push(term);
      } else scanned.push(term);
    }
    return { expression: parts.join(' AND '), scanned };
  }

  /** The trigrams of the index that begin with a pair of characters. */
  #gramsOf(pair: string): string[] {
    const low = pair.toLowerCase();
    return this.#all<{ term: string }>(
      'SELECT term FROM grams WHERE term >= ? AND term < ? LIMIT ?',
      [low, `${low}\u{10FFFF}`, MOST_GRAMS],
    ).map(({ term }) => term);
  }

  #message(number: number): IndexedMessage | undefined {
    return this.#all<IndexedMessage>('SELECT uuid, text FROM messages WHERE number = ?', [
      number,
    ])[0];
  }

  #numberOf(id: string): number | undefined {
    return this.#all<{ number: number }>('SELECT number FROM sessions WHERE id = ?', [id])[0]
      ?.number;
  }

  #idOf(number: number): string | undefined {
    return this.#all<{ id: string }>('SELECT id FROM sessions WHERE number = ?', [number])[0]?.id;
  }

  #all<T>(sql: string, parameters: readonly unknown[] = []): T[] {
    return this.#database.prepare(sql).all(...parameters) as T[];
  }

  #run(sql: string, parameters: readonly unknown[]): { readonly changes: number } {
    return this.#database.prepare(sql).run(...parameters);
  }

  #together(work: () => void): void {
    this.#database.exec('BEGIN');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (failure) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw failure;
    }
  }
}

/** True for an empty file as well. */
function isOfThisVersion(database: Database.Database): boolean {
  const [row] = database.prepare('PRAGMA user_version').all() as { user_version?: number }[];
  const version = row?.user_version ?? 0;
  return version === 0 || version === INDEX_VERSION;
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

function likeOf(terms: readonly string[]): { condition: string; parameters: readonly string[] } {
  return {
    condition: terms.map(() => " AND text LIKE ? ESCAPE '\\'").join(''),
    parameters: terms.map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`),
  };
}

/** SQLite makes a file that others may read, and gives what it keeps beside it the mode of that file. */
function openPrivately(path: string): Database.Database {
  closeSync(openSync(path, 'a', 0o600));
  return new Database(path);
}
