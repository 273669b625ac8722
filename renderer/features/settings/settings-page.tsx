import {
  Bot,
  HardDrive,
  Info,
  MessageSquareText,
  Network,
  Palette,
  Shield,
  type LucideIcon,
} from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { InstructionsSection } from './instructions-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ProvidersSection } from './providers/providers-section.tsx';

const words = text.settings;

/** The parts of the settings, in the order of their list. */
export type SettingsSection =
  'providers' | 'instructions' | 'permissions' | 'appearance' | 'network' | 'data' | 'about';

const sections: readonly {
  readonly id: SettingsSection;
  readonly icon: LucideIcon;
  readonly page: ComponentType;
}[] = [
  { id: 'appearance', icon: Palette, page: AppearanceSection },
  { id: 'providers', icon: Bot, page: ProvidersSection },
  { id: 'instructions', icon: MessageSquareText, page: InstructionsSection },
  { id: 'permissions', icon: Shield, page: PermissionsSection },
  { id: 'network', icon: Network, page: NetworkSection },
  { id: 'data', icon: HardDrive, page: DataSection },
  { id: 'about', icon: Info, page: AboutSection },
];

export interface SettingsPageProps {
  /** The part to open first. */
  readonly section?: SettingsSection;
}

/** The settings. Fills the page area. */
export function SettingsPage({ section = 'providers' }: SettingsPageProps) {
  const [chosen, setChosen] = useState(section);
  const status = useAppData((data) => data.status);
  const hasInfo = useAppData((data) => data.info !== undefined);
  const Page = sections.find((item) => item.id === chosen)?.page ?? ProvidersSection;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TopBar title={words.title} />
      <div className="flex min-h-0 flex-1">
        <nav
          aria-label={words.sections.label}
          className="flex w-46 flex-none flex-col gap-0.5 border-r border-line px-2 py-3"
        >
          {sections.map(({ id, icon }) => (
            <ListRow
              key={id}
              mark={<Icon of={icon} />}
              label={words.sections[id]}
              selected={id === chosen}
              onClick={() => setChosen(id)}
            />
          ))}
        </nav>
        <div className="thin-scroll min-w-0 flex-1 overflow-y-auto px-7 py-5">
          {status === 'loading' && !hasInfo ? (
            <Loading label={words.loading}>
              <div className="flex max-w-[720px] flex-col gap-6">
                <Skeleton className="w-32" />
                <Skeleton className="w-80" />
                <Skeleton className="w-full" />
              </div>
            </Loading>
          ) : (
            <Page />
          )}
        </div>
      </div>
    </div>
  );
}
