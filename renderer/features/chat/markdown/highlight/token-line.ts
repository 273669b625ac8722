/** What a piece of code is, for its colour. */
export type TokenKind =
  'plain' | 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'inserted' | 'deleted';

/** The pieces of one line: how long each is and what it is. */
export type TokenLine = readonly (readonly [length: number, kind: TokenKind])[];

export interface HighlightRequest {
  /** Which block; a block that grew keeps its number. */
  readonly block: number;
  readonly language: string;
  readonly code: string;
}

export interface HighlightAnswer {
  readonly block: number;
  /** Lines from this one on are new; those before are as they were. */
  readonly from: number;
  readonly lines: readonly TokenLine[];
}
