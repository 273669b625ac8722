import { useEffect, useRef, useState } from 'react';
import type { CallValue } from '../../../../shared/ipc/registry.ts';
import type { ReadingNote } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction, type Action } from '../../../lib/use-action.ts';

const words = serverSetupTexts.raw;

type FileView = CallValue<'serverSetup.raw'>;

/** The file as it is edited. */
export interface SourceView {
  readonly file: FileView | undefined;
  readonly source: string;
  readonly setSource: (source: string) => void;
  readonly notes: readonly ReadingNote[];
  /** Others changed the file since it was read. */
  readonly isStale: boolean;
  readonly isChanged: boolean;
  readonly load: Action<[]>;
  readonly save: Action<[]>;
  readonly outcome: string | undefined;
}

/** Asks main what is wrong with the text as it is typed; an answer that comes late is not taken. */
function useChecked(
  file: FileView | undefined,
  source: string,
  onNotes: (notes: readonly ReadingNote[]) => void,
): void {
  const ipc = useIpc();
  const turn = useRef(0);
  useEffect(() => {
    if (file === undefined || source === file.text) return;
    const own = (turn.current += 1);
    ipc.call('serverSetup.checkRaw', { text: source }).then(
      (checked) => {
        if (own === turn.current) onNotes(checked.notes);
      },
      // Saving checks once more and says what fails.
      () => undefined,
    );
  }, [ipc, file, source, onNotes]);
}

/** Reads the file once, checks what is typed, and never writes over what others changed. */
export function useSource(): SourceView {
  const ipc = useIpc();
  const [file, setFile] = useState<FileView | undefined>(undefined);
  const [source, setSource] = useState('');
  const [notes, setNotes] = useState<readonly ReadingNote[]>([]);
  const [isStale, setStale] = useState(false);
  const [outcome, setOutcome] = useState<string | undefined>(undefined);
  const revision = useRef<string | undefined>(undefined);

  const take = (read: FileView) => {
    revision.current = read.revision;
    setFile(read);
    setSource(read.text);
    setNotes(read.notes);
    setStale(false);
  };
  const load = useAction(async () => {
    take(await ipc.call('serverSetup.raw'));
  });
  const { run } = load;
  useEffect(() => {
    void run();
  }, [run]);
  useEffect(
    () =>
      ipc.on('serverSetup.fileChanged', (changed) => {
        if (revision.current !== undefined && changed.revision !== revision.current) setStale(true);
      }),
    [ipc],
  );
  useChecked(file, source, setNotes);

  const save = useAction(async () => {
    if (file === undefined) return;
    const answer = await ipc.call('serverSetup.saveRaw', {
      text: source,
      revision: file.revision,
    });
    if (answer.outcome === 'stale') setStale(true);
    else if (answer.outcome === 'cancelled') setOutcome(words.cancelled);
    else {
      setOutcome(words.saved);
      if (answer.file) take(answer.file);
    }
  });
  return {
    file,
    source,
    setSource: (next) => {
      setOutcome(undefined);
      save.clearError();
      setSource(next);
    },
    notes,
    isStale,
    isChanged: file !== undefined && source !== file.text,
    load,
    save,
    outcome,
  };
}
