import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Card, CardRow, Section } from './section.tsx';

const words = text.settings.about;

/** Which Parley this is. */
export function AboutSection() {
  const info = useAppData((data) => data.info);
  return (
    <Section title={words.title} intro={words.intro}>
      {info !== undefined && (
        <Card>
          <CardRow title={words.version} note={info.version}>
            <CopyButton value={info.version} />
          </CardRow>
          <CardRow title={words.platform} note={words.platforms[info.platform]} />
        </Card>
      )}
    </Section>
  );
}
