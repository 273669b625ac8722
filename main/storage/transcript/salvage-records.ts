import {
  TRANSCRIPT_VERSION,
  transcriptRecord,
  type TranscriptRecord,
} from '../../../shared/agent/transcript-record.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';

export type ProblemKind =
  | 'torn-tail'
  | 'nul-block'
  | 'fused-records'
  | 'invalid-utf8'
  | 'byte-order-mark'
  | 'unreadable'
  | 'unknown-record';

/** Something in a transcript that is not as it should be (RT-42). `lostBytes` is 0 when nothing was lost by it. */
export interface TranscriptProblem {
  readonly kind: ProblemKind;
  /** Byte offset of the line. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  readonly lostBytes: number;
}

export interface PlacedRecord {
  readonly record: TranscriptRecord;
  readonly offset: number;
}

export interface SalvagedTranscript {
  readonly records: readonly PlacedRecord[];
  readonly problems: readonly TranscriptProblem[];
  /** Offset of the unterminated tail; the size of the file when there is none. */
  readonly tailOffset: number;
}

const LF = 0x0a;
const RECORD_START = '{"type":"';

/** Reads what can be read of a transcript. Never throws for its content. An unterminated tail is a problem and not read. */
export function salvageRecords(bytes: Uint8Array): SalvagedTranscript {
  const records: PlacedRecord[] = [];
  const problems: TranscriptProblem[] = [];
  let start = 0;
  let line = 1;
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
    salvageLine(bytes.subarray(start, end), { offset: start, line }, records, problems);
    start = end + 1;
    line += 1;
  }
  if (start < bytes.length)
    problems.push({ kind: 'torn-tail', offset: start, line, lostBytes: bytes.length - start });
  return { records, problems, tailOffset: start };
}

/** The record that `text` is, or why it is none. */
export function recordFromText(text: string): TranscriptRecord | 'unknown' | 'unreadable' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'unreadable';
  }
  const parsed = transcriptRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  if (!isJsonObject(value) || typeof value['type'] !== 'string') return 'unreadable';
  const isNewer = typeof value['version'] === 'number' && value['version'] > TRANSCRIPT_VERSION;
  const isKnownType = transcriptRecord.options.some(
    (option) => option.shape.type.value === value['type'],
  );
  return isNewer || !isKnownType ? 'unknown' : 'unreadable';
}

function salvageLine(
  bytes: Uint8Array,
  place: { readonly offset: number; readonly line: number },
  records: PlacedRecord[],
  problems: TranscriptProblem[],
): void {
  const note = (kind: ProblemKind, lostBytes: number): void => {
    problems.push({ kind, ...place, lostBytes });
  };
  const text = cleanText(bytes, note);
  if (text.trim() === '') return;
  const whole = recordFromText(text);
  if (typeof whole === 'object') {
    records.push({ record: whole, offset: place.offset });
    return;
  }
  if (whole === 'unknown') {
    note('unknown-record', 0);
    return;
  }
  const pieces = fusedRecords(text);
  for (const record of pieces.records) records.push({ record, offset: place.offset });
  if (pieces.records.length > 0) note('fused-records', Buffer.byteLength(pieces.rest));
  else note('unreadable', bytes.length);
}

function cleanText(
  bytes: Uint8Array,
  note: (kind: ProblemKind, lostBytes: number) => void,
): string {
  let text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (text.includes('\u{FFFD}') && !isValidUtf8(bytes)) note('invalid-utf8', 0);
  if (text.includes('\0')) {
    note('nul-block', text.split('\0').length - 1);
    text = text.replaceAll('\0', '');
  }
  if (text.startsWith('\u{FEFF}')) {
    note('byte-order-mark', 0);
    text = text.slice(1);
  }
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Finds whole records inside a line: two that were written without a line end between them, or one behind a torn one. */
function fusedRecords(text: string): { records: TranscriptRecord[]; rest: string } {
  const records: TranscriptRecord[] = [];
  let rest = '';
  let position = 0;
  while (position < text.length) {
    const start = text.indexOf(RECORD_START, position);
    if (start === -1) break;
    rest += text.slice(position, start);
    const end = objectEnd(text, start);
    const record = end === -1 ? 'unreadable' : recordFromText(text.slice(start, end));
    if (typeof record === 'object') {
      records.push(record);
      position = end;
    } else {
      rest += text[start] ?? '';
      position = start + 1;
    }
  }
  return { records, rest: rest + text.slice(position) };
}

/** Index after the brace that closes the object at `start`, or -1. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}
