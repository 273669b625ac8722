import type { ReactNode } from 'react';
import { firstRunTexts } from '../../../shared/texts/en/first-run.ts';
import type { ReadableError } from '../../lib/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { StepFrame } from './step-frame.tsx';

const words = firstRunTexts.servers;

export interface ServersStepProps {
  readonly body: ReactNode;
  readonly found: number;
  readonly chosen: number;
  readonly isReading: boolean;
  readonly busy: boolean;
  readonly error: ReadableError | undefined;
  readonly submit: () => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Servers that other apps have, to be brought along. */
export function ServersStep(props: ServersStepProps) {
  const { body, found, chosen, isReading, busy, error, submit, onBack, onDone } = props;
  const isNothing = !isReading && found === 0;
  return (
    <StepFrame
      position={2}
      title={words.title}
      intro={isReading ? words.looking : isNothing ? words.none : words.intro(found)}
      onBack={onBack}
      onSkip={isNothing ? undefined : onDone}
      action={
        isNothing ? (
          <Button tone="primary" onClick={onDone}>
            {firstRunTexts.continue}
          </Button>
        ) : (
          <Button tone="primary" busy={busy} disabled={chosen === 0} onClick={submit}>
            {words.submit(chosen)}
          </Button>
        )
      }
    >
      {body}
      {error !== undefined && (
        <ErrorBox
          role="alert"
          className="mt-2.5"
          sentence={error.sentence}
          details={error.details}
        />
      )}
    </StepFrame>
  );
}
