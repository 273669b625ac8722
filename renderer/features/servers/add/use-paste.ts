import { useEffect, useRef, useState } from 'react';
import type { ServerScope } from '../../../../shared/mcp/server-config.ts';
import type {
  ReadingEntry,
  ServerReading,
  TextEdit,
} from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { readableError, type ReadableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { isAddable } from './entry-card.tsx';

const words = serverSetupTexts.add;

/** The text with changes made, the last one first, so that places stay right. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((left, right) => right.offset - left.offset)
    .reduce(
      (rest, { offset, length, text: put }) =>
        rest.slice(0, offset) + put + rest.slice(offset + length),
      source,
    );
}

export interface PasteView {
  readonly source: string;
  readonly setSource: (source: string) => void;
  readonly reading: ServerReading | undefined;
  readonly chosen: readonly ReadingEntry[];
  readonly isChosen: (entry: ReadingEntry) => boolean;
  readonly choose: (entry: ReadingEntry, chosen: boolean) => void;
  readonly pin: (entry: ReadingEntry, version: string) => void;
  readonly review: () => void;
  readonly busy: boolean;
  /** What became of the last review, when not everything was added. */
  readonly outcome: string | undefined;
  readonly error: ReadableError | undefined;
}

/** Reads the text as it is typed; an answer that comes late is not taken. `again` reads the same text anew. */
function useReading(
  source: string,
  pins: Readonly<Record<string, string>>,
  given: ServerReading | undefined,
): { read: ServerReading | undefined; error: ReadableError | undefined; again: () => void } {
  const ipc = useIpc();
  const [read, setRead] = useState<ServerReading | undefined>(given);
  const [error, setError] = useState<ReadableError | undefined>(undefined);
  const [round, setRound] = useState(0);
  const latest = useRef(0);
  useEffect(() => {
    if (given !== undefined) return;
    const turn = (latest.current += 1);
    if (source.trim() === '') {
      setRead(undefined);
      return;
    }
    ipc.call('serverSetup.read', { text: source, pins }).then(
      (reading) => {
        if (turn !== latest.current) return;
        setRead(reading);
        setError(undefined);
      },
      (failure: unknown) => {
        if (turn === latest.current) setError(readableError(failure));
      },
    );
  }, [ipc, source, pins, given, round]);
  return { read, error, again: () => setRound((before) => before + 1) };
}

/** Names that the person does not want, changed one at a time. */
function withName(names: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(names);
  if (isIn) next.add(name);
  else next.delete(name);
  return next;
}

/** A reading without a text is not read again: what was pinned is said beside the entry and counts when it is added. */
function withPins(reading: ServerReading, pins: Readonly<Record<string, string>>): ServerReading {
  const entries = reading.entries.map((entry): ReadingEntry => {
    const version = pins[entry.name];
    if (version === undefined) return entry;
    const { unpinned, ...rest } = entry;
    if (unpinned === undefined) return entry;
    const sentence = words.pinned(unpinned.name, version);
    return { ...rest, notes: [{ severity: 'info', sentence }, ...rest.notes] };
  });
  return { ...reading, entries };
}

/** What was pasted, or came by a link, and what main understood of it. */
export function usePaste(options: {
  readonly initial: string;
  /** A reading that is there already, and has no text. */
  readonly given?: ServerReading | undefined;
  readonly scope: ServerScope;
  readonly onAdded: (serverId: string) => void;
}): PasteView {
  const { given, scope, onAdded } = options;
  const ipc = useIpc();
  const [source, setSource] = useState(options.initial);
  const [pins, setPins] = useState<Readonly<Record<string, string>>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<string | undefined>(undefined);
  const { read, error, again } = useReading(source, pins, given);
  const isChosen = (entry: ReadingEntry) => isAddable(entry) && !left.has(entry.name);
  const hasMistakes = read?.notes.some(({ severity }) => severity === 'error') ?? false;
  const chosen = hasMistakes ? [] : (read?.entries.filter(isChosen) ?? []);
  const review = useAction(async () => {
    if (read === undefined || chosen.length === 0) return;
    setOutcome(undefined);
    const entryIds = chosen.map(({ entryId }) => entryId);
    const { results } = await ipc.call('serverSetup.review', {
      chosen: [{ readingId: read.readingId, entryIds }],
      scope,
      pins,
    });
    const started = results.filter((result) => result.outcome === 'started');
    const last = started.at(-1)?.serverId;
    if (last !== undefined && started.length === results.length) onAdded(last);
    else {
      setOutcome(started.length === 0 ? words.none : words.partly(started.length, results.length));
      again();
    }
  });
  return {
    source,
    setSource: (next) => {
      setOutcome(undefined);
      review.clearError();
      setSource(next);
    },
    reading: given === undefined ? read : read && withPins(read, pins),
    chosen,
    isChosen,
    choose: (entry, take) => setLeft((before) => withName(before, entry.name, !take)),
    pin: (entry, version) => setPins((before) => ({ ...before, [entry.name]: version })),
    review: () => void review.run(),
    busy: review.busy,
    outcome,
    error: review.error ?? error,
  };
}
