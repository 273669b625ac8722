import { SlidersHorizontal, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { ModelState, ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ChooseModelsDialog } from './choose-models-dialog.tsx';
import { ModelSettingsDialog } from './model-settings-dialog.tsx';
import { draftOf } from './provider-form.ts';

const words = settingsTexts.providers.models;

/** The models that a provider offers in sessions: each opens its settings; more come from the provider's list. */
export function ProviderModels({ provider }: { readonly provider: ProviderState }) {
  const ipc = useIpc();
  const [isChoosing, setChoosing] = useState(false);
  const [openModel, setOpenModel] = useState<string | undefined>(undefined);
  const takeOut = useAction((model: string) =>
    ipc.call('providers.update', {
      providerId: provider.id,
      draft: draftOf(
        provider,
        provider.models.map(({ id }) => id).filter((id) => id !== model),
      ),
    }),
  );
  const gone = provider.models.filter(({ isGone }) => isGone).length;
  const opened = provider.models.find(({ id }) => id === openModel);
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium">{words.label}</span>
      {provider.models.length === 0 && <p className="text-muted">{words.none}</p>}
      <ul aria-label={words.label} className="flex flex-wrap items-center gap-1.5">
        {provider.models.map((model) => (
          <ModelChip
            key={model.id}
            provider={provider}
            model={model}
            onOpen={() => setOpenModel(model.id)}
            onTakeOut={() => void takeOut.run(model.id)}
          />
        ))}
        <li>
          <Button tone="quiet" className="!text-accent-text" onClick={() => setChoosing(true)}>
            {words.choose}
          </Button>
        </li>
      </ul>
      {gone > 0 && <Notice tone="warning">{words.goneNote(gone)}</Notice>}
      {takeOut.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.takeOutFailed(takeOut.error.sentence)}
          details={takeOut.error.details}
        />
      )}
      {isChoosing && <ChooseModelsDialog provider={provider} onClose={() => setChoosing(false)} />}
      {opened !== undefined && (
        <ModelSettingsDialog
          provider={provider}
          model={opened}
          onClose={() => setOpenModel(undefined)}
        />
      )}
    </div>
  );
}

interface ModelChipProps {
  readonly provider: ProviderState;
  readonly model: ModelState;
  readonly onOpen: () => void;
  readonly onTakeOut: () => void;
}

function ModelChip({ provider, model, onOpen, onTakeOut }: ModelChipProps) {
  const isDefault = useAppData(
    ({ settings: { defaultModel } }) =>
      defaultModel.provider_id === provider.id && defaultModel.id === model.id,
  );
  const note = model.isGone
    ? words.isGone
    : isDefault
      ? words.isDefault
      : model.settings === undefined
        ? undefined
        : words.isAdjusted;
  return (
    <li className="flex max-w-full min-w-0 items-center rounded-control bg-quiet high-contrast:border high-contrast:border-line-control">
      <button
        type="button"
        aria-label={words.settingsOf(model.label)}
        onClick={onOpen}
        className="flex h-(--control) min-w-0 items-center gap-1.5 rounded-control px-2 hover:bg-hover"
      >
        {model.isGone && <Icon of={TriangleAlert} size={14} className="text-warning-text" />}
        <span className="truncate">{model.label}</span>
        {note !== undefined && <span className="flex-none text-small text-subtle">{note}</span>}
        {model.settings !== undefined && (
          <Icon of={SlidersHorizontal} size={12} className="text-subtle" />
        )}
      </button>
      {model.isGone && (
        <button
          type="button"
          aria-label={words.takeOut(model.label)}
          onClick={onTakeOut}
          className="grid size-(--control) flex-none place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </li>
  );
}
