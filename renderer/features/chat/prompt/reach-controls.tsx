import { ChevronDown } from 'lucide-react';
import type { PermissionPrompt } from '../../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../../../shared/texts/en/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { withCover, withScope, type Cover, type Reach, type Scope } from './approval.ts';

const words = permissionTexts.prompt;

function scopeWord(scope: Scope): string {
  if (scope === 'once') return text.chat.once;
  return scope === 'session' ? text.chat.thisSession : words.always;
}

export interface ReachControlsProps {
  readonly prompt: PermissionPrompt;
  readonly reach: Reach;
  readonly onReach: (reach: Reach) => void;
  readonly onDenyAlways: () => void;
}

/** For how long and for what: a choice in place, and the rarer ones in a menu. */
export function ReachControls({ prompt, reach, onReach, onDenyAlways }: ReachControlsProps) {
  const scopes = prompt.scopes ?? ['once', 'session'];
  const { serverName } = prompt;
  const covered =
    reach.cover === 'server' ? words.covers.server(serverName ?? '') : words.covers[reach.cover];
  const canRemember = scopes.includes('always') && serverName !== undefined;
  return (
    <>
      <span className="text-small text-muted" aria-hidden="true">
        {text.chat.allowFor}
      </span>
      <SegmentedControl<Scope>
        label={text.chat.allowFor}
        value={reach.scope}
        onValueChange={(scope) => onReach(withScope(reach, scope))}
        options={scopes.map((value) => ({ value, label: scopeWord(value) }))}
      />
      {canRemember && (
        <Menu
          side="top"
          label={words.coverMenu}
          trigger={
            <Button tone="quiet" size="small" aria-label={words.coverIs(covered)}>
              {covered}
              <Icon of={ChevronDown} size={12} />
            </Button>
          }
        >
          <MenuChoices
            value={reach.cover}
            onValueChange={(cover) => onReach(withCover(reach, cover as Cover))}
            groups={[
              {
                label: words.coverMenu,
                options: [
                  { value: 'tool', label: words.coverTool },
                  { value: 'arguments', label: words.coverArguments },
                  {
                    value: 'server',
                    label: words.coverServer(serverName),
                    note: words.coverServerNote,
                  },
                ],
              },
            ]}
          />
          <MenuSeparator />
          <MenuItem danger label={words.denyAlways} onSelect={onDenyAlways} />
        </Menu>
      )}
    </>
  );
}
