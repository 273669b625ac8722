import type { TranscriptFile } from './index-transcript.ts';
import type { SearchPage } from './search-database.ts';

/** What the index is asked. It runs on a thread of its own and is answered in messages, because SQLite does not wait. */
export type IndexRequest =
  /** These and no others are the sessions of the profile. */
  | { readonly kind: 'sync'; readonly files: readonly TranscriptFile[] }
  | { readonly kind: 'update'; readonly file: TranscriptFile }
  | { readonly kind: 'forget'; readonly sessionId: string }
  | {
      readonly kind: 'search';
      readonly id: number;
      readonly query: string;
      readonly limit: number;
      readonly before?: number | undefined;
      readonly without: readonly string[];
    }
  | { readonly kind: 'close' };

export type IndexReply =
  | { readonly kind: 'found'; readonly id: number; readonly page: SearchPage }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** `waiting` transcripts are still to be taken in. */
  | { readonly kind: 'progress'; readonly waiting: number }
  /** The index could not be used and is made anew. */
  | { readonly kind: 'rebuilt'; readonly reason: string }
  /** Transcripts cannot be taken in now, as on a full disk. */
  | { readonly kind: 'trouble'; readonly reason: string }
  | { readonly kind: 'closed' };
