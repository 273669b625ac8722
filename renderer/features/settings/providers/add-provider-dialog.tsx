import { useState } from 'react';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import type { AppInfo } from '../../../../shared/ipc/routes/app.ts';
import type { ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { emptyProviderForm, providerDraft, providerProblems } from './provider-form.ts';
import type { ProviderForm } from './provider-form.ts';
import { firstProblem, ProviderFields } from './provider-fields.tsx';

const words = settingsTexts.providers.form;
const keyWords = settingsTexts.providers.key;

const kinds = ['anthropic', 'openai', 'google', 'openai-compatible'] as const;

export interface AddProviderDialogProps {
  readonly secretStorage: AppInfo['secretStorage'];
  readonly onClose: () => void;
  readonly onAdded: (providerId: string) => void;
}

/** Adds a provider and, when one is given, its key. If only the key fails, the provider stays and the same button tries the key again. */
export function AddProviderDialog({ secretStorage, onClose, onAdded }: AddProviderDialogProps) {
  const ipc = useIpc();
  const [form, setForm] = useState<ProviderForm>(emptyProviderForm);
  const [key, setKey] = useState('');
  const [added, setAdded] = useState<ProviderState | null>(null);
  const [isDeclined, setDeclined] = useState(false);
  const [keyError, setKeyError] = useState<string | undefined>(undefined);
  const keyTooLong = key.trim().length > 4096;
  const invalid = providerProblems(form).length > 0 || keyTooLong;
  const add = useAction(async () => {
    setDeclined(false);
    setKeyError(undefined);
    const typed = key.trim();
    if (added !== null) {
      await ipc.call('providers.setKey', { providerId: added.id, key: typed });
      onAdded(added.id);
      return;
    }
    // The key goes along: an answer in main's view is no press of a key here, which it would want by itself.
    const { provider, keyError: refused } = await ipc.call('providers.add', {
      ...providerDraft(form),
      ...(typed === '' ? {} : { key: typed }),
    });
    setDeclined(provider === null);
    setAdded(provider);
    setKeyError(refused);
    if (provider !== null && refused === undefined) onAdded(provider.id);
  });
  const close = () => {
    if (add.busy) return;
    if (added === null) onClose();
    else onAdded(added.id);
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      width="wide"
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={words.addTitle}
      foot={
        <>
          <span className="min-w-0 flex-1 text-small text-subtle" role="status">
            {add.busy && added === null
              ? words.waiting
              : isDeclined
                ? words.declined
                : firstProblem(form)}
          </span>
          <Button tone="quiet" disabled={add.busy} onClick={close}>
            {words.cancel}
          </Button>
          <Button tone="primary" busy={add.busy} disabled={invalid} onClick={() => void add.run()}>
            {words.add}
          </Button>
        </>
      }
    >
      {add.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={added === null ? add.error.sentence : words.addedKeyFailed(add.error.sentence)}
          details={add.error.details}
        />
      )}
      {keyError !== undefined && (
        <ErrorBox role="alert" sentence={words.addedKeyFailed(keyError)} />
      )}
      <fieldset disabled={add.busy || added !== null} className="flex min-w-0 flex-col gap-3.5">
        <div className="flex flex-col gap-[5px]">
          <span aria-hidden="true" className="font-medium">
            {words.kind}
          </span>
          <SegmentedControl<ProviderForm['kind']>
            label={words.kind}
            value={form.kind}
            onValueChange={(kind) => setForm({ ...form, kind })}
            options={kinds.map((value) => ({
              value,
              label: words.kinds[value],
            }))}
            className="self-start"
          />
          <p className="text-small text-subtle">{words.kindNotes[form.kind]}</p>
        </div>
        <ProviderFields form={form} onChange={setForm} autoFocus hasModels />
      </fieldset>
      <SecretField
        label={words.key}
        value={key}
        onValueChange={setKey}
        disabled={add.busy}
        placeholder={keyWords.placeholder}
        error={keyTooLong ? keyWords.long : undefined}
        help={words.keyHelp[secretStorage]}
      />
    </Dialog>
  );
}
