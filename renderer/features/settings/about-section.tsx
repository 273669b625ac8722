import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { firstRunTexts } from '../../../shared/texts/en/first-run.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Card, CardRow, Section } from './section.tsx';
import { SettingError, useSettingChange } from './setting-change.tsx';

const words = settingsTexts.about;

/** Which Parley this is. */
export function AboutSection() {
  const change = useSettingChange();
  const info = useAppData((data) => data.info);
  return (
    <Section title={words.title} intro={words.intro}>
      {info !== undefined && (
        <Card>
          <CardRow title={words.version} note={info.version}>
            <CopyButton value={info.version} />
          </CardRow>
          <CardRow title={words.platform} note={words.platforms[info.platform]} />
          <CardRow title={firstRunTexts.again} note={firstRunTexts.againNote}>
            <Button onClick={() => void change.run({ welcomed: false })}>
              {firstRunTexts.show}
            </Button>
          </CardRow>
        </Card>
      )}
      <SettingError change={change} />
    </Section>
  );
}
