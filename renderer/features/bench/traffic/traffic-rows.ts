import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type {
  TrafficEntry,
  TrafficMessage,
  TrafficOutcome,
} from '../../../../shared/mcp/traffic.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';

const words = benchTexts.traffic;

export type TrafficFilter = 'all' | 'requests' | 'notifications' | 'errors';
type HttpEntry = Extract<TrafficEntry, { kind: 'http' }>;

/** A line of the table. */
export interface TrafficRow {
  readonly entry: TrafficEntry;
  /** Of a request: how it ended, and after how long; `open` while it has not. */
  readonly outcome: TrafficOutcome | 'open' | undefined;
  readonly durationMs: number | undefined;
  readonly isError: boolean;
}

/** Messages with their outcomes, oldest first; of HTTP exchanges only those that failed. */
export function trafficRows(entries: readonly TrafficEntry[]): TrafficRow[] {
  const ends = new Map<number, NonNullable<TrafficMessage['ends']>>();
  for (const entry of entries)
    if (entry.kind !== 'http' && entry.ends !== undefined) ends.set(entry.ends.seq, entry.ends);
  return entries.flatMap((entry): TrafficRow[] => {
    if (entry.kind === 'http') {
      const isError = entry.failure !== undefined || (entry.status ?? 0) >= 400;
      if (!isError) return [];
      return [{ entry, outcome: undefined, durationMs: entry.durationMs, isError }];
    }
    if (entry.kind !== 'request') {
      const isError = entry.kind === 'response' && entry.ends?.outcome === 'error';
      return [{ entry, outcome: undefined, durationMs: undefined, isError }];
    }
    const end = ends.get(entry.seq);
    const outcome = end?.outcome ?? 'open';
    const isError = outcome === 'error' || outcome === 'timed-out';
    return [{ entry, outcome, durationMs: end?.durationMs, isError }];
  });
}

/** Whether a line is shown. */
export function isShown(row: TrafficRow, filter: TrafficFilter, query: string): boolean {
  const { entry } = row;
  const fits =
    filter === 'all' ||
    (filter === 'errors' && row.isError) ||
    (filter === 'requests' && (entry.kind === 'request' || entry.kind === 'response')) ||
    (filter === 'notifications' && entry.kind === 'notification');
  if (!fits) return false;
  if (query === '') return true;
  const wanted = query.toLowerCase();
  if (entry.kind === 'http')
    return `${entry.method} ${entry.url} ${String(entry.status ?? '')}`
      .toLowerCase()
      .includes(wanted);
  return (
    String(entry.id ?? '') === query ||
    (entry.method ?? '').toLowerCase().includes(wanted) ||
    entry.text.toLowerCase().includes(wanted)
  );
}

const parsed = new WeakMap<TrafficMessage, JsonObject>();

/** A message as an object; empty when only its start was kept. */
export function messageOf(entry: TrafficMessage): JsonObject {
  const known = parsed.get(entry);
  if (known !== undefined) return known;
  let message: JsonObject = {};
  try {
    const value: unknown = JSON.parse(entry.text);
    if (isJsonObject(value)) message = value;
  } catch {
    // Cut off: the method is all that is told.
  }
  parsed.set(entry, message);
  return message;
}

/** Method and what tells it apart, in one line. */
export function titleOf(entry: TrafficEntry): { readonly name: string; readonly detail: string } {
  if (entry.kind === 'http')
    return { name: `${words.http} ${entry.method}`, detail: httpDetail(entry) };
  const message = messageOf(entry);
  const params = isJsonObject(message['params']) ? message['params'] : {};
  if (entry.kind !== 'response')
    return { name: entry.method ?? '', detail: paramsDetail(entry.method ?? '', params) };
  const { error, result } = message;
  if (isJsonObject(error)) return { name: words.error, detail: textOf(error['message']) };
  return { name: words.result, detail: isJsonObject(result) ? resultDetail(result) : '' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function httpDetail({ status, failure, url }: HttpEntry): string {
  return `${failure ?? String(status ?? '')} ${url}`;
}

function paramsDetail(method: string, params: JsonObject): string {
  const named = [params['name'], params['uri'], params['reason'], params['level']].find(
    (value) => typeof value === 'string',
  );
  if (typeof named === 'string') return named;
  if (method === 'notifications/progress' && typeof params['progress'] === 'number') {
    const { progress, total } = params;
    return typeof total === 'number'
      ? benchTexts.result.progress(String(progress), String(total))
      : String(progress);
  }
  const { ref } = params;
  return isJsonObject(ref) && typeof ref['name'] === 'string' ? ref['name'] : '';
}

function resultDetail(result: JsonObject): string {
  if (typeof result['protocolVersion'] === 'string') return result['protocolVersion'];
  for (const list of [
    'tools',
    'resources',
    'resourceTemplates',
    'prompts',
    'contents',
    'messages',
  ]) {
    const items = result[list];
    if (Array.isArray(items)) return benchTexts.tree.items(items.length);
  }
  return result['isError'] === true ? benchTexts.result.toolFailed : '';
}

/** How a request ended, in a word. */
export function outcomeWords(row: TrafficRow, end: TrafficMessage | undefined): string {
  if (row.outcome === undefined) return '';
  if (row.outcome !== 'error' || end === undefined) return words.outcomes[row.outcome];
  const { error } = messageOf(end);
  const code = isJsonObject(error) ? error['code'] : undefined;
  return typeof code === 'number' ? words.errorCode(String(code)) : words.outcomes.error;
}

/** The other half of a message: the end of a request, the request of an end. */
export function otherHalf(
  entries: readonly TrafficEntry[],
  entry: TrafficEntry,
): TrafficMessage | undefined {
  if (entry.kind === 'http') return undefined;
  return entries.find(
    (other): other is TrafficMessage =>
      other.kind !== 'http' &&
      (entry.kind === 'request' ? other.ends?.seq === entry.seq : other.seq === entry.ends?.seq),
  );
}

/** How far apart the clock of a message and of its HTTP exchange may be, in ms. */
const SLACK = 100;

/** The HTTP exchanges that went on while a message was sent. */
export function exchangesOf(
  entries: readonly TrafficEntry[],
  message: TrafficMessage,
): readonly HttpEntry[] {
  return entries.filter(
    (entry): entry is HttpEntry =>
      entry.kind === 'http' &&
      entry.at - entry.durationMs <= message.at + SLACK &&
      entry.at >= message.at - SLACK,
  );
}
