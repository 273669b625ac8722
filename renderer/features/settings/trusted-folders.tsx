import { useEffect, useState } from 'react';
import { folderTexts } from '../../../shared/texts/en/folders.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Card, CardRow } from './section.tsx';

const words = folderTexts.ledger;

/** The trusted folders, each with a way to take its trust back. */
export function TrustedFolders() {
  const ipc = useIpc();
  const [folders, setFolders] = useState<readonly string[] | undefined>(undefined);
  const [isUnread, setUnread] = useState(false);
  useEffect(() => {
    let isShown = true;
    ipc.call('folders.trusted').then(
      (answer) => {
        if (isShown) setFolders(answer.folders);
      },
      () => {
        if (isShown) setUnread(true);
      },
    );
    return () => {
      isShown = false;
    };
  }, [ipc]);
  const revoke = useAction(async (folder: string) => {
    setFolders((await ipc.call('folders.revoke', { folder })).folders);
  });
  return (
    <section aria-label={words.title} className="mt-7 max-w-[720px]">
      <h3 className="font-medium">{words.title}</h3>
      <p className="mb-2.5 text-pretty text-muted">{words.intro}</p>
      {revoke.error !== undefined && (
        <ErrorBox
          role="alert"
          className="mb-2"
          sentence={revoke.error.sentence}
          details={revoke.error.details}
        />
      )}
      {isUnread && <p className="text-muted">{words.unread}</p>}
      {folders?.length === 0 && <p className="text-muted">{words.none}</p>}
      {folders !== undefined && folders.length > 0 && (
        <Card>
          {folders.map((folder) => (
            <CardRow key={folder} title={folder}>
              <Button aria-label={words.revokeOf(folder)} onClick={() => void revoke.run(folder)}>
                {words.revoke}
              </Button>
            </CardRow>
          ))}
        </Card>
      )}
    </section>
  );
}
