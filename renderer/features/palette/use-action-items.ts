import {
  Archive,
  Bell,
  Command,
  Copy,
  Download,
  FlaskConical,
  Footprints,
  FolderOpen,
  GitFork,
  Inbox,
  Keyboard,
  PanelLeft,
  PanelRight,
  Pin,
  Plus,
  ScrollText,
  Search,
  Server,
  Settings,
  Square,
  Trash2,
  Upload,
  ZoomIn,
  ZoomOut,
  type LucideIcon,
} from 'lucide-react';
import { useMemo } from 'react';
import { specOf, type ActionId } from '../../../shared/actions/action-list.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import {
  capsOf,
  useActionRegistry,
  useBindings,
  usePossibleActions,
} from '../../lib/actions/action-context.tsx';
import type { PaletteItem } from './palette-item.ts';

const icons: Partial<Readonly<Record<ActionId, LucideIcon>>> = {
  'session.new': Plus,
  'inbox.open': Inbox,
  'search.sessions': Search,
  'settings.open': Settings,
  'sidebar.toggle': PanelLeft,
  'panel.toggle': PanelRight,
  'zoom.in': ZoomIn,
  'zoom.out': ZoomOut,
  'servers.open': Server,
  'bench.open': FlaskConical,
  'server.add': Plus,
  'session.import': Upload,
  'shortcuts.open': Keyboard,
  'welcome.open': Footprints,
  'log.open': ScrollText,
  'report.copy': Copy,
  'session.find': Search,
  'turn.stop': Square,
  'session.reveal': FolderOpen,
  'session.pin': Pin,
  'session.archive': Archive,
  'session.fork': GitFork,
  'session.export': Download,
  'session.delete': Trash2,
  'message.sendNow': Bell,
};

/** Every action that can be run now. Focus is back where it was before one runs. */
export function useActionItems(): readonly PaletteItem[] {
  const possible = usePossibleActions();
  const registry = useActionRegistry();
  const bindings = useBindings();
  return useMemo(
    () =>
      possible
        .filter((id) => id !== 'palette.open' && specOf(id).isLocal !== true)
        .map((id): PaletteItem => {
          const { group } = specOf(id);
          const keys = bindings[id];
          return {
            id: `action ${id}`,
            group: group === 'session' ? 'session' : 'actions',
            title: text.actions.names[id],
            icon: icons[id] ?? Command,
            keys: keys === undefined ? undefined : capsOf(keys, id),
            words: id,
            run: () => void registry.run(id),
          };
        }),
    [possible, registry, bindings],
  );
}
