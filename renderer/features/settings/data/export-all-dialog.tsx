import { useState } from 'react';
import type { ExportFormat } from '../../../../shared/ipc/routes/session-list.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { dataTexts as words } from '../../../../shared/texts/en/data.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

const formats: readonly ExportFormat[] = ['markdown', 'json', 'html'];

/** Chooses how all sessions are exported; where to is main's question. */
export function ExportAllDialog({
  onClose,
  onExported,
}: {
  readonly onClose: () => void;
  readonly onExported: (sentence: string) => void;
}) {
  const ipc = useIpc();
  const [format, setFormat] = useState<ExportFormat>('markdown');
  const [redact, setRedact] = useState(true);
  const save = useAction(async () => {
    const { sessions } = await ipc.call('data.export', { format, redact });
    if (sessions === undefined) return;
    onExported(words.exported(sessions));
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.exportTitle}
      description={words.exportNote}
      foot={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>{text.sessions.cancel}</Button>
          <Button tone="primary" autoFocus busy={save.busy} onClick={() => void save.run()}>
            {text.sessions.exportConfirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-start gap-3">
        <SegmentedControl
          label={text.sessions.format}
          value={format}
          onValueChange={setFormat}
          options={formats.map((value) => ({ value, label: text.sessions.formats[value] }))}
        />
        <p className="text-small text-muted">{text.sessions.formatHelp[format]}</p>
        <Checkbox checked={redact} onCheckedChange={setRedact} label={text.sessions.redact} />
        {save.error !== undefined && (
          <ErrorBox role="alert" sentence={save.error.sentence} details={save.error.details} />
        )}
      </div>
    </Dialog>
  );
}
