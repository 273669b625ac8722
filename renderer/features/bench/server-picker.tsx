import { ChevronDown } from 'lucide-react';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuChoices } from '../../ui/menu.tsx';
import { StatusMark, type Status } from '../../ui/status-mark.tsx';

/** The state of a server as a mark. */
function markOf(server: ServerState): Status {
  switch (server.status) {
    case 'connected':
      return 'ok';
    case 'connecting':
    case 'pending':
      return 'running';
    case 'failed':
      return 'error';
    case 'needs-auth':
      return 'key';
    case 'disabled':
      return 'off';
  }
}

export interface ServerPickerProps {
  readonly servers: readonly ServerState[];
  readonly selected: ServerState;
  readonly onSelect: (serverId: string) => void;
}

/** Which server the bench works with. */
export function ServerPicker({ servers, selected, onSelect }: ServerPickerProps) {
  return (
    <Menu
      label={benchTexts.server}
      trigger={
        <button
          type="button"
          aria-label={`${benchTexts.server}: ${selected.name}`}
          className="no-drag flex h-(--control) max-w-60 min-w-0 items-center gap-1.5 rounded-control bg-quiet px-2 text-small font-medium text-muted hover:bg-hover hover:text-text"
        >
          <StatusMark status={markOf(selected)} />
          <span className="truncate">{selected.name}</span>
          <Icon of={ChevronDown} size={12} />
        </button>
      }
    >
      <MenuChoices
        value={selected.id}
        onValueChange={onSelect}
        groups={[
          {
            label: benchTexts.server,
            options: servers.map((server) => ({
              value: server.id,
              label: server.name,
              note: text.servers.state[server.status],
            })),
          },
        ]}
      />
    </Menu>
  );
}
