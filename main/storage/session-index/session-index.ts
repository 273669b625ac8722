import { Worker } from 'node:worker_threads';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { Log } from '../../lib/logger.ts';
import type { IndexReply, IndexRequest } from './index-protocol.ts';
import type { TranscriptFile } from './index-transcript.ts';
import type { SearchPage } from './search-database.ts';

/** How often in a run the index is started again after it ended by itself. */
const MOST_RESTARTS = 3;
/** A thread that does not end by itself is ended, in ms. */
const END_LIMIT_MS = 2_000;

/** The place where the index runs. */
export interface IndexThread {
  post(request: IndexRequest): void;
  /** Ends it, whatever it does. */
  end(): Promise<void>;
}

/** Starts the index for a file. `onEnd` is called once, when it is gone. */
export type StartIndexThread = (
  path: string,
  listeners: {
    readonly onReply: (reply: IndexReply) => void;
    readonly onEnd: (reason: string) => void;
  },
) => IndexThread;

/** Starts the index on a thread from the bundle (or source file) at `entry`. */
export function indexThreadFrom(entry: string | URL): StartIndexThread {
  return (path, { onReply, onEnd }) => {
    const worker = new Worker(entry, { workerData: { path }, name: 'session index' });
    let reason = '';
    worker.on('message', onReply);
    worker.on('error', (failure) => {
      reason = messageOf(failure);
    });
    worker.on('exit', (code) => {
      onEnd(reason || `It ended with code ${String(code)}.`);
    });
    return {
      post: (request) => {
        worker.postMessage(request);
      },
      end: async () => {
        await worker.terminate();
      },
    };
  };
}

export interface SessionIndexDeps {
  /** The file of the index: it can be deleted at any time. */
  readonly path: string;
  readonly start: StartIndexThread;
  readonly log: Log;
  /** How many transcripts are still to be taken in; 0 when the index is complete. */
  readonly onProgress: (waiting: number) => void;
}

interface Waiting {
  readonly resolve: (page: SearchPage) => void;
  readonly reject: (failure: Error) => void;
}

/** Full text of the sessions of a profile, kept by a thread of its own. Starts with the first `sync`. */
export class SessionIndex implements Disposable {
  readonly #deps: SessionIndexDeps;
  readonly #waiting = new Map<number, Waiting>();
  #thread: IndexThread | undefined;
  #files = new Map<string, TranscriptFile>();
  #onClosed: (() => void) | undefined;
  #lastId = 0;
  #restarts = 0;
  #isDisposed = false;

  constructor(deps: SessionIndexDeps) {
    this.#deps = deps;
  }

  /** These are the sessions of the profile: what is new in them is taken in, what is gone is forgotten. */
  sync(files: readonly TranscriptFile[]): void {
    this.#files = new Map(files.map((file) => [file.id, file]));
    this.#post({ kind: 'sync', files });
  }

  /** Something was written to a transcript. */
  update(file: TranscriptFile): void {
    this.#files.set(file.id, file);
    this.#post({ kind: 'update', file });
  }

  forget(sessionId: string): void {
    this.#files.delete(sessionId);
    this.#post({ kind: 'forget', sessionId });
  }

  /** Rejects when the index cannot be used now. */
  search(question: {
    readonly query: string;
    readonly limit: number;
    readonly before?: number | undefined;
    readonly without: readonly string[];
  }): Promise<SearchPage> {
    const thread = this.#start();
    if (!thread) return Promise.reject(new Error('The index does not run.'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.post({ kind: 'search', id, ...question });
    });
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread) return;
    const closed = new Promise<void>((resolve) => {
      this.#onClosed = resolve;
      setTimeout(resolve, END_LIMIT_MS).unref();
    });
    thread.post({ kind: 'close' });
    await closed;
    await thread.end();
  }

  #post(request: IndexRequest): void {
    this.#start()?.post(request);
  }

  #start(): IndexThread | undefined {
    if (this.#thread || this.#isDisposed || this.#restarts > MOST_RESTARTS) return this.#thread;
    const thread = this.#deps.start(this.#deps.path, {
      onReply: (reply) => {
        this.#receive(reply);
      },
      onEnd: (reason) => {
        this.#ended(reason);
      },
    });
    this.#thread = thread;
    thread.post({ kind: 'sync', files: [...this.#files.values()] });
    return thread;
  }

  #receive(reply: IndexReply): void {
    switch (reply.kind) {
      case 'found':
        this.#waiting.get(reply.id)?.resolve(reply.page);
        this.#waiting.delete(reply.id);
        break;
      case 'failed':
        this.#waiting.get(reply.id)?.reject(new Error(reply.reason));
        this.#waiting.delete(reply.id);
        break;
      case 'progress':
        this.#deps.onProgress(reply.waiting);
        break;
      case 'rebuilt':
        this.#deps.log('warn', 'The search index is made anew.', { reason: reply.reason });
        break;
      case 'trouble':
        this.#deps.log('warn', 'A transcript could not be taken into the search index.', {
          reason: reply.reason,
        });
        break;
      case 'closed':
        this.#onClosed?.();
        break;
    }
  }

  #ended(reason: string): void {
    this.#thread = undefined;
    this.#onClosed?.();
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
    if (this.#isDisposed) return;
    this.#restarts += 1;
    this.#deps.log('warn', 'The search index ended.', { reason });
    this.#start();
  }
}
