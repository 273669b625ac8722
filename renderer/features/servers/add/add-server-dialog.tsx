import { useState } from 'react';
import type { ServerScope } from '../../../../shared/mcp/server-config.ts';
import type { ServerReading } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { FormAnswers } from '../form/server-dialog.tsx';
import type { ServerForm } from '../form/server-form.ts';
import { useServerForm } from '../form/use-server-form.tsx';
import { RegistryTab } from '../registry/registry-tab.tsx';
import { ScopeChoice } from '../setup/scope-choice.tsx';
import { PasteTab, Understood } from './paste-tab.tsx';
import { usePaste, type PasteView } from './use-paste.ts';

const words = serverSetupTexts.add;

/** What was typed and not added, so that the next opening goes on there. */
export interface LeftAddition {
  readonly tab: AddTab;
  readonly source: string;
  readonly form: ServerForm;
}
export type AddTab = 'paste' | 'form' | 'registry';

export interface AddServerDialogProps {
  readonly left: LeftAddition;
  readonly takenKeys: ReadonlySet<string>;
  readonly platform: string;
  readonly onClose: (left: LeftAddition) => void;
  readonly onAdded: (serverId: string) => void;
}

/** Adds servers: from a pasted text, or by form. */
export function AddServerDialog(props: AddServerDialogProps) {
  const { left, takenKeys, platform, onClose, onAdded } = props;
  const [tab, setTab] = useState<AddTab>(left.tab);
  const [scope, setScope] = useState<ServerScope>({ kind: 'user' });
  const paste = usePaste({ initial: left.source, scope, onAdded });
  const form = useServerForm({
    server: null,
    initial: left.form,
    takenKeys,
    platform,
    scope,
    onStarted: onAdded,
  });
  const [published, setPublished] = useState<ServerReading | undefined>(undefined);
  const busy = paste.busy || form.busy;
  const close = () => {
    if (!busy) onClose({ tab, source: paste.source, form: form.form });
  };
  if (published !== undefined) {
    return (
      <ReadingDialog
        title={words.title}
        note={serverSetupTexts.registry.reviewNote}
        cancelLabel={serverSetupTexts.registry.back}
        reading={published}
        onClose={() => setPublished(undefined)}
        onAdded={onAdded}
      />
    );
  }
  return (
    <Dialog
      open
      keepOnPressOutside
      width="wide"
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={words.title}
      closeLabel={words.close}
      foot={
        <>
          <ScopeChoice scope={scope} onScope={setScope} />
          <span
            className="min-w-0 flex-[1_1_12rem] text-right text-small text-subtle empty:flex-1"
            role="status"
          >
            {tab === 'form' ? form.status : paste.busy ? words.waiting : ''}
          </span>
          {tab === 'form' ? (
            <FormAnswers view={form} onCancel={close} />
          ) : tab === 'registry' ? (
            <Button tone="quiet" onClick={close}>
              {words.cancel}
            </Button>
          ) : (
            <PasteAnswers view={paste} onCancel={close} />
          )}
        </>
      }
    >
      <Tabs<AddTab>
        label={words.tabs.label}
        value={tab}
        onValueChange={setTab}
        listClassName="sticky top-0 z-10 mb-3.5 bg-overlay"
        tabs={[
          { value: 'paste', label: words.tabs.paste },
          { value: 'form', label: words.tabs.form },
          { value: 'registry', label: words.tabs.registry },
        ]}
      >
        <TabPanel value="paste">
          <PasteTab view={paste} />
        </TabPanel>
        <TabPanel value="form">{form.body}</TabPanel>
        <TabPanel value="registry">
          <RegistryTab onChosen={setPublished} />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}

function PasteAnswers({
  view,
  cancelLabel = words.cancel,
  onCancel,
}: {
  readonly view: PasteView;
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
}) {
  return (
    <div className="flex flex-none items-center gap-2">
      <Button tone="quiet" disabled={view.busy} onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button
        tone="primary"
        busy={view.busy}
        disabled={view.chosen.length === 0}
        onClick={view.review}
      >
        {words.review(view.chosen.length)}
      </Button>
    </div>
  );
}

interface ReadingDialogProps {
  readonly title: string;
  readonly note: string;
  readonly cancelLabel: string;
  readonly reading: ServerReading;
  readonly onClose: () => void;
  readonly onAdded: (serverId: string) => void;
}

/** The server of an install link: shown once, started only after main's question. */
export function LinkDialog(props: Pick<ReadingDialogProps, 'reading' | 'onClose' | 'onAdded'>) {
  return (
    <ReadingDialog
      title={words.linkTitle}
      note={words.linkNote}
      cancelLabel={words.cancel}
      {...props}
    />
  );
}

/** What was read elsewhere than in a text of the person: to be looked at and reviewed. */
function ReadingDialog(props: ReadingDialogProps) {
  const { title, note, cancelLabel, reading, onClose, onAdded } = props;
  const [scope, setScope] = useState<ServerScope>({ kind: 'user' });
  const view = usePaste({ initial: '', given: reading, scope, onAdded });
  const close = () => {
    if (!view.busy) onClose();
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      width="wide"
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={title}
      description={note}
      closeLabel={words.close}
      foot={
        <>
          <ScopeChoice scope={scope} onScope={setScope} />
          <span
            className="min-w-0 flex-[1_1_12rem] text-right text-small text-subtle empty:flex-1"
            role="status"
          >
            {view.busy ? words.waiting : ''}
          </span>
          <PasteAnswers view={view} cancelLabel={cancelLabel} onCancel={close} />
        </>
      }
    >
      <Understood view={view} withText={false} />
    </Dialog>
  );
}
