import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { needsKey } from '../../../../shared/agent/provider-address.ts';
import type { AppInfo } from '../../../../shared/ipc/routes/app.ts';
import type { ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ProviderAddress } from './provider-address.tsx';
import { formFromProvider } from './provider-form.ts';
import { ProviderKey } from './provider-key.tsx';
import { ProviderModels } from './provider-models.tsx';
import { ProviderSummary, ProviderTile } from './provider-summary.tsx';
import { ProviderTestPanel } from './provider-test.tsx';

const words = settingsTexts.providers;

export interface ProviderRowProps {
  readonly provider: ProviderState;
  readonly isDefault: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly secretStorage: AppInfo['secretStorage'];
  /** Moves it one place; absent where there is no further one. */
  readonly onMoveUp?: (() => void) | undefined;
  readonly onMoveDown?: (() => void) | undefined;
}

/** One provider: what it is and whether it works; opened, everything about it. */
export function ProviderRow(props: ProviderRowProps) {
  const { provider, isDefault, open, onToggle, secretStorage } = props;
  const id = useId();
  const [entersKey, setEntersKey] = useState(false);
  const wantsKey = open ? undefined : missingKey(provider);
  const form = formFromProvider(provider);
  return (
    <li data-provider={provider.id}>
      <div className="flex items-center gap-2 rounded-card pr-3.5 hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setEntersKey(false);
            onToggle();
          }}
          className="flex min-h-[54px] min-w-0 flex-1 items-center gap-3 rounded-card py-2.5 pl-3.5"
        >
          <ProviderTile provider={provider} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{provider.label}</span>
            <span className="block truncate text-small text-subtle">
              <ProviderSummary provider={provider} />
            </span>
          </span>
          {isDefault && <Badge tone="accent">{words.isDefault}</Badge>}
          {wantsKey === undefined && (
            <Icon of={open ? ChevronDown : ChevronRight} className="text-subtle" />
          )}
        </button>
        {wantsKey !== undefined && (
          <Button
            onClick={() => {
              setEntersKey(true);
              onToggle();
            }}
          >
            {words.key[wantsKey]}
          </Button>
        )}
      </div>
      {open && (
        <div id={id} className="flex flex-col gap-3.5 px-3.5 pt-0.5 pb-4 pl-[58px]">
          {form === null ? (
            <p className="text-pretty text-muted">{words.offline.body}</p>
          ) : (
            <>
              <ProviderKey
                provider={provider}
                secretStorage={secretStorage}
                startsEntering={entersKey}
              />
              <ProviderAddress
                key={JSON.stringify([form.label, form.baseUrl])}
                provider={provider}
                stored={form}
              />
              <ProviderModels provider={provider} />
              <ProviderTestPanel provider={provider} />
              <div className="flex flex-wrap items-center gap-1 border-t border-line pt-2.5">
                <MoveButtons {...props} />
                <span className="flex-1" />
                <RemoveProvider provider={provider} />
              </div>
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** What a closed row offers first: a key where one is wanted, another where one was refused. */
function missingKey({ kind, key, lastTest }: ProviderState): 'enter' | 'replaceKey' | undefined {
  if (key === 'missing') return needsKey(kind) ? 'enter' : undefined;
  const isRefused = lastTest?.status === 401 || lastTest?.status === 403;
  return isRefused && key !== 'not-needed' ? 'replaceKey' : undefined;
}

function MoveButtons({ onMoveUp, onMoveDown }: ProviderRowProps) {
  return (
    <>
      <Button
        tone="quiet"
        disabled={onMoveUp === undefined}
        icon={<Icon of={ArrowUp} size={14} />}
        onClick={onMoveUp}
      >
        {words.order.up}
      </Button>
      <Button
        tone="quiet"
        disabled={onMoveDown === undefined}
        icon={<Icon of={ArrowDown} size={14} />}
        onClick={onMoveDown}
      >
        {words.order.down}
      </Button>
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
    <>
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
    </>
  );
}
