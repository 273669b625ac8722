import { Check, CircleAlert } from 'lucide-react';
import clsx from 'clsx';
import { useState, type ClipboardEvent } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Field, inputClass } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { proposeCommand, type CommandProposal } from '../../../../shared/mcp/command-line.ts';
import { useCommandLookup, type CommandLookupState } from './use-command-lookup.ts';

const words = text.servers.form;
/** Longer paths stand below the field, where they can wrap. */
const SHORT_PATH = 44;

export interface CommandFieldProps {
  readonly command: string;
  readonly onChange: (command: string) => void;
  readonly onSplit: (proposal: CommandProposal) => void;
  readonly onLeave: () => void;
  readonly error: string | undefined;
  readonly platform: string;
}

/** The program alone, looked up as one types. A whole command line is offered to be split, without a shell. */
export function CommandField(props: CommandFieldProps) {
  const { command, onChange, onSplit, onLeave, error, platform } = props;
  const lookup = useCommandLookup(command);
  // A field of one line loses the line breaks of what is pasted; they are kept here until something is typed.
  const [pasted, setPasted] = useState<string | null>(null);
  const line = pasted ?? command;
  const offer = /\s/.test(line.trim()) && lookup.status !== 'found';
  const longPath = lookup.status === 'found' && lookup.path.length > SHORT_PATH;
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const clip = event.clipboardData.getData('text/plain');
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const replacesAll = selectionStart === 0 && selectionEnd === value.length;
    if (!/[\r\n]/.test(clip.trim()) || !replacesAll) return;
    event.preventDefault();
    onChange(clip.trim().replace(/\s*\\?\r?\n\s*/g, ' '));
    setPasted(clip.trim());
  };
  const split = (proposal: CommandProposal) => {
    setPasted(null);
    onSplit(proposal);
    announce(words.splitResult(proposal.args.length));
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={words.command}
        error={error}
        {...(longPath ? { help: words.foundAt(lookup.path) } : {})}
      >
        {(control) => (
          <div className="relative flex items-center">
            <input
              {...control}
              type="text"
              autoComplete="off"
              spellCheck={false}
              placeholder={words.commandPlaceholder}
              value={command}
              onChange={(event) => {
                setPasted(null);
                onChange(event.target.value);
              }}
              onPaste={paste}
              onBlur={onLeave}
              className={clsx(inputClass, 'h-(--control-large) font-mono !text-code')}
            />
            <span
              role="status"
              className="pointer-events-none absolute right-[9px] max-w-[70%] bg-field pl-2 text-small"
            >
              <LookupMark lookup={lookup} command={command} longPath={longPath} />
            </span>
          </div>
        )}
      </Field>
      {offer && <SplitOffer line={line} platform={platform} onSplit={split} />}
    </div>
  );
}

function LookupMark({
  lookup,
  command,
  longPath,
}: {
  readonly lookup: CommandLookupState;
  readonly command: string;
  readonly longPath: boolean;
}) {
  switch (lookup.status) {
    case 'idle':
      return null;
    case 'looking':
      return (
        <span className="flex items-center gap-1.5 text-subtle">
          <Spinner />
          <span className="sr-only">{words.looking}</span>
        </span>
      );
    case 'found':
      return (
        <span className="flex items-center gap-1 text-success-text">
          <Icon of={Check} size={12} />
          {longPath ? <span className="sr-only">{words.foundAt(lookup.path)}</span> : lookup.path}
        </span>
      );
    case 'missing':
      return (
        <span
          className="flex items-center gap-1 text-warning-text"
          title={words.searchedFolders(lookup.searched)}
        >
          <Icon of={CircleAlert} size={12} />
          {/[\\/]/.test(command) ? words.notFoundFile : words.notFound}
        </span>
      );
    case 'open':
      return <span className="text-subtle">{serverSetupTexts.variables.lookedUpLater}</span>;
    case 'failed':
      return <span className="text-subtle">{words.lookupFailed}</span>;
  }
}

interface SplitOfferProps {
  readonly line: string;
  readonly platform: string;
  readonly onSplit: (proposal: CommandProposal) => void;
}

function SplitOffer({ line, platform, onSplit }: SplitOfferProps) {
  const result = proposeCommand(line, platform === 'win32');
  if (!result.ok) {
    return <p className="text-small text-warning-text">{words.splitProblem[result.reason]}</p>;
  }
  const { proposal } = result;
  return (
    <div
      role="group"
      aria-label={words.split}
      className="flex items-start gap-3 rounded-control bg-info-soft px-2.5 py-2"
    >
      <div className="min-w-0 flex-1">
        <p>{words.looksLikeLine}</p>
        <p className="mt-1 text-small text-muted">{words.splitPreview}</p>
        <ol className="mt-0.5 font-mono text-code">
          {proposal.env.map(({ name }) => (
            <li key={name}>{words.splitVariable(name)}</li>
          ))}
          <li className="font-semibold">
            <ExactText value={proposal.command} />
          </li>
          {proposal.args.map((argument, index) => (
            <li key={index} className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-2">
              <span className="text-right text-subtle">{index + 1}</span>
              <ExactText value={argument} />
            </li>
          ))}
        </ol>
      </div>
      <Button onClick={() => onSplit(proposal)}>{words.split}</Button>
    </div>
  );
}
