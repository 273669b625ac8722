import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import type { LocalModels } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Section } from '../section.tsx';
import { AddProviderDialog } from './add-provider-dialog.tsx';
import { DefaultModel } from './default-model.tsx';
import { LocalServices } from './local-services.tsx';
import { ModelTitles } from '../model-titles.tsx';
import { ProviderRow } from './provider-row.tsx';

const words = settingsTexts.providers;

/** Where answers come from: providers, their keys and models, and the model of new sessions. */
export function ProvidersSection() {
  const ipc = useIpc();
  const providers = useAppData((data) => data.providers);
  const secretStorage = useAppData((data) => data.info?.secretStorage ?? 'memory');
  const defaultModel = useAppData((data) => data.settings.defaultModel);
  const [open, setOpen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [found, setFound] = useState<readonly LocalModels[] | undefined>(undefined);
  const search = useAction(async () => {
    setFound((await ipc.call('providers.findLocal')).found);
  });
  const order = providers.filter(({ kind }) => kind !== 'offline').map(({ id }) => id);
  const move = useAction((id: string, by: -1 | 1) => {
    const at = order.indexOf(id);
    const next = order.toSpliced(at, 1).toSpliced(at + by, 0, id);
    return ipc.call('providers.reorder', { order: next });
  });
  return (
    <Section
      title={words.title}
      intro={secretStorage === 'keychain' ? words.introKeychain : words.introMemory}
      actions={
        <div className="flex flex-none flex-wrap justify-end gap-2">
          <Button
            tone="quiet"
            busy={search.busy}
            icon={<Icon of={Search} size={14} />}
            onClick={() => void search.run()}
          >
            {words.local.look}
          </Button>
          <Button icon={<Icon of={Plus} size={14} />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </div>
      }
    >
      <ul
        aria-label={words.list}
        className="rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line"
      >
        {providers.map((provider) => {
          const at = order.indexOf(provider.id);
          return (
            <ProviderRow
              key={provider.id}
              provider={provider}
              isDefault={provider.id === defaultModel.provider_id}
              open={provider.id === open}
              onToggle={() => setOpen(provider.id === open ? null : provider.id)}
              secretStorage={secretStorage}
              onMoveUp={at > 0 ? () => void move.run(provider.id, -1) : undefined}
              onMoveDown={
                at >= 0 && at < order.length - 1 ? () => void move.run(provider.id, 1) : undefined
              }
            />
          );
        })}
      </ul>
      {move.error !== undefined && (
        <ErrorBox
          role="alert"
          className="mt-3"
          sentence={words.order.failed(move.error.sentence)}
          details={move.error.details}
        />
      )}
      <LocalServices search={search} found={found} providers={providers} onAdded={setOpen} />
      <DefaultModel />
      <ModelTitles />
      {adding && (
        <AddProviderDialog
          secretStorage={secretStorage}
          onClose={() => setAdding(false)}
          onAdded={(providerId) => {
            setAdding(false);
            setOpen(providerId);
          }}
        />
      )}
    </Section>
  );
}
