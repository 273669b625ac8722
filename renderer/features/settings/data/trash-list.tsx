import { useCallback, useEffect, useState } from 'react';
import type { CallValue } from '../../../../shared/ipc/registry.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { dataTexts } from '../../../../shared/texts/en/data.ts';
import { formatWhen } from '../../../lib/format.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Card } from '../section.tsx';

const words = dataTexts.trash;
type Trash = CallValue<'data.trash'>;

/** Rows before the rest is asked for. */
const FIRST_ROWS = 8;

/** Deleted sessions, which can be put back. */
export function TrashList({ onChanged }: { readonly onChanged: () => void }) {
  const ipc = useIpc();
  const [trash, setTrash] = useState<Trash | undefined>(undefined);
  const [rows, setRows] = useState(FIRST_ROWS);
  const load = useAction(async () => setTrash(await ipc.call('data.trash')));
  const { run } = load;
  const read = useCallback(() => {
    void run();
    onChanged();
  }, [run, onChanged]);
  useEffect(() => void run(), [run]);
  const empty = useAction(async () => {
    const { deleted } = await ipc.call('data.delete', { what: 'trash' });
    if (deleted) read();
  });
  const restore = useAction(async (sessionId: string) => {
    await ipc.call('sessionList.restore', { sessionIds: [sessionId] });
    read();
  });
  const error = load.error ?? empty.error ?? restore.error;
  const sessions = trash?.sessions ?? [];
  return (
    <section aria-label={words.title}>
      <div className="mb-1.5 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="text-heading">{words.title}</h3>
          {trash !== undefined && (
            <p className="text-small text-muted">
              {sessions.length === 0 ? words.none : words.intro(trash.keptDays)}
            </p>
          )}
        </div>
        {sessions.length > 0 && (
          <Button size="small" busy={empty.busy} onClick={() => void empty.run()}>
            {words.empty}
          </Button>
        )}
      </div>
      {error !== undefined && (
        <ErrorBox
          role="alert"
          className="mb-2"
          sentence={load.error === undefined ? error.sentence : `${words.failed} ${error.sentence}`}
          details={error.details}
        />
      )}
      {sessions.length > 0 && (
        <Card>
          {sessions.slice(0, rows).map((session) => {
            const title = session.title ?? words.untitled;
            return (
              <div key={session.id} className="flex items-center gap-3 px-3.5 py-2">
                <div className="min-w-0 flex-1">
                  <div className="truncate">{title}</div>
                  <div className="text-small text-subtle">
                    {words.deleted(formatWhen(session.deletedAt, Date.now()))}
                  </div>
                </div>
                <Button
                  size="small"
                  aria-label={words.restoreOf(title)}
                  disabled={restore.busy}
                  onClick={() => void restore.run(session.id)}
                >
                  {words.restore}
                </Button>
              </div>
            );
          })}
        </Card>
      )}
      {sessions.length > rows && (
        <LinkButton className="mt-1.5" onClick={() => setRows(rows + 50)}>
          {words.more(sessions.length - rows)}
        </LinkButton>
      )}
      <span className="sr-only" role="status">
        {load.busy ? text.ui.loading : ''}
      </span>
    </section>
  );
}
