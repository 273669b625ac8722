import type { ProfileData } from '../../../../shared/ipc/routes/data.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { dataTexts } from '../../../../shared/texts/en/data.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Card, CardRow } from '../section.tsx';

const words = dataTexts.uninstall;

/** What stays on this computer without the program. */
export function Uninstalling({ data }: { readonly data: ProfileData | undefined }) {
  const info = useAppData((all) => all.info);
  if (info === undefined) return null;
  const entries = data?.keychain ?? [];
  return (
    <section aria-label={words.title}>
      <h3 className="text-heading">{words.title}</h3>
      <p className="mb-1.5 text-pretty text-muted">{words.body}</p>
      <Card>
        <CardRow
          title={words.folder}
          note={<ExactText value={info.profileFolder} className="font-mono text-code" />}
        >
          <CopyButton value={info.profileFolder} label={settingsTexts.data.copyPath} />
        </CardRow>
        <CardRow
          title={words.keychain}
          note={entries.length === 0 ? words.noKeychain : <ExactText value={entries.join(', ')} />}
        />
      </Card>
    </section>
  );
}
