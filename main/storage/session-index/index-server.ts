import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { IndexReply, IndexRequest } from './index-protocol.ts';
import { forgetSession, indexTranscript, type TranscriptFile } from './index-transcript.ts';
import { SearchDatabase, type SearchPage, type TakenSession } from './search-database.ts';
import { searchTerms } from './search-terms.ts';

/** A search gives what it has after this long, in ms. */
const SEARCH_BUDGET_MS = 60;

/** What SQLite says when the file itself is the trouble, and not the disk or another process. */
const isBroken = (failure: unknown): boolean =>
  /SQLITE_(?:CORRUPT|NOTADB|FORMAT|MISMATCH|SCHEMA|ERROR|IOERR_SHORT_READ|CANTOPEN)|malformed|not a database|no such (?:table|column)/i.test(
    `${failure instanceof Error && 'code' in failure ? String(failure.code) : ''} ${messageOf(failure)}`,
  );

/**
 * The index at work, on whatever thread it runs: it takes transcripts in one after the other and answers searches in
 * between. A file that cannot be used is deleted and made anew from the transcripts (RE-4).
 */
export class IndexServer {
  readonly #path: string;
  readonly #reply: (reply: IndexReply) => void;
  #database: SearchDatabase | undefined;
  /** The transcripts of the profile, by session. */
  #files = new Map<string, TranscriptFile>();
  #known = new Map<string, TakenSession>();
  readonly #waiting = new Map<string, TranscriptFile | undefined>();
  #work: Promise<void> | undefined;
  #isClosed = false;

  constructor(path: string, reply: (reply: IndexReply) => void) {
    this.#path = path;
    this.#reply = reply;
  }

  /** Takes one request. What it leads to is said by replies; it never throws. */
  take(request: IndexRequest): void {
    if (this.#isClosed) return;
    switch (request.kind) {
      case 'sync':
        this.#sync(request.files);
        break;
      case 'update':
        this.#files.set(request.file.id, request.file);
        this.#enqueue(request.file.id, request.file);
        break;
      case 'forget':
        this.#files.delete(request.sessionId);
        this.#enqueue(request.sessionId, undefined);
        break;
      case 'search':
        this.#search(request);
        break;
      case 'close':
        void this.#close();
        break;
    }
  }

  #sync(files: readonly TranscriptFile[]): void {
    this.#files = new Map(files.map((file) => [file.id, file]));
    try {
      this.#open();
    } catch (failure) {
      this.#reply({ kind: 'trouble', reason: messageOf(failure) });
    }
    for (const id of this.#known.keys()) if (!this.#files.has(id)) this.#waiting.set(id, undefined);
    for (const file of files) this.#waiting.set(file.id, file);
    this.#start();
  }

  #enqueue(id: string, file: TranscriptFile | undefined): void {
    this.#waiting.set(id, file);
    this.#start();
  }

  #start(): void {
    this.#work ??= this.#takeIn().finally(() => {
      this.#work = undefined;
      if (this.#waiting.size > 0 && !this.#isClosed) this.#start();
    });
  }

  async #takeIn(): Promise<void> {
    let step = 0;
    for (const [id, file] of this.#waiting) {
      if (this.#isClosed) return;
      if (step % 50 === 0) this.#reply({ kind: 'progress', waiting: this.#waiting.size });
      step += 1;
      this.#waiting.delete(id);
      try {
        await this.#takeOne(id, file);
      } catch (failure) {
        if (isBroken(failure)) this.#rebuild(messageOf(failure));
        else this.#reply({ kind: 'trouble', reason: messageOf(failure) });
      }
    }
    this.#reply({ kind: 'progress', waiting: 0 });
  }

  async #takeOne(id: string, file: TranscriptFile | undefined): Promise<void> {
    const database = this.#open();
    const isChanged =
      file === undefined
        ? await forgetSession(database, id)
        : await indexTranscript(database, file, this.#known.get(id));
    if (!isChanged) return;
    const taken = database.taken(id)[0];
    if (taken) this.#known.set(id, taken);
    else this.#known.delete(id);
  }

  #search(request: Extract<IndexRequest, { kind: 'search' }>): void {
    const { id } = request;
    try {
      this.#reply({ kind: 'found', id, page: this.#find(request) });
    } catch (failure) {
      if (isBroken(failure)) this.#rebuild(messageOf(failure));
      this.#reply({ kind: 'failed', id, reason: messageOf(failure) });
    }
  }

  #find(request: Extract<IndexRequest, { kind: 'search' }>): SearchPage {
    const terms = searchTerms(request.query);
    if (terms.length === 0) return { hits: [], before: undefined };
    const end = performance.now() + SEARCH_BUDGET_MS;
    return this.#open().search({
      terms,
      limit: request.limit,
      before: request.before,
      without: new Set(request.without),
      isEnough: () => performance.now() > end,
    });
  }

  /**
   * While the file is being opened a mark lies beside it. One that is found there means that opening ended the whole
   * process, so the file is not opened again.
   */
  #open(): SearchDatabase {
    if (this.#database) return this.#database;
    const mark = `${this.#path}.opening`;
    if (existsSync(mark)) SearchDatabase.remove(this.#path);
    try {
      this.#database = openMarked(this.#path, mark);
    } catch (failure) {
      if (!isBroken(failure)) throw failure;
      SearchDatabase.remove(this.#path);
      this.#reply({ kind: 'rebuilt', reason: messageOf(failure) });
      this.#database = openMarked(this.#path, mark);
    }
    this.#known = new Map(this.#database.taken().map((session) => [session.id, session]));
    return this.#database;
  }

  #rebuild(reason: string): void {
    try {
      this.#database?.close();
    } catch {
      // It is deleted next.
    }
    this.#database = undefined;
    this.#known.clear();
    SearchDatabase.remove(this.#path);
    this.#reply({ kind: 'rebuilt', reason });
    for (const file of this.#files.values()) this.#waiting.set(file.id, file);
    this.#start();
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
    try {
      this.#database?.close();
    } catch {
      // What is not closed well is repaired at the next opening, or made anew.
    }
    this.#reply({ kind: 'closed' });
  }
}

function openMarked(path: string, mark: string): SearchDatabase {
  const database = SearchDatabase.open(path, () => {
    writeFileSync(mark, '', { mode: 0o600 });
  });
  rmSync(mark, { force: true });
  return database;
}
