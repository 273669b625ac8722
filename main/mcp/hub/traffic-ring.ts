import { isJsonObject } from '../../../shared/lib/json.ts';
import type { TrafficEntry, TrafficMessage, TrafficOutcome } from '../../../shared/mcp/traffic.ts';
import type { Clock } from '../../lib/clock.ts';
import type { MessageTap } from '../client/tap.ts';
import { trafficText } from './traffic-text.ts';

const MOST_ENTRIES = 1_000;
/** Characters of all messages together. */
const MOST_TEXT = 4 * 1024 * 1024;
/** Characters that are kept of one message. */
const HEAD = 64 * 1024;
/** Requests whose end is waited for. */
const MOST_OPEN = 1_000;
/** How long news are gathered before they are told, in ms. */
const NEWS_PAUSE_MS = 100;

/** An entry before it has its number. */
export type NewEntry<T extends TrafficEntry = TrafficEntry> = T extends TrafficEntry
  ? Omit<T, 'seq' | 'at'>
  : never;

interface OpenRequest {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
}

/** The last messages of a server: bounded in number and size, redacted before they are kept (UI-37, SE-51). */
export class TrafficRing {
  #entries: TrafficEntry[] = [];
  #text = 0;
  #seq = 0;
  #news: TrafficEntry[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly redact: () => (text: string) => string,
    private readonly onNews: (entries: readonly TrafficEntry[]) => void,
  ) {}

  get entries(): readonly TrafficEntry[] {
    return this.#entries;
  }

  /** Forgets what there is; the numbers go on. */
  clear(): void {
    this.#entries = [];
    this.#text = 0;
    this.#news = [];
  }

  add(entry: NewEntry): TrafficEntry {
    this.#seq += 1;
    const whole: TrafficEntry = { ...entry, seq: this.#seq, at: this.clock.now() };
    this.#entries.push(whole);
    this.#text += lengthOf(whole);
    let dropped = 0;
    while (this.#entries.length - dropped > MOST_ENTRIES || this.#text > MOST_TEXT) {
      const oldest = this.#entries[dropped];
      if (!oldest) break;
      this.#text -= lengthOf(oldest);
      dropped += 1;
    }
    if (dropped > 0) this.#entries = this.#entries.slice(dropped);
    this.#tell(whole);
    return whole;
  }

  #tell(entry: TrafficEntry): void {
    const waiting = this.#news.push(entry);
    if (waiting > 2 * MOST_ENTRIES) this.#news = this.#news.slice(-MOST_ENTRIES);
    if (waiting > 1) return;
    this.clock.after(NEWS_PAUSE_MS, () => {
      const news = this.#news;
      this.#news = [];
      if (news.length > 0) this.onNews(news.slice(-MOST_ENTRIES));
    });
  }

  /** A tap for one connection, whose requests are paired with what ends them. */
  tap(sessionId: string | undefined): MessageTap {
    const open = { in: new Map<string, OpenRequest>(), out: new Map<string, OpenRequest>() };
    return (direction, message, bytes) => {
      if (!isJsonObject(message)) return;
      const { id, method } = message;
      const common = {
        direction,
        bytes,
        ...trafficText(message, HEAD, this.redact()),
        ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
        ...(sessionId === undefined ? {} : { sessionId }),
      };
      if (typeof method !== 'string') {
        const theirs = open[direction === 'in' ? 'out' : 'in'];
        const outcome = message['error'] === undefined ? 'answered' : 'error';
        this.add({ ...common, kind: 'response', ...this.#end(theirs, id, outcome) });
      } else if (id === undefined) {
        const ended = method === 'notifications/cancelled' ? cancelled(message) : undefined;
        const end = ended ? this.#end(open[direction], ended.id, ended.outcome) : {};
        this.add({ ...common, kind: 'notification', ...end, method });
      } else {
        const { seq, at } = this.add({ ...common, kind: 'request', method });
        const mine = open[direction];
        mine.set(keyOf(id), { seq, at, method });
        const [first] = mine.keys();
        if (mine.size > MOST_OPEN && first !== undefined) mine.delete(first);
      }
    };
  }

  #end(
    open: Map<string, OpenRequest>,
    id: unknown,
    outcome: TrafficOutcome,
  ): Pick<TrafficMessage, 'method' | 'ends'> {
    const key = keyOf(id);
    const request = open.get(key);
    if (!request) return {};
    open.delete(key);
    const { seq, at, method } = request;
    return { method, ends: { seq, outcome, durationMs: this.clock.now() - at } };
  }
}

function cancelled(message: Readonly<Record<string, unknown>>): {
  readonly id: unknown;
  readonly outcome: TrafficOutcome;
} {
  const params = isJsonObject(message['params']) ? message['params'] : {};
  const { reason } = params;
  const isTimeout = typeof reason === 'string' && /time/i.test(reason);
  return { id: params['requestId'], outcome: isTimeout ? 'timed-out' : 'cancelled' };
}

/** As JSON, so that 1 and "1" are two ids. */
function keyOf(id: unknown): string {
  return `${typeof id} ${typeof id === 'string' || typeof id === 'number' ? id : ''}`;
}

function lengthOf(entry: TrafficEntry): number {
  return entry.kind === 'http' ? entry.url.length + 200 : entry.text.length + 200;
}
