import { GitBranch } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { GitHead } from '../../../../shared/ipc/routes/changes.ts';
import type { SessionSummary } from '../../../../shared/ipc/routes/sessions.ts';
import { changeTexts as words } from '../../../../shared/texts/en/changes.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Folder of a session, with the branch that it is at. */
export function FolderNote({ session }: { readonly session: SessionSummary }) {
  const head = useHead(session);
  if (session.folder === null) return null;
  return (
    <span className="flex min-w-0 items-center gap-3">
      {head !== undefined && (
        <span
          title={head.kind === 'branch' ? words.branch(head.name) : words.detached(head.commit)}
          className="flex min-w-0 items-center gap-1 text-muted"
        >
          <Icon of={GitBranch} size={12} />
          <span className="sr-only">{words.branchLabel}</span>
          <span className="truncate">
            <ExactText
              value={head.kind === 'branch' ? head.name : head.commit}
              className="!whitespace-pre"
            />
          </span>
        </span>
      )}
      <span className="truncate" title={session.folder}>
        <ExactText value={session.folder} className="!whitespace-pre" />
      </span>
    </span>
  );
}

/** What its folder is at: read anew with each turn, with what tools did, and when the person comes back. */
function useHead({ id: sessionId, folder, state }: SessionSummary): GitHead | undefined {
  const ipc = useIpc();
  const [head, setHead] = useState<GitHead>();
  useEffect(() => {
    if (folder === null) return undefined;
    let isStale = false;
    const read = () => {
      ipc.call('changes.branch', { sessionId }).then(
        (now) => {
          if (!isStale) setHead(now ?? undefined);
        },
        // Where it cannot be read it is not shown.
        () => undefined,
      );
    };
    read();
    const end = ipc.on('changes.changed', ({ sessionIds }) => {
      if (sessionIds.includes(sessionId)) read();
    });
    window.addEventListener('focus', read);
    return () => {
      isStale = true;
      end();
      window.removeEventListener('focus', read);
    };
  }, [ipc, sessionId, folder, state]);
  return head;
}
