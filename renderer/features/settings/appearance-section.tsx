import { text } from '../../../shared/texts/catalogue.ts';
import type { Settings } from '../../../shared/ipc/routes/settings.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Card, CardRow, Section } from './section.tsx';
import { SettingError, useSettingChange } from './setting-change.tsx';

const words = text.settings.appearance;

/** How the window looks. */
export function AppearanceSection() {
  const theme = useAppData((data) => data.settings.theme);
  const change = useSettingChange();
  return (
    <Section title={words.title} intro={words.intro}>
      <Card>
        <CardRow title={words.theme} note={words.themeNote}>
          <SegmentedControl<Settings['theme']>
            label={words.theme}
            value={theme}
            onValueChange={(next) => void change.run({ theme: next })}
            options={(['system', 'light', 'dark'] as const).map((value) => ({
              value,
              label: words.themes[value],
            }))}
          />
        </CardRow>
      </Card>
      <SettingError change={change} />
    </Section>
  );
}
