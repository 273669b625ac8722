import { Archive, ArchiveRestore, Download } from 'lucide-react';
import { useState } from 'react';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { dataTexts as words } from '../../../../shared/texts/en/data.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { formatBytes } from '../../../lib/format-size.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../section.tsx';
import { Deletions } from './deletions.tsx';
import { ExportAllDialog } from './export-all-dialog.tsx';
import { KeptParts } from './kept-parts.tsx';
import { TrashList } from './trash-list.tsx';
import { Uninstalling } from './uninstalling.tsx';
import { useProfileData } from './use-profile-data.ts';

const privacy = settingsTexts.data;

/** What is kept and where, how it is saved and deleted, and what leaves this computer (UI-63, RT-30). */
export function DataSection() {
  const ipc = useIpc();
  const [outcome, setOutcome] = useState<string | undefined>(undefined);
  const [isExporting, setExporting] = useState(false);
  const kept = useProfileData();
  const lastBackup = useAppData((data) => data.settings.lastBackup);
  const tell = (sentence: string) => {
    setOutcome(sentence);
    announce(sentence);
  };
  const backUp = useAction(async () => {
    setOutcome(undefined);
    const { bytes } = await ipc.call('data.backUp');
    if (bytes !== undefined) tell(words.backedUp(formatBytes(bytes)));
  });
  const restore = useAction(async () => {
    setOutcome(undefined);
    const { restarts } = await ipc.call('data.restore');
    if (restarts) tell(words.restoring);
  });
  const error = backUp.error ?? restore.error;
  return (
    <Section
      title={privacy.title}
      intro={privacy.intro}
      actions={
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            icon={<Icon of={Archive} size={14} />}
            busy={backUp.busy}
            onClick={() => void backUp.run()}
          >
            {words.backUp}
          </Button>
          <Button
            icon={<Icon of={ArchiveRestore} size={14} />}
            busy={restore.busy}
            onClick={() => void restore.run()}
          >
            {words.restore}
          </Button>
          <Button icon={<Icon of={Download} size={14} />} onClick={() => setExporting(true)}>
            {words.export}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        {error !== undefined && (
          <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
        )}
        {outcome !== undefined && <Notice>{outcome}</Notice>}
        <KeptParts kept={kept} lastBackup={lastBackup} />
        <TrashList onChanged={kept.read} />
        <Deletions
          onDeleted={() => {
            kept.read();
            tell(words.delete.done);
          }}
        />
        <Uninstalling data={kept.data} />
        <section aria-label={privacy.leaves}>
          <h3 className="mb-1.5 text-heading">{privacy.leaves}</h3>
          <p>{privacy.leavesIntro}</p>
          <ul className="my-1 list-disc pl-5">
            {privacy.leavesList.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p className="text-pretty text-muted">{privacy.leavesOffline}</p>
        </section>
        <Notice tone="warning">
          <b>{privacy.sandbox}</b>
          <span className="block text-pretty">{privacy.sandboxBody}</span>
        </Notice>
      </div>
      {isExporting && <ExportAllDialog onClose={() => setExporting(false)} onExported={tell} />}
    </Section>
  );
}
