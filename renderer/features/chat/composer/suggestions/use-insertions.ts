import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type {
  ComposerPlace,
  ComposerPrompt,
  Mention,
} from '../../../../../shared/ipc/routes/composer.ts';
import { CallError } from '../../../../lib/ipc.ts';
import { readableError } from '../../../../lib/error-sentence.ts';
import { useIpc } from '../../../../lib/ipc-context.tsx';
import type { Attached } from '../use-attachments.ts';
import type { AppCommand, Suggestion } from './suggestion.ts';
import { replaced, type Trigger } from './trigger.ts';
import { useSuggestions, type Suggestions } from './use-suggestions.ts';
import type { Wanted } from './values-dialog.tsx';

export interface InsertionOptions {
  readonly place: ComposerPlace | undefined;
  readonly commands: readonly AppCommand[];
  readonly value: string;
  readonly change: (value: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly attached: Attached;
}

export interface Insertions {
  readonly suggestions: Suggestions;
  /** What wants values first. */
  readonly wanted: Wanted | undefined;
  readonly closeWanted: () => void;
  readonly insertPrompt: (
    prompt: ComposerPrompt,
    values: Readonly<Record<string, string>>,
  ) => Promise<void>;
  readonly attachResource: (
    of: Extract<Mention, { kind: 'template' | 'resource' }>,
    uri: string,
  ) => Promise<void>;
}

/** What `@` and `/` offer, and what becomes of it in the message. */
export function useInsertions(options: InsertionOptions): Insertions {
  const { place, commands, value, change, field } = options;
  const [wanted, setWanted] = useState<Wanted>();
  const caret = useRef<number>(undefined);
  const latest = useRef(value);
  latest.current = value;
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value, field]);
  const put = (text: string, at: number) => {
    latest.current = text;
    caret.current = at;
    change(text);
    suggestions.update(text, at);
  };
  const reading = useReading(options, (words) => {
    const text = [words, latest.current].filter((part) => part.trim() !== '').join('\n\n');
    put(text, words.length);
    field.current?.focus();
  });
  const onChoose = (suggestion: Suggestion, trigger: Trigger) => {
    const next = replaced(latest.current, trigger, wordsFor(suggestion));
    put(next.text, next.caret);
    const needs = neededBy(suggestion);
    if (needs !== undefined) setWanted(needs);
    else reading.begin(suggestion);
  };
  const suggestions = useSuggestions({ place, commands, onChoose });
  return {
    suggestions,
    wanted,
    closeWanted: () => {
      setWanted(undefined);
      field.current?.focus();
    },
    insertPrompt: reading.prompt,
    attachResource: ({ serverId }, uri) => reading.attach({ serverId, uri }),
  };
}

/** What stands in the message for it. */
function wordsFor(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'file':
      return `@${suggestion.path} `;
    case 'server':
    case 'resource':
    case 'template':
      return `@${suggestion.name} `;
    case 'command':
      return `/${suggestion.name} `;
    case 'app':
      return suggestion.command.choices === undefined ? '' : `/${suggestion.command.name} `;
    case 'choice':
    case 'prompt':
      return '';
  }
}

/** What wants values before it is anything. */
function neededBy(suggestion: Suggestion): Wanted | undefined {
  if (suggestion.kind === 'template') return { kind: 'template', template: suggestion };
  if (suggestion.kind === 'prompt' && suggestion.prompt.arguments.length > 0) return suggestion;
  return undefined;
}

/** Has main read what goes with the message. */
function useReading({ place, attached }: InsertionOptions, onWords: (words: string) => void) {
  const ipc = useIpc();
  const attach = async (what: { file: string } | { serverId: string; uri: string }) => {
    if (place === undefined) return;
    const read = await ipc.call('composer.attach', { place, what });
    attached.put(read.attachments, read.notes);
  };
  const prompt: Insertions['insertPrompt'] = async ({ serverId, name }, values) => {
    if (place === undefined) return;
    const input = { place, serverId, name, arguments: values };
    const made = await ipc.call('composer.prompt', input);
    onWords(made.text);
    if (made.attachments.length > 0 || made.notes.length > 0)
      attached.put(made.attachments, made.notes);
  };
  /** Says in the composer why something is not there. */
  const tell = (work: Promise<void>) => {
    work.catch((error: unknown) => {
      attached.put([], [error instanceof CallError ? error.message : readableError(error).details]);
    });
  };
  const begin = (suggestion: Suggestion) => {
    if (suggestion.kind === 'file') tell(attach({ file: suggestion.path }));
    else if (suggestion.kind === 'resource')
      tell(attach({ serverId: suggestion.serverId, uri: suggestion.uri }));
    else if (suggestion.kind === 'prompt') tell(prompt(suggestion.prompt, {}));
    else if (suggestion.kind === 'choice') suggestion.command.run(suggestion.value);
    else if (suggestion.kind === 'app' && suggestion.command.choices === undefined)
      suggestion.command.run('');
  };
  return { attach, prompt, begin };
}
