import { useState, type ReactNode } from 'react';
import { firstRunTexts as words } from '../../../shared/texts/en/first-run.ts';
import { useAppDataStore } from '../../lib/app-data-context.tsx';
import { addToDraft } from '../../lib/drafts.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ModelStep, type ModelStepProps } from './model-step.tsx';
import { PromptStep } from './prompt-step.tsx';

export interface FirstRunProps {
  readonly renderAdding: ModelStepProps['renderAdding'];
  /** The second step, of what was found on this computer. */
  readonly renderServers: (handlers: {
    readonly onBack: () => void;
    readonly onDone: () => void;
  }) => ReactNode;
  /** Called when the steps were gone through, once main has kept that. */
  readonly onOpen: () => void;
}

/** Three steps that are shown once, each of which can be skipped: a model, servers, a first prompt (UI-4). */
export function FirstRun({ renderAdding, renderServers, onOpen }: FirstRunProps) {
  const ipc = useIpc();
  const store = useAppDataStore();
  const [step, setStep] = useState(1);
  const finish = useAction(async (prompt: string | undefined) => {
    const settings = await ipc.call('settings.set', { welcomed: true });
    if (prompt !== undefined) addToDraft('start', prompt);
    onOpen();
    store.setState({ settings });
  });
  return (
    <main
      aria-label={words.label}
      data-region="page"
      className="thin-scroll fixed inset-0 z-(--layer-panel) overflow-y-auto bg-chrome"
    >
      <div className="drag-region h-(--topbar)" />
      <div className="grid min-h-[calc(100%-2*var(--topbar))] place-items-center px-6 pb-8">
        {step === 1 && (
          <ModelStep
            renderAdding={renderAdding}
            onDone={() => setStep(2)}
            onSkip={() => setStep(2)}
          />
        )}
        {step === 2 && renderServers({ onBack: () => setStep(1), onDone: () => setStep(3) })}
        {step === 3 && (
          <PromptStep
            busy={finish.busy}
            error={finish.error}
            onBack={() => setStep(2)}
            onOpen={(prompt) => void finish.run(prompt)}
          />
        )}
      </div>
    </main>
  );
}
