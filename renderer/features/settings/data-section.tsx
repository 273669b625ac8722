import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, CardRow, Section } from './section.tsx';

const words = text.settings.data;

/** What is kept here and what leaves this computer (RT-30). */
export function DataSection() {
  const info = useAppData((data) => data.info);
  return (
    <Section title={words.title} intro={words.intro}>
      <div className="flex flex-col gap-5">
        {info !== undefined && (
          <section aria-label={words.kept}>
            <h3 className="mb-1.5 text-heading">{words.kept}</h3>
            <Card>
              <CardRow
                title={words.profile}
                note={
                  <>
                    <ExactText value={info.profileFolder} className="font-mono text-code" />
                    <span className="block">{words.profileNote}</span>
                  </>
                }
              >
                <CopyButton value={info.profileFolder} label={words.copyPath} />
              </CardRow>
              <CardRow title={words.secrets} note={words.secretStorage[info.secretStorage]} />
            </Card>
          </section>
        )}
        <section aria-label={words.leaves}>
          <h3 className="mb-1.5 text-heading">{words.leaves}</h3>
          <p>{words.leavesIntro}</p>
          <ul className="my-1 list-disc pl-5">
            {words.leavesList.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p className="text-pretty text-muted">{words.leavesOffline}</p>
        </section>
        <Notice tone="warning">
          <b>{words.sandbox}</b>
          <span className="block text-pretty">{words.sandboxBody}</span>
        </Notice>
      </div>
    </Section>
  );
}
