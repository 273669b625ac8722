import { RotateCcw, Search } from 'lucide-react';
import { useState } from 'react';
import { actionGroups, type ActionId } from '../../../../shared/actions/action-list.ts';
import { leavesTextAlone, shortcutOf, type Shortcut } from '../../../../shared/actions/shortcut.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { capsOf, useBindings } from '../../../lib/actions/action-context.tsx';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isMac, Kbd, type Key } from '../../../ui/kbd.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SettingError, useSettingChange } from '../setting-change.tsx';
import { Section } from '../section.tsx';
import { ShortcutLine } from './shortcut-line.tsx';
import {
  filterRows,
  shortcutRows,
  withKeys,
  type ShortcutFilter,
  type ShortcutRow,
} from './shortcut-rows.ts';

const words = text.shell.shortcuts;

/** Every action with its keys: found by words or keys, changed by pressing others (UI-2). */
export function ShortcutsSection() {
  const bindings = useBindings();
  const choices = useAppData((data) => data.settings.shortcuts);
  const change = useSettingChange();
  const [query, setQuery] = useState<{ words: string; keys: Shortcut | undefined }>(nothing);
  const [filter, setFilter] = useState<ShortcutFilter>('all');
  const [recording, setRecording] = useState<ActionId | undefined>(undefined);
  const [asksReset, setAsksReset] = useState(false);
  const rows = shortcutRows(bindings);
  const changed = rows.filter((row) => row.isChanged).length;
  const conflicts = rows.filter((row) => row.conflicts.length > 0).length;
  const shown = filterRows(rows, query, filter);
  const keep = async (row: ShortcutRow, keys: Shortcut | null | undefined) => {
    setRecording(undefined);
    if (!(await change.run({ shortcuts: withKeys(choices, row.id, keys) }))) return;
    const said = keys === null || keys === undefined ? words.none : keys.replaceAll('+', ' ');
    announce(words.saved(row.name, said));
  };
  return (
    <Section
      title={words.title}
      intro={words.intro}
      actions={
        <Button tone="quiet" disabled={changed === 0} onClick={() => setAsksReset(true)}>
          {words.resetAll}
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField query={query} onQuery={setQuery} />
        <SegmentedControl<ShortcutFilter>
          label={words.filter}
          value={filter}
          onValueChange={setFilter}
          options={[
            { value: 'all', label: words.all },
            { value: 'changed', label: words.changed(changed) },
            { value: 'conflicts', label: words.conflicts(conflicts) },
          ]}
        />
      </div>
      <SettingError change={change} />
      {shown.length === 0 && (
        <p role="status" className="py-6 text-center text-muted">
          {emptyWords(filter, query)}
        </p>
      )}
      {actionGroups.map((group) => {
        const own = shown.filter((row) => row.group === group);
        if (own.length === 0) return null;
        return (
          <table
            key={group}
            aria-label={words.table(text.actions.groups[group])}
            className="mb-5 w-full table-fixed border-collapse"
          >
            <thead>
              <tr className="border-b border-line text-left text-small font-medium text-subtle">
                <th scope="col" className="px-3 py-1.5 font-medium">
                  {text.actions.groups[group]}
                </th>
                <th scope="col" className="w-56 py-1.5 font-medium">
                  {words.keys}
                </th>
              </tr>
            </thead>
            <tbody>
              {own.map((row) => (
                <ShortcutLine
                  key={row.id}
                  row={row}
                  isRecording={recording === row.id}
                  onRecord={() => setRecording(row.id)}
                  onCancel={() => setRecording(undefined)}
                  onKeys={(keys) => void keep(row, keys)}
                />
              ))}
            </tbody>
          </table>
        );
      })}
      {filter === 'all' && query === nothing && <FixedKeys />}
      {asksReset && (
        <ResetDialog
          count={changed}
          onClose={() => setAsksReset(false)}
          onReset={() => {
            setAsksReset(false);
            void change.run({ shortcuts: {} });
          }}
        />
      )}
    </Section>
  );
}

const nothing = { words: '', keys: undefined };

function emptyWords(filter: ShortcutFilter, query: { readonly words: string }): string {
  if (query.words !== '' || filter === 'all') return words.nothing;
  return filter === 'changed' ? words.noChanged : words.noConflicts;
}

interface SearchFieldProps {
  readonly query: { readonly words: string; readonly keys: Shortcut | undefined };
  readonly onQuery: (query: { words: string; keys: Shortcut | undefined }) => void;
}

/** Words are typed; keys with a modifier are looked for as keys. */
function SearchField({ query, onQuery }: SearchFieldProps) {
  return (
    <div className="relative w-64">
      <Icon
        of={Search}
        size={14}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-subtle"
      />
      <input
        type="search"
        aria-label={words.search}
        placeholder={query.keys === undefined ? words.search : ''}
        value={query.words}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          const typed = event.target.value;
          onQuery(typed === '' ? nothing : { words: typed, keys: undefined });
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent) || event.key === 'Tab') return;
          if (event.key === 'Escape' || (event.key === 'Backspace' && query.keys !== undefined)) {
            onQuery(nothing);
            return;
          }
          const pressed = shortcutOf(event, isMac);
          if (pressed === undefined || !leavesTextAlone(pressed) || editsText(pressed)) return;
          event.preventDefault();
          onQuery({ words: '', keys: pressed });
        }}
        className={`${inputClass} !pl-8`}
      />
      {query.keys !== undefined && (
        <span className="pointer-events-none absolute top-1/2 left-8 -translate-y-1/2">
          <Kbd keys={capsOf(query.keys)} />
        </span>
      )}
    </div>
  );
}

/** What a person does to the text of the field itself. */
function editsText(pressed: Shortcut): boolean {
  return /^Mod\+(?:[ACVXZ]|Arrow\w+|Backspace|Delete)$/.test(pressed);
}

/** What fields and lists do everywhere; no program changes it without surprise. */
function FixedKeys() {
  const fixed: readonly (readonly [string, readonly (readonly Key[])[]])[] = [
    [words.fixed.line, [['Shift', 'Enter']]],
    [words.fixed.move, [['↑'], ['↓']]],
    [words.fixed.open, [['Enter']]],
  ];
  return (
    <table
      aria-label={words.table(words.fixed.title)}
      className="mb-5 w-full table-fixed border-collapse"
    >
      <thead>
        <tr className="border-b border-line text-left text-small text-subtle">
          <th scope="col" className="px-3 py-1.5 font-medium">
            {words.fixed.title}
          </th>
          <th scope="col" className="w-56 py-1.5 font-medium">
            {words.keys}
          </th>
        </tr>
      </thead>
      <tbody>
        {fixed.map(([name, choices]) => (
          <tr key={name} className="h-(--row) border-b border-line">
            <td className="px-3 py-1.5 text-muted">{name}</td>
            <td className="py-1.5">
              <span className="flex gap-1.5">
                {choices.map((keys) => (
                  <span key={keys.join(' ')}>
                    <Kbd keys={keys} />
                    <span className="sr-only">{keys.join(' ')}</span>
                  </span>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ResetDialogProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onReset: () => void;
}

function ResetDialog({ count, onClose, onReset }: ResetDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.resetAllTitle}
      foot={
        <>
          <span className="flex-1" />
          <Button autoFocus onClick={onClose}>
            {words.keep}
          </Button>
          <Button tone="danger" icon={<RotateCcw size={14} />} onClick={onReset}>
            {words.resetAllConfirm}
          </Button>
        </>
      }
    >
      <p>{words.resetAllBody(count)}</p>
    </Dialog>
  );
}
