import { useEffect, useState } from 'react';
import type { CallValue } from '../../../shared/ipc/registry.ts';
import { instructions as instructionTexts } from '../../../shared/texts/en/instructions.ts';
import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Section } from './section.tsx';
import { forgetUnsaved, keepUnsaved, readUnsaved } from './unsaved-instructions.ts';

const words = instructionTexts;
/** As main takes them, in characters. */
const MOST = 40_000;
const number = new Intl.NumberFormat('en');

type Stored = CallValue<'instructions.ofPerson'>;

/** What every model is told besides the conversation: a file of the profile, edited here or elsewhere. */
export function InstructionsSection() {
  const ipc = useIpc();
  const [stored, setStored] = useState<Stored | undefined>(undefined);
  const load = useAction(async () => {
    const next = await ipc.call('instructions.ofPerson');
    setStored(next);
    const kept = readUnsaved();
    // Typed over another text: shown beside it.
    if (kept !== undefined && kept.before !== next.text) setUnsaved(kept.typed);
  });
  const { run } = load;
  useEffect(() => void run(), [run]);
  const [unsaved, setUnsaved] = useState('');
  const [isSaved, setSaved] = useState(false);
  return (
    <Section title={words.title} intro={words.intro}>
      {load.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.loadFailed(load.error.sentence)}
          details={load.error.details}
          actions={<LinkButton onClick={() => void run()}>{words.readAgain}</LinkButton>}
        />
      )}
      {stored?.problem !== undefined && (
        <ErrorBox
          role="alert"
          sentence={stored.problem}
          actions={<LinkButton onClick={() => void run()}>{words.readAgain}</LinkButton>}
        />
      )}
      {stored === undefined && load.busy && (
        <Loading label={words.loading}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      {stored !== undefined && stored.problem === undefined && (
        <Editor
          key={stored.text}
          stored={stored}
          isSaved={isSaved}
          onType={() => setSaved(false)}
          onStored={(next) => {
            forgetUnsaved();
            setStored(next);
            setUnsaved('');
            setSaved(true);
          }}
          onReadAgain={(typed) => {
            setUnsaved(typed);
            void run();
          }}
        />
      )}
      {unsaved !== '' && unsaved !== stored?.text && (
        <div className="mt-4 flex flex-col gap-1.5">
          <div className="flex items-center gap-1.5">
            <span className="font-medium">{words.unsaved}</span>
            <CopyButton value={unsaved} label={words.copyUnsaved} />
            <LinkButton
              onClick={() => {
                forgetUnsaved();
                setUnsaved('');
              }}
            >
              {settingsTexts.dismiss}
            </LinkButton>
          </div>
          <pre className="thin-scroll max-h-60 overflow-auto rounded-control border border-line bg-inset px-2.5 py-2 font-mono text-code whitespace-pre-wrap">
            {unsaved}
          </pre>
        </div>
      )}
    </Section>
  );
}

interface EditorProps {
  readonly stored: Stored;
  readonly isSaved: boolean;
  readonly onType: () => void;
  readonly onStored: (stored: Stored) => void;
  /** What is typed and not saved stays in view. */
  readonly onReadAgain: (typed: string) => void;
}

function Editor({ stored, isSaved, onType, onStored, onReadAgain }: EditorProps) {
  const ipc = useIpc();
  const [typed, setTyped] = useState(() => {
    const kept = readUnsaved();
    return kept?.before === stored.text ? kept.typed : stored.text;
  });
  const type = (next: string) => {
    setTyped(next);
    keepUnsaved({ before: stored.text, typed: next });
  };
  const save = useAction(async () => {
    const next = await ipc.call('instructions.setOfPerson', { before: stored.text, text: typed });
    onStored(next);
  });
  const isChanged = typed !== stored.text;
  const isTooLong = typed.length > MOST;
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label={words.label}
        rows={14}
        spellCheck
        placeholder={words.placeholder}
        disabled={save.busy}
        value={typed}
        onValueChange={(next) => {
          type(next);
          onType();
          save.clearError();
        }}
        error={isTooLong ? words.tooLong(number.format(MOST)) : undefined}
        help={words.help(stored.path)}
      />
      {save.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.failed(save.error.sentence)}
          details={save.error.details}
          actions={<LinkButton onClick={() => onReadAgain(typed)}>{words.readAgain}</LinkButton>}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          tone="primary"
          busy={save.busy}
          disabled={!isChanged || isTooLong}
          onClick={() => void save.run()}
        >
          {words.save}
        </Button>
        <Button
          tone="quiet"
          disabled={!isChanged || save.busy}
          onClick={() => {
            type(stored.text);
            save.clearError();
          }}
        >
          {words.revert}
        </Button>
        <span role="status" className="text-small text-subtle">
          {isSaved ? words.saved : words.counted(number.format(typed.length), number.format(MOST))}
        </span>
      </div>
    </div>
  );
}
