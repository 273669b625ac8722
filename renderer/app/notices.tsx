import { X } from 'lucide-react';
import { text } from '../../shared/texts/catalogue.ts';
import { useAppData, useAppDataStore } from '../lib/app-data-context.tsx';
import { useIpc } from '../lib/ipc-context.tsx';
import { useAction } from '../lib/use-action.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** What happened at the start or outside any session, until the person dismisses it. */
export function Notices() {
  const notices = useAppData((data) => data.notices);
  const store = useAppDataStore();
  const ipc = useIpc();
  const dismiss = useAction(async (id: string) => {
    store.setState((data) => ({ notices: data.notices.filter((notice) => notice.id !== id) }));
    await ipc.call('app.dismissNotice', { id });
  });
  if (notices.length === 0) return null;
  return (
    <section
      aria-label={text.app.notices}
      className="flex max-h-48 flex-none flex-col gap-1.5 overflow-y-auto border-b border-line px-3 py-2"
    >
      {notices.map((notice) => (
        <ErrorBox
          key={notice.id}
          role="status"
          tone="warning"
          sentence={text.app.noticeSentences[notice.kind]}
          details={notice.details}
          actions={
            <IconButton
              icon={X}
              size="small"
              label={text.ui.dismiss}
              onClick={() => void dismiss.run(notice.id)}
            />
          }
        />
      ))}
    </section>
  );
}
