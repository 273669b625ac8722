import {
  AppWindow,
  Bell,
  Bot,
  HardDrive,
  Info,
  Keyboard,
  MessageSquareText,
  Network,
  Palette,
  ScrollText,
  Shield,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data/data-section.tsx';
import { InstructionsSection } from './instructions-section.tsx';
import { LogSection } from './log-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ProvidersSection } from './providers/providers-section.tsx';
import { settingsSections, type SettingsSection } from './sections.ts';
import { ShortcutsSection } from './shortcuts/shortcuts-section.tsx';
import { SystemSection } from './system-section.tsx';

const words = settingsTexts;

const pages: Readonly<
  Record<SettingsSection, { readonly icon: LucideIcon; readonly page: ComponentType }>
> = {
  appearance: { icon: Palette, page: AppearanceSection },
  providers: { icon: Bot, page: ProvidersSection },
  instructions: { icon: MessageSquareText, page: InstructionsSection },
  permissions: { icon: Shield, page: PermissionsSection },
  shortcuts: { icon: Keyboard, page: ShortcutsSection },
  notifications: { icon: Bell, page: NotificationsSection },
  system: { icon: AppWindow, page: SystemSection },
  network: { icon: Network, page: NetworkSection },
  data: { icon: HardDrive, page: DataSection },
  log: { icon: ScrollText, page: LogSection },
  about: { icon: Info, page: AboutSection },
};

export interface SettingsPageProps {
  /** The part to show; one that is not known is the first. */
  readonly section?: SettingsSection | undefined;
  readonly onSection: (section: SettingsSection) => void;
}

/** The settings. Fills the page area. */
export function SettingsPage({ section, onSection }: SettingsPageProps) {
  const status = useAppData((data) => data.status);
  const hasInfo = useAppData((data) => data.info !== undefined);
  const known = settingsSections.find(({ id }) => id === section);
  const chosen = known?.id ?? 'providers';
  const Page = pages[chosen].page;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TopBar title={words.title} />
      <div className="flex min-h-0 flex-1">
        <nav
          aria-label={words.sections.label}
          className="flex w-46 flex-none flex-col gap-0.5 border-r border-line px-2 py-3"
        >
          {settingsSections.map(({ id }) => (
            <ListRow
              key={id}
              mark={<Icon of={pages[id].icon} />}
              label={words.sections[id]}
              selected={id === chosen}
              onClick={() => onSection(id)}
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
