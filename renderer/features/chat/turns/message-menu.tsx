import { Ellipsis, GitFork, History, Pencil, RotateCcw } from 'lucide-react';
import { changeTexts } from '../../../../shared/texts/en/changes.ts';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useTurnActions } from './turn-actions.tsx';

/** What can be done with a message of the person; seen when the pointer or the focus is on it. */
export function MessageMenu({ id, text }: { readonly id: string; readonly text: string }) {
  const actions = useTurnActions();
  if (actions === undefined) return null;
  return (
    <Menu
      align="end"
      label={words.actions}
      trigger={
        <IconButton
          icon={Ellipsis}
          size="small"
          label={words.actions}
          className="opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 data-[state=open]:opacity-100"
        />
      }
    >
      <MenuItem icon={Pencil} label={words.edit} onSelect={() => actions.edit(id, text)} />
      <MenuItem icon={RotateCcw} label={words.again} onSelect={() => actions.again(id)} />
      <MenuItem icon={GitFork} label={words.fork} onSelect={() => actions.fork(id)} />
      {actions.rewind !== undefined && (
        <MenuItem icon={History} label={changeTexts.rewind} onSelect={() => actions.rewind?.(id)} />
      )}
    </Menu>
  );
}
