import { useState } from 'react';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { CardRow } from '../../../ui/card.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formFromServer, submission } from '../form/server-form.ts';

const words = text.servers.settings;

/** Certificates that are trusted for this server alone. It is part of the definition, so main asks about a change. */
export function CaFileRow({ server }: { readonly server: ServerState }) {
  const ipc = useIpc();
  const stored = 'caFile' in server.definition ? server.definition.caFile : undefined;
  const [draft, setDraft] = useState<string | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const save = useAction(async (caFile: string) => {
    setCancelled(false);
    const { outcome } = await ipc.call('servers.update', {
      serverId: server.id,
      ...submission({ ...formFromServer(server), caFile }),
    });
    if (outcome === 'started') setDraft(null);
    else setCancelled(true);
  });
  return (
    <>
      <CardRow
        title={words.caFile}
        note={
          stored === undefined ? (
            words.caFileNone
          ) : (
            <ExactText value={stored} className="font-mono text-code" />
          )
        }
      >
        {draft === null && (
          <Button onClick={() => setDraft(stored ?? '')} aria-label={words.changeCaFile}>
            {words.change}
          </Button>
        )}
      </CardRow>
      {draft !== null && (
        <form
          aria-label={words.changeCaFile}
          className="flex flex-col gap-3 border-t border-line px-3.5 py-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save.run(draft);
          }}
        >
          <TextField
            label={words.caFileLabel}
            optional
            mono
            autoFocus
            placeholder={text.servers.form.caFilePlaceholder}
            help={text.servers.form.caFileHelp}
            value={draft}
            onValueChange={setDraft}
          />
          {save.error !== undefined && (
            <ErrorBox role="alert" sentence={save.error.sentence} details={save.error.details} />
          )}
          {isCancelled && <Notice>{words.cancelled}</Notice>}
          <div className="flex items-center justify-end gap-2">
            <Button disabled={save.busy} onClick={() => setDraft(null)}>
              {words.cancel}
            </Button>
            <Button
              tone="primary"
              type="submit"
              busy={save.busy}
              disabled={draft.trim() === (stored ?? '')}
            >
              {words.review}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
