import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { ComposerPlace, ComposerPrompt } from '../../../../../shared/ipc/routes/composer.ts';
import { composerTexts } from '../../../../../shared/texts/en/composer.ts';
import { readableError } from '../../../../lib/error-sentence.ts';
import { useIpc } from '../../../../lib/ipc-context.tsx';
import type { Ipc } from '../../../../lib/ipc.ts';
import { fitting, type AppCommand, type Suggestion } from './suggestion.ts';
import { triggerAt, type Trigger } from './trigger.ts';

const words = composerTexts.suggestions;
/** How long typing pauses before main is asked, in ms. */
const PAUSE_MS = 80;
/** Prompts and commands are read again when the list opens after so long, in ms. */
const FRESH_MS = 10_000;

export interface SuggestionsOptions {
  readonly place: ComposerPlace | undefined;
  readonly commands: readonly AppCommand[];
  readonly onChoose: (suggestion: Suggestion, trigger: Trigger) => void;
}

/** What is offered now, and how the keys of the field move in it. */
export interface Suggestions {
  readonly isOpen: boolean;
  readonly kind: Trigger['kind'];
  readonly label: string;
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly listId: string;
  readonly isSearching: boolean;
  /** Sentences below the list. */
  readonly notes: readonly string[];
  /** Looks at the text and the caret anew. */
  readonly update: (text: string, caret: number | null) => void;
  /** True when the key was for the list. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly choose: (index: number) => void;
  readonly close: () => void;
}

interface Offer {
  readonly items: readonly Suggestion[];
  readonly notes: readonly string[];
}
const nothing: Offer = { items: [], notes: [] };

export function useSuggestions(options: SuggestionsOptions): Suggestions {
  const { place, commands, onChoose } = options;
  const listId = useId();
  const [trigger, setTrigger] = useState<Trigger>();
  /** Where a list begins that was closed by Escape: it stays so while the same words are typed on. */
  const [dismissed, setDismissed] = useState<number>();
  const [active, setActive] = useState(0);
  const { offer, isSearching } = useOffer(place, trigger, commands);
  const { items } = offer;
  const isOpen = trigger !== undefined && trigger.start !== dismissed && place !== undefined;
  const at = Math.min(active, Math.max(items.length - 1, 0));
  const choose = (index: number) => {
    const chosen = items[index];
    if (chosen !== undefined && trigger !== undefined) onChoose(chosen, trigger);
  };
  return {
    isOpen,
    kind: trigger?.kind ?? 'mention',
    label:
      trigger?.kind === 'choice'
        ? words.choice(trigger.command ?? '')
        : words[trigger?.kind === 'command' ? 'command' : 'mention'],
    items,
    active: at,
    listId,
    isSearching,
    notes: offer.notes,
    update: (text, caret) => {
      const hasChoices = (name: string) =>
        commands.some((command) => command.name === name && command.choices !== undefined);
      const next = caret === null ? undefined : triggerAt(text, caret, hasChoices);
      if (next?.query !== trigger?.query || next?.kind !== trigger?.kind) setActive(0);
      // The field tells of its selection on Escape as well.
      setDismissed((before) => (before === next?.start ? before : undefined));
      setTrigger(next);
    },
    onKeyDown: (event) => {
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
      switch (event.key) {
        case 'ArrowDown':
        case 'ArrowUp': {
          if (items.length === 0) return false;
          const step = event.key === 'ArrowDown' ? 1 : items.length - 1;
          setActive((at + step) % items.length);
          return true;
        }
        case 'Enter':
        case 'Tab':
          if (items.length === 0 || event.shiftKey) return false;
          choose(at);
          return true;
        case 'Escape':
          setDismissed(trigger.start);
          return true;
        default:
          return false;
      }
    },
    choose,
    close: () => setTrigger(undefined),
  };
}

/** What fits to the words, as main and the app offer it; while main is asked, what was there before. */
function useOffer(
  place: ComposerPlace | undefined,
  trigger: Trigger | undefined,
  commands: readonly AppCommand[],
): { readonly offer: Offer; readonly isSearching: boolean } {
  const ipc = useIpc();
  const [mentions, setMentions] = useState<Offer & { readonly query?: string }>(nothing);
  const [isSearching, setSearching] = useState(false);
  const others = useCommands(ipc, place, trigger?.kind === 'command');
  const asked = useRef(0);
  const where = place === undefined ? undefined : JSON.stringify(place);
  const query = trigger?.kind === 'mention' ? trigger.query : undefined;
  useEffect(() => {
    asked.current += 1;
    const turn = asked.current;
    if (query === undefined || where === undefined) {
      setMentions(nothing);
      setSearching(false);
      return;
    }
    setSearching(true);
    const timer = setTimeout(() => {
      const place = JSON.parse(where) as ComposerPlace;
      void ipc
        .call('composer.mentions', { place, query })
        .then(
          (found): Offer => ({ items: found.mentions, notes: found.notes }),
          (error: unknown): Offer => failed(error),
        )
        .then((offer) => {
          if (asked.current !== turn) return;
          setMentions({ ...offer, query });
          setSearching(false);
        });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ipc, where, query]);
  switch (trigger?.kind) {
    case undefined:
      return { offer: nothing, isSearching: false };
    case 'mention': {
      // Of what was found for other words only what has these: Enter must not take another file than the one that is typed.
      const items =
        mentions.query === trigger.query
          ? mentions.items
          : mentions.items.filter((one) => mayFit(one, trigger.query.toLowerCase()));
      return { offer: { ...mentions, items }, isSearching };
    }
    case 'choice':
      return { offer: choicesOf(trigger, commands), isSearching: false };
    case 'command':
      return {
        offer: {
          items: commandsFor(trigger.query, commands, others.offer),
          notes: others.offer.notes,
        },
        isSearching: others.isSearching,
      };
  }
}

interface OfferedCommands {
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly prompts: readonly ComposerPrompt[];
  readonly notes: readonly string[];
}
const noCommands: OfferedCommands = { commands: [], prompts: [], notes: [] };

/** Commands of the runtime and prompts of servers, read when a list of them opens. */
function useCommands(
  ipc: Ipc,
  place: ComposerPlace | undefined,
  isWanted: boolean,
): { readonly offer: OfferedCommands; readonly isSearching: boolean } {
  const [offer, setOffer] = useState(noCommands);
  const [isSearching, setSearching] = useState(false);
  const readAt = useRef({ where: '', at: 0 });
  const where = place === undefined ? undefined : JSON.stringify(place);
  useEffect(() => {
    if (!isWanted || where === undefined) return;
    const known = readAt.current;
    if (known.where === where && Date.now() - known.at < FRESH_MS) return;
    readAt.current = { where, at: Date.now() };
    setSearching(true);
    void ipc
      .call('composer.commands', { place: JSON.parse(where) as ComposerPlace })
      .then(
        (found): OfferedCommands => ({ ...found, notes: [] }),
        (error: unknown): OfferedCommands => ({ ...noCommands, notes: failed(error).notes }),
      )
      .then((found) => {
        if (readAt.current.where !== where) return;
        setOffer(found);
        setSearching(false);
      });
  }, [ipc, where, isWanted]);
  return { offer, isSearching };
}

/** True when the letters stand in its names in their order, which is what main looks for. */
function mayFit(one: Suggestion, query: string): boolean {
  let left = query;
  for (const letter of namesOf(one).toLowerCase())
    if (left.startsWith(letter)) left = left.slice(letter.length);
  return left === '';
}

function namesOf(one: Suggestion): string {
  if (one.kind === 'file') return one.path;
  const address = 'uri' in one ? one.uri : 'uriTemplate' in one ? one.uriTemplate : '';
  return 'name' in one ? `${one.name} ${address}` : '';
}

function failed(error: unknown): Offer {
  return { items: [], notes: [`${words.failed} ${readableError(error).sentence}`] };
}

function commandsFor(
  query: string,
  app: readonly AppCommand[],
  { commands, prompts }: OfferedCommands,
): Suggestion[] {
  const all: Suggestion[] = [
    ...app.map((command): Suggestion => ({ kind: 'app', command })),
    ...commands
      .filter(({ name }) => !app.some((one) => one.name === name))
      .map((command): Suggestion => ({ kind: 'command', ...command })),
    ...prompts.map((prompt): Suggestion => ({ kind: 'prompt', prompt })),
  ];
  return fitting(query, all, (one) => {
    if (one.kind === 'app') return one.command.name;
    if (one.kind === 'prompt') return `${one.prompt.name} ${one.prompt.title ?? ''}`;
    return one.kind === 'command' ? one.name : '';
  });
}

function choicesOf(trigger: Trigger, commands: readonly AppCommand[]): Offer {
  const command = commands.find(({ name }) => name === trigger.command);
  const items = (command?.choices ?? []).map((choice): Suggestion & { kind: 'choice' } => ({
    kind: 'choice',
    command: command as AppCommand,
    value: choice.value,
    label: choice.label,
    note: choice.note,
  }));
  return { items: fitting(trigger.query.trim(), items, ({ label }) => label), notes: [] };
}
