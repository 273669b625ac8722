import { useMemo } from 'react';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { Palette as PaletteView, type PalettePlaces } from '../features/palette/index.ts';
import { settingsSections } from '../features/settings/index.ts';
import type { Route } from './route.ts';

export interface PaletteProps {
  readonly route: Route;
  readonly onGo: (route: Route) => void;
  readonly onClose: () => void;
}

/** The palette with the places of this window. */
export function Palette({ route, onGo, onClose }: PaletteProps) {
  const places = useMemo<PalettePlaces>(
    () => ({
      session: (sessionId, found) => onGo({ page: 'session', sessionId, found }),
      server: (serverId) => onGo({ page: 'servers', serverId }),
      bench: (serverId, tool) => onGo({ page: 'bench', serverId, ...(tool && { tool }) }),
      traffic: (serverId) => onGo({ page: 'bench', serverId, view: 'traffic' }),
      sections: settingsSections.map(({ id }) => ({
        id,
        label: settingsTexts.sections[id],
        open: () => onGo({ page: 'settings', section: id }),
      })),
    }),
    [onGo],
  );
  return (
    <PaletteView
      places={places}
      openId={route.page === 'session' ? route.sessionId : undefined}
      onClose={onClose}
    />
  );
}
