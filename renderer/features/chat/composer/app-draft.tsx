import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { readDraft } from './drafts.ts';

/** What an app put into the composer, as long as the person has neither sent nor dismissed it. */
export interface AppDraft {
  readonly origin: { readonly tool: string; readonly serverName: string } | undefined;
  readonly insert: { readonly text: string; readonly leavesFocus: boolean } | undefined;
  readonly dismiss: () => void;
}

/** Takes texts of apps into the draft of a session: behind what the person wrote, the next in place of the last. */
export function useAppDraft(sessionId: string): AppDraft {
  const ipc = useIpc();
  const [shown, setShown] = useState<Omit<AppDraft, 'dismiss'>>({
    origin: undefined,
    insert: undefined,
  });
  const last = useRef({ own: '', whole: '' });
  useEffect(
    () =>
      ipc.on('apps.draft', (draft) => {
        if (draft.sessionId !== sessionId) return;
        const now = readDraft(sessionId);
        const own = now === last.current.whole ? last.current.own : now;
        const whole = [own, draft.text].filter((part) => part !== '').join('\n\n');
        last.current = { own, whole };
        setShown({ origin: draft, insert: { text: whole, leavesFocus: true } });
      }),
    [ipc, sessionId],
  );
  const dismiss = useCallback(() => {
    last.current = { own: '', whole: '' };
    setShown((before) => ({ ...before, origin: undefined }));
  }, []);
  return { ...shown, dismiss };
}

/** Says whose words are in the composer. */
export function DraftOfApp({ draft }: { readonly draft: AppDraft }) {
  if (draft.origin === undefined) return null;
  return (
    <Notice
      tone="warning"
      className="mb-2"
      actions={<IconButton icon={X} size="small" label={text.ui.dismiss} onClick={draft.dismiss} />}
    >
      <ExactText value={text.apps.draft(draft.origin.tool, draft.origin.serverName)} />
    </Notice>
  );
}
