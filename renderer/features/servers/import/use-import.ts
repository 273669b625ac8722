import { useCallback, useEffect, useState } from 'react';
import type { ImportSource } from '../../../../shared/ipc/routes/server-setup.ts';
import type { ServerScope } from '../../../../shared/mcp/server-config.ts';
import type { ReadingEntry } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction, type Action } from '../../../lib/use-action.ts';
import { isAddable } from '../add/entry-card.tsx';
import { absentSource } from './source-title.ts';

/** The sources and what is chosen of them. */
export interface ImportView {
  readonly sources: readonly ImportSource[];
  readonly load: Action<[]>;
  readonly choose: Action<[]>;
  readonly submit: Action<[]>;
  readonly isChosen: (entry: ReadingEntry) => boolean;
  readonly setChosen: (entries: readonly ReadingEntry[], chosen: boolean) => void;
  readonly count: number;
  readonly outcome: string | undefined;
  readonly selected: number;
  readonly select: (index: number) => void;
  /** No source has a file. */
  readonly isEmpty: boolean;
}

function hasServers({ reading }: ImportSource): boolean {
  return reading !== undefined && reading.entries.length > 0;
}

function hasSomething({ reading, troubles }: ImportSource): boolean {
  return reading !== undefined || troubles.length > 0;
}

function withEntries(
  ids: ReadonlySet<string>,
  entries: readonly ReadingEntry[],
  isIn: boolean,
): ReadonlySet<string> {
  const next = new Set(ids);
  for (const { entryId } of entries) {
    if (isIn) next.add(entryId);
    else next.delete(entryId);
  }
  return next;
}

/** Reads what other apps have, once, and stores what is chosen. */
export function useImport(scope: ServerScope, onAdded: (serverId: string) => void): ImportView {
  const ipc = useIpc();
  const [sources, setSources] = useState<readonly ImportSource[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [selected, select] = useState(0);
  const [outcome, setOutcome] = useState<string | undefined>(undefined);
  const take = useCallback((read: readonly ImportSource[]) => {
    const entries = read.flatMap(({ reading }) => reading?.entries ?? []).filter(isAddable);
    setChosen((before) => new Set([...before, ...entries.map(({ entryId }) => entryId)]));
  }, []);
  const load = useAction(async () => {
    const { sources: read } = await ipc.call('serverSetup.sources', { pins: {} });
    const found = read.filter(hasSomething);
    const absent = read.filter((source) => source.app !== 'folder' && !hasSomething(source));
    const shown = [...found, ...absentSource(absent)];
    setSources(shown);
    select(Math.max(0, shown.findIndex(hasServers)));
    take(found);
  });
  const choose = useAction(async () => {
    const { source } = await ipc.call('serverSetup.chooseFile');
    if (source === null) return;
    setSources((before) => [source, ...before]);
    select(0);
    take([source]);
  });
  const isChosen = (entry: ReadingEntry) => isAddable(entry) && chosen.has(entry.entryId);
  const picks = sources.flatMap(({ reading }) => {
    const entryIds = (reading?.entries ?? []).filter(isChosen).map(({ entryId }) => entryId);
    return reading && entryIds.length > 0 ? [{ readingId: reading.readingId, entryIds }] : [];
  });
  const submit = useAction(async () => {
    setOutcome(undefined);
    const answer = await ipc.call('serverSetup.addOff', { chosen: picks, scope, pins: {} });
    const first = answer.serverIds[0];
    if (answer.outcome === 'added' && first !== undefined) onAdded(first);
    else setOutcome(serverSetupTexts.import.cancelled);
  });
  const { run } = load;
  useEffect(() => {
    void run();
  }, [run]);
  return {
    sources,
    load,
    choose,
    submit,
    isChosen,
    setChosen: (entries, isIn) => setChosen((before) => withEntries(before, entries, isIn)),
    count: picks.reduce((sum, { entryIds }) => sum + entryIds.length, 0),
    outcome,
    selected,
    select,
    isEmpty: !sources.some(hasSomething),
  };
}
