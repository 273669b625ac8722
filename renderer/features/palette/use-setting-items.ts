import { Monitor, Moon, PanelBottom, Settings, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { useIpc } from '../../lib/ipc-context.tsx';
import type { PaletteItem } from './palette-item.ts';
import type { PalettePlaces } from './palette.tsx';

const words = text.shell.palette;
const themes = { system: Monitor, light: Sun, dark: Moon } as const;

/** The pages of the settings, and those settings that one switches while one works. */
export function useSettingItems(places: PalettePlaces): readonly PaletteItem[] {
  const ipc = useIpc();
  const theme = useAppData((data) => data.settings.theme);
  const tray = useAppData((data) => data.settings.system?.tray === true);
  return useMemo(() => {
    const sections = places.sections.map(({ id, label, open }): PaletteItem => ({
      id: `settings ${id}`,
      group: 'settings',
      title: words.settingsOf(label),
      icon: Settings,
      run: open,
    }));
    const choices = (['system', 'light', 'dark'] as const).map((value): PaletteItem => ({
      id: `theme ${value}`,
      group: 'settings',
      title: words.theme[value],
      icon: themes[value],
      ...(value === theme ? { note: words.current } : {}),
      run: () => ipc.call('settings.set', { theme: value }),
    }));
    const keep: PaletteItem = {
      id: 'tray',
      group: 'settings',
      title: text.shell.system.tray,
      icon: PanelBottom,
      ...(tray ? { note: words.current } : {}),
      run: () => ipc.call('shell.setSystem', { tray: !tray }),
    };
    return [...sections, ...choices, keep];
  }, [ipc, places, theme, tray]);
}
