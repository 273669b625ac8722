import { ArrowUpRight } from 'lucide-react';
import { text } from '../../../shared/texts/catalogue.ts';
import { firstRunTexts } from '../../../shared/texts/en/first-run.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import type { ReadableError } from '../../lib/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StepFrame } from './step-frame.tsx';

const words = firstRunTexts.prompt;
const tools = ['write_note', 'list_notes', 'read_note'] as const;

export interface PromptStepProps {
  readonly busy: boolean;
  readonly error: ReadableError | undefined;
  readonly onBack: () => void;
  /** Opens the app, with a prompt in the composer when one was chosen. */
  readonly onOpen: (prompt?: string) => void;
}

/** A first prompt to try. It is put into the composer and not sent. */
export function PromptStep({ busy, error, onBack, onOpen }: PromptStepProps) {
  const notes = useAppData((data) =>
    data.servers.find(({ definition }) => definition.type === 'builtin'),
  );
  return (
    <StepFrame
      position={3}
      title={words.title}
      intro={words.intro}
      onBack={onBack}
      action={
        <Button tone="primary" busy={busy} onClick={() => onOpen()}>
          {words.open}
        </Button>
      }
    >
      <ul
        aria-label={words.list}
        className="overflow-hidden rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line"
      >
        {tools.map((name) => {
          const tool = notes?.tools.find((one) => one.name === name);
          const suggestion = text.chat.suggestions[name];
          return (
            <li key={name}>
              <button
                type="button"
                className="flex w-full items-center gap-3 px-3.5 py-2.5 -outline-offset-2 hover:bg-hover"
                onClick={() => onOpen(suggestion.prompt)}
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{suggestion.label}</span>
                  <span className="block text-small text-subtle">
                    {words.uses(tool?.title ?? name)}
                  </span>
                </span>
                <Icon of={ArrowUpRight} className="text-muted" />
              </button>
            </li>
          );
        })}
      </ul>
      {error !== undefined && (
        <ErrorBox
          role="alert"
          className="mt-2.5"
          sentence={firstRunTexts.failed(error.sentence)}
          details={error.details}
        />
      )}
    </StepFrame>
  );
}
