import { dataTexts } from '../../../../shared/texts/en/data.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Card, CardRow } from '../section.tsx';

const words = dataTexts.delete;

/** What can be deleted for good; main asks. */
export function Deletions({ onDeleted }: { readonly onDeleted: () => void }) {
  const ipc = useIpc();
  const remove = useAction(async (what: 'sessions' | 'everything') => {
    const { deleted } = await ipc.call('data.delete', { what });
    if (deleted) onDeleted();
  });
  return (
    <section aria-label={words.title}>
      <h3 className="mb-1.5 text-heading">{words.title}</h3>
      {remove.error !== undefined && (
        <ErrorBox
          role="alert"
          className="mb-2"
          sentence={remove.error.sentence}
          details={remove.error.details}
        />
      )}
      <Card>
        <CardRow title={words.sessions} note={words.sessionsNote}>
          <Button
            className="text-danger-text!"
            disabled={remove.busy}
            onClick={() => void remove.run('sessions')}
          >
            {words.sessionsAction}
          </Button>
        </CardRow>
        <CardRow title={words.everything} note={words.everythingNote}>
          <Button
            className="text-danger-text!"
            disabled={remove.busy}
            onClick={() => void remove.run('everything')}
          >
            {words.everythingAction}
          </Button>
        </CardRow>
      </Card>
    </section>
  );
}
