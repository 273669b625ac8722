import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { languageNames, languages, type LanguageChoice } from '../../../shared/texts/language.ts';
import type { Settings } from '../../../shared/ipc/routes/settings.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { Card, CardRow, Section } from './section.tsx';
import { SettingError, useSettingChange } from './setting-change.tsx';

const words = settingsTexts.appearance;
type Contrast = NonNullable<Settings['contrast']>;
type Density = NonNullable<Settings['density']>;

/** How the window looks. */
export function AppearanceSection() {
  const theme = useAppData((data) => data.settings.theme);
  const contrast = useAppData((data) => data.settings.contrast ?? 'system');
  const density = useAppData((data) => data.settings.density ?? 'comfortable');
  const language = useAppData((data) => data.settings.language ?? 'system');
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
        <CardRow title={words.contrast} note={words.contrastNote}>
          <SegmentedControl<Contrast>
            label={words.contrast}
            value={contrast}
            onValueChange={(next) => void change.run({ contrast: next })}
            options={(['system', 'normal', 'high'] as const).map((value) => ({
              value,
              label: words.contrasts[value],
            }))}
          />
        </CardRow>
        <CardRow title={words.density} note={words.densityNote}>
          <SegmentedControl<Density>
            label={words.density}
            value={density}
            onValueChange={(next) => void change.run({ density: next })}
            options={(['comfortable', 'compact'] as const).map((value) => ({
              value,
              label: words.densities[value],
            }))}
          />
        </CardRow>
        <CardRow title={words.language} note={words.languageNote}>
          <Select<LanguageChoice>
            label={words.language}
            className="w-40!"
            value={language}
            onValueChange={(next) => void change.run({ language: next })}
            options={[
              { value: 'system', label: words.languageSystem },
              ...languages.map((value) => ({ value, label: languageNames[value] })),
            ]}
          />
        </CardRow>
      </Card>
      <SettingError change={change} />
    </Section>
  );
}
