import { ChevronDown, ChevronRight, CloudOff, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import type { AppInfo } from '../../../shared/ipc/routes/app.ts';
import type { ProviderState } from '../../../shared/ipc/routes/providers.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { dropsKey, formFromProvider, providerDraft, providerProblems } from './provider-form.ts';
import type { ProviderForm } from './provider-form.ts';
import { ProviderFields } from './provider-fields.tsx';
import { ProviderKey } from './provider-key.tsx';
import { ProviderTestPanel } from './provider-test.tsx';

const words = text.settings.providers;

export interface ProviderRowProps {
  readonly provider: ProviderState;
  readonly isDefault: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly secretStorage: AppInfo['secretStorage'];
}

/** One provider: what it is and whether it has a key; opened, everything about it. */
export function ProviderRow(props: ProviderRowProps) {
  const { provider, isDefault, open, onToggle, secretStorage } = props;
  const id = useId();
  const form = formFromProvider(provider);
  return (
    <li data-provider={provider.id}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-[54px] w-full items-center gap-3 rounded-card px-3.5 py-2.5 hover:bg-hover"
      >
        <span className="grid size-8 flex-none place-items-center rounded-card bg-quiet font-semibold text-muted">
          {provider.kind === 'offline' ? <Icon of={CloudOff} /> : Array.from(provider.label)[0]}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{provider.label}</span>
          <span className="block truncate text-small text-subtle">
            <Summary provider={provider} />
          </span>
        </span>
        {isDefault && <Badge tone="accent">{words.isDefault}</Badge>}
        <Icon of={open ? ChevronDown : ChevronRight} className="text-subtle" />
      </button>
      {open && (
        <div id={id} className="flex flex-col gap-3.5 px-3.5 pt-0.5 pb-4 pl-[58px]">
          {form === null ? (
            <p className="text-pretty text-muted">{words.offline.body}</p>
          ) : (
            <>
              <ProviderKey provider={provider} secretStorage={secretStorage} />
              <EditProvider key={JSON.stringify(form)} provider={provider} stored={form} />
              <ProviderTestPanel provider={provider} />
              <RemoveProvider provider={provider} />
            </>
          )}
        </div>
      )}
    </li>
  );
}

const keyTones = {
  'not-needed': 'text-subtle',
  missing: 'text-warning-text',
  stored: 'text-success-text',
  'in-memory': 'text-warning-text',
  locked: 'text-danger-text',
} as const;

function Summary({ provider }: { readonly provider: ProviderState }) {
  if (provider.kind === 'offline') return words.offline.summary;
  const host =
    provider.baseUrl !== undefined && URL.canParse(provider.baseUrl)
      ? new URL(provider.baseUrl).host
      : words.ownAddress;
  return (
    <>
      <span className={keyTones[provider.key]}>{words.keyState[provider.key]}</span>{' '}
      {words.summary(words.kinds[provider.kind], host, provider.models.length)}
    </>
  );
}

interface EditProviderProps {
  readonly provider: ProviderState;
  readonly stored: ProviderForm;
}

function EditProvider({ provider, stored }: EditProviderProps) {
  const ipc = useIpc();
  const [form, setForm] = useState(stored);
  const changed = JSON.stringify(form) !== JSON.stringify(stored);
  const invalid = providerProblems(form).length > 0;
  const save = useAction(() =>
    ipc.call('providers.update', { providerId: provider.id, draft: providerDraft(form) }),
  );
  return (
    <>
      <fieldset disabled={save.busy} className="flex min-w-0 flex-col gap-3.5">
        <ProviderFields form={form} onChange={setForm} />
      </fieldset>
      {changed && !invalid && dropsKey(form, provider) && (
        <Notice tone="warning">{words.form.keyDropped}</Notice>
      )}
      {save.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.form.failed(save.error.sentence)}
          details={save.error.details}
        />
      )}
      {changed && (
        <div className="flex gap-2">
          <Button
            tone="primary"
            busy={save.busy}
            disabled={invalid}
            onClick={() => void save.run()}
          >
            {words.form.save}
          </Button>
          <Button tone="quiet" disabled={save.busy} onClick={() => setForm(stored)}>
            {words.form.cancel}
          </Button>
        </div>
      )}
    </>
  );
}

function RemoveProvider({ provider }: { readonly provider: ProviderState }) {
  const ipc = useIpc();
  const [asking, setAsking] = useState(false);
  const remove = useAction(() => ipc.call('providers.remove', { providerId: provider.id }));
  const close = () => {
    if (!remove.busy) setAsking(false);
  };
  return (
    <div>
      <Button
        tone="quiet"
        className="!text-danger-text"
        icon={<Icon of={Trash2} size={14} />}
        onClick={() => setAsking(true)}
      >
        {words.remove.button}
      </Button>
      {asking && (
        <Dialog
          open
          onOpenChange={(open) => {
            if (!open) close();
          }}
          title={words.remove.title(provider.label)}
          description={words.remove.body}
          foot={
            <>
              <span className="flex-1" />
              <Button autoFocus disabled={remove.busy} onClick={close}>
                {words.remove.cancel}
              </Button>
              <Button tone="danger" busy={remove.busy} onClick={() => void remove.run()}>
                {words.remove.confirm}
              </Button>
            </>
          }
        >
          {remove.error !== undefined && (
            <ErrorBox
              role="alert"
              sentence={words.remove.failed(remove.error.sentence)}
              details={remove.error.details}
            />
          )}
        </Dialog>
      )}
    </div>
  );
}
