import {
  Activity,
  FlaskConical,
  KeyRound,
  Power,
  PowerOff,
  RefreshCw,
  Stethoscope,
  Wrench,
} from 'lucide-react';
import { useMemo } from 'react';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { useIpc } from '../../lib/ipc-context.tsx';
import type { Ipc } from '../../lib/ipc.ts';
import type { PaletteItem } from './palette-item.ts';
import type { PalettePlaces } from './palette.tsx';

const words = text.shell.palette;

/** Servers with what can be done with each, and their tools. */
export function useServerItems(places: PalettePlaces): readonly PaletteItem[] {
  const ipc = useIpc();
  const servers = useAppData((data) => data.servers);
  return useMemo(
    () => [
      ...servers.flatMap((server) => serverItems(server, ipc, places)),
      ...servers.filter(({ enabled }) => enabled).flatMap((server) => toolItems(server, places)),
    ],
    [servers, ipc, places],
  );
}

function serverItems(server: ServerState, ipc: Ipc, places: PalettePlaces): PaletteItem[] {
  const { id: serverId, name, status } = server;
  const note = text.app.serverStatus[status];
  const item = (
    key: string,
    title: string,
    icon: PaletteItem['icon'],
    run: PaletteItem['run'],
  ): PaletteItem => ({ id: `server ${serverId} ${key}`, group: 'servers', title, icon, note, run });
  const isRemote = 'url' in server.definition;
  return [
    item('show', words.show(name), status, () => places.server(serverId)),
    ...(server.enabled && server.trusted
      ? [
          item(
            'reconnect',
            status === 'connected' ? words.reconnect(name) : words.start(name),
            RefreshCw,
            () => ipc.call('servers.restart', { serverId }),
          ),
        ]
      : []),
    ...(status === 'failed'
      ? [item('doctor', words.doctor(name), Stethoscope, () => places.server(serverId))]
      : []),
    ...(status === 'needs-auth' && isRemote
      ? [
          item('sign-in', words.signIn(name), KeyRound, () =>
            ipc.call('signIns.start', { serverId }),
          ),
        ]
      : []),
    ...(server.enabled
      ? [
          item('bench', words.bench(name), FlaskConical, () => places.bench(serverId)),
          item('traffic', words.traffic(name), Activity, () => places.traffic(serverId)),
          item('off', words.turnOff(name), PowerOff, () =>
            ipc.call('servers.setEnabled', { serverId, enabled: false }),
          ),
        ]
      : [
          item('on', words.turnOn(name), Power, () =>
            ipc.call('servers.setEnabled', { serverId, enabled: true }),
          ),
        ]),
  ];
}

function toolItems(server: ServerState, places: PalettePlaces): PaletteItem[] {
  return server.tools.map((tool) => ({
    id: `tool ${server.id} ${tool.name}`,
    group: 'tools' as const,
    title: tool.title ?? tool.name,
    icon: Wrench,
    note: server.name,
    words: tool.name,
    run: () => places.bench(server.id, tool.name),
  }));
}
