import { ChevronDown, Pencil, Shield, Telescope } from 'lucide-react';
import type { SessionMode } from '../../../../shared/ipc/routes/sessions.ts';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';

export interface ModePickerProps {
  readonly mode: SessionMode;
  readonly onChoose: (mode: SessionMode) => void;
  readonly disabled?: boolean;
}

/** In the order of the menu. */
export const modes = ['default', 'acceptEdits', 'plan'] as const satisfies readonly SessionMode[];
const icons = { default: Shield, acceptEdits: Pencil, plan: Telescope };

/** When tools of this session ask. It holds at once, in a turn that runs, too. */
export function ModePicker({ mode, onChoose, disabled = false }: ModePickerProps) {
  const { label } = words.modes[mode];
  return (
    <Menu
      side="top"
      label={words.mode}
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label={words.modeOf(label)}
          className="inline-flex h-(--control) min-w-0 items-center gap-1.5 rounded-control px-2 text-small font-medium text-muted enabled:hover:bg-hover enabled:hover:text-text disabled:text-disabled"
        >
          <Icon of={icons[mode]} size={14} />
          <span className="truncate">{label}</span>
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    >
      <MenuChoices
        value={mode}
        groups={[
          {
            label: words.mode,
            options: modes.map((value) => ({ value, ...words.modes[value] })),
          },
        ]}
        onValueChange={(value) => {
          const chosen = modes.find((known) => known === value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
    </Menu>
  );
}
