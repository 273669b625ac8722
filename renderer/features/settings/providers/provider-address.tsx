import { useState } from 'react';
import type { ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { dropsKey, providerDraft, providerProblems, type ProviderForm } from './provider-form.ts';

const words = settingsTexts.providers.form;

export interface ProviderAddressProps {
  readonly provider: ProviderState;
  readonly stored: ProviderForm;
}

/** Name and address of a provider. Main asks before another address holds. */
export function ProviderAddress({ provider, stored }: ProviderAddressProps) {
  const ipc = useIpc();
  const [typed, setForm] = useState(stored);
  // Models are chosen beside it, and must not take away what is typed here.
  const form = { ...typed, models: stored.models };
  const [isDeclined, setDeclined] = useState(false);
  const changed = JSON.stringify(form) !== JSON.stringify(stored);
  const invalid = providerProblems(form).length > 0;
  const isMoved = form.baseUrl.trim() !== stored.baseUrl;
  const save = useAction(async () => {
    setDeclined(false);
    const draft = providerDraft(form);
    const answer = await ipc.call('providers.update', { providerId: provider.id, draft });
    setDeclined(answer.provider === null);
  });
  const change = (next: ProviderForm) => {
    setDeclined(false);
    setForm(next);
  };
  return (
    <>
      <fieldset disabled={save.busy} className="flex min-w-0 flex-col gap-3.5">
        <ProviderFields form={form} onChange={change} />
      </fieldset>
      {changed && !invalid && dropsKey(form, provider) && (
        <Notice tone="warning">{words.keyDropped}</Notice>
      )}
      {save.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.failed(save.error.sentence)}
          details={save.error.details}
        />
      )}
      {changed && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            tone="primary"
            busy={save.busy}
            disabled={invalid}
            onClick={() => void save.run()}
          >
            {words.save}
          </Button>
          <Button tone="quiet" disabled={save.busy} onClick={() => change(stored)}>
            {words.cancel}
          </Button>
          <span role="status" className="text-small text-subtle">
            {save.busy && isMoved ? words.waiting : isDeclined ? words.unchanged : ''}
          </span>
        </div>
      )}
    </>
  );
}
