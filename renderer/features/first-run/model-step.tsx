import { CloudOff, Cpu, KeyRound, Server, type LucideIcon } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import type { ModelRef } from '../../../shared/agent/provider.ts';
import { firstRunTexts } from '../../../shared/texts/en/first-run.ts';
import { useAppData, useAppDataStore } from '../../lib/app-data-context.tsx';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StepFrame } from './step-frame.tsx';

const words = firstRunTexts.model;

/** A provider that is there already, by its id, or a way to get one. */
type Choice = 'service' | 'local' | 'offline' | `provider ${string}`;

export interface ModelStepProps {
  readonly onDone: () => void;
  readonly onSkip: () => void;
  /** The dialog that adds a provider. */
  readonly renderAdding: (handlers: {
    readonly onClose: () => void;
    readonly onAdded: (providerId: string) => void;
  }) => ReactNode;
}

/** Where answers come from: a service, something on this computer, or rules without a model. */
export function ModelStep({ onDone, onSkip, renderAdding }: ModelStepProps) {
  const ipc = useIpc();
  const store = useAppDataStore();
  const storage = useAppData((data) => data.info?.secretStorage ?? 'memory');
  const providers = useAppData((data) => data.providers);
  const known = providers.filter(({ kind }) => kind !== 'offline');
  const [choice, setChoice] = useState<Choice>(
    known[0] === undefined ? 'service' : `provider ${known[0].id}`,
  );
  const [isAdding, setAdding] = useState(false);
  const choose = useAction(async (model: ModelRef) => {
    const settings = await ipc.call('settings.set', { defaultModel: model });
    store.setState({ settings });
    onDone();
  });
  const chooseFirstOf = async (providerId: string) => {
    const { providers: now } = await ipc.call('providers.list');
    const provider = now.find(({ id }) => id === providerId);
    const model = provider?.models[0];
    // One without a model yet is set up under Settings; the step is done all the same.
    if (provider === undefined || model === undefined) onDone();
    else await choose.run({ provider_id: provider.id, id: model.id });
  };
  const next = () => {
    if (choice === 'service' || choice === 'local') setAdding(true);
    else if (choice === 'offline') void choose.run({ provider_id: 'offline', id: 'offline' });
    else void chooseFirstOf(choice.slice('provider '.length));
  };
  return (
    <StepFrame
      position={1}
      title={words.title}
      intro={words.intro}
      onSkip={onSkip}
      action={
        <Button tone="primary" keys={['Enter']} busy={choose.busy} onClick={next}>
          {firstRunTexts.continue}
        </Button>
      }
    >
      <RadioGroup.Root
        aria-label={words.choices}
        value={choice}
        onValueChange={(value) => setChoice(value as Choice)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          next();
        }}
        className="overflow-hidden rounded-card border border-line bg-raised [&>button+button]:border-t [&>button+button]:border-line"
      >
        {known.map((provider) => (
          <Row
            key={provider.id}
            value={`provider ${provider.id}`}
            icon={Server}
            title={words.known(provider.label)}
            note={words.knownNote(provider.models.length)}
          />
        ))}
        <Row
          value="service"
          icon={KeyRound}
          title={words.service}
          note={words.serviceNote[storage]}
        />
        <Row value="local" icon={Cpu} title={words.local} note={words.localNote} />
        <Row value="offline" icon={CloudOff} title={words.offline} note={words.offlineNote} />
      </RadioGroup.Root>
      {choose.error !== undefined && (
        <ErrorBox
          role="alert"
          className="mt-2.5"
          sentence={firstRunTexts.failed(choose.error.sentence)}
          details={choose.error.details}
        />
      )}
      {isAdding &&
        renderAdding({
          onClose: () => setAdding(false),
          onAdded: (providerId) => {
            setAdding(false);
            void chooseFirstOf(providerId);
          },
        })}
    </StepFrame>
  );
}

function Row({
  value,
  icon,
  title,
  note,
}: {
  readonly value: Choice;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly note: string;
}) {
  return (
    <RadioGroup.Item
      value={value}
      aria-label={title}
      className="group flex w-full items-center gap-3.5 px-3.5 py-3 -outline-offset-2 hover:bg-hover data-[state=checked]:bg-accent-soft"
    >
      <span className="grid size-4 flex-none place-items-center rounded-full border border-line-control group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
        <RadioGroup.Indicator className="size-1.5 rounded-full bg-knob" />
      </span>
      <span className="grid size-8 flex-none place-items-center rounded-card bg-quiet text-muted">
        <Icon of={icon} />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-small text-pretty text-subtle">{note}</span>
      </span>
    </RadioGroup.Item>
  );
}
