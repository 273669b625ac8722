import { useEffect, useState } from 'react';
import type { ModelListing, ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { ModelChoices } from './model-choices.tsx';
import { draftOf } from './provider-form.ts';

const words = settingsTexts.providers.choose;
const MOST = 200;

export interface ChooseModelsDialogProps {
  readonly provider: ProviderState;
  readonly onClose: () => void;
}

/** Asks the provider for its models when it opens; what it does not list can be typed. */
export function ChooseModelsDialog({ provider, onClose }: ChooseModelsDialogProps) {
  const ipc = useIpc();
  const [listing, setListing] = useState<ModelListing | undefined>(undefined);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    provider.models.map(({ id }) => id),
  );
  const load = useAction(async () => {
    setListing(undefined);
    setListing(await ipc.call('providers.listModels', { providerId: provider.id }));
  });
  const { run } = load;
  useEffect(() => void run(), [run]);
  const save = useAction(async () => {
    const draft = draftOf(provider, [...chosen]);
    await ipc.call('providers.update', { providerId: provider.id, draft });
    onClose();
  });
  const isTooMany = chosen.length > MOST;
  return (
    <Dialog
      open
      keepOnPressOutside
      width="wide"
      onOpenChange={(open) => {
        if (!open && !save.busy) onClose();
      }}
      title={words.title(provider.label)}
      description={words.description}
      foot={
        <>
          <span role="status" className="min-w-0 flex-1 text-small text-subtle">
            {isTooMany ? words.tooMany : words.chosen(chosen.length)}
          </span>
          <Button tone="quiet" disabled={save.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            tone="primary"
            busy={save.busy}
            disabled={isTooMany}
            onClick={() => void save.run()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      {save.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.saveFailed(save.error.sentence)}
          details={save.error.details}
        />
      )}
      {load.busy && (
        <Loading label={words.loading(provider.label)}>
          <div className="flex flex-col gap-3">
            <Skeleton className="w-full" />
            <Skeleton className="w-full" />
            <Skeleton className="w-3/4" />
          </div>
        </Loading>
      )}
      {load.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={load.error.sentence}
          details={load.error.details}
          actions={<LinkButton onClick={() => void load.run()}>{words.again}</LinkButton>}
        />
      )}
      {listing?.ok === false && (
        <ErrorBox
          role="alert"
          sentence={failure(provider, listing)}
          details={listing.answer}
          actions={<LinkButton onClick={() => void load.run()}>{words.again}</LinkButton>}
        />
      )}
      {!load.busy && (
        <ModelChoices
          listing={listing}
          offered={provider.models}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      <TypedModel
        onAdd={(model) => {
          if (!chosen.includes(model)) setChosen([...chosen, model]);
        }}
      />
    </Dialog>
  );
}

function failure(
  { label }: ProviderState,
  { status }: Extract<ModelListing, { ok: false }>,
): string {
  const what = status === undefined ? words.failed(label) : words.failedStatus(label, status);
  return `${what}. ${words.failedNote}`;
}

function TypedModel({ onAdd }: { readonly onAdd: (model: string) => void }) {
  const [typed, setTyped] = useState('');
  const model = typed.trim();
  const add = () => {
    if (model === '') return;
    onAdd(model);
    setTyped('');
  };
  return (
    <TextField
      label={words.type}
      help={words.typeHelp}
      mono
      optional
      maxLength={200}
      value={typed}
      onValueChange={setTyped}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        add();
      }}
      end={
        <Button size="large" disabled={model === ''} onClick={add}>
          {words.add}
        </Button>
      }
    />
  );
}
