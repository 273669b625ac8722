import { useCallback } from 'react';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { Markdown } from './markdown.tsx';
import { OpenLink } from './open-link.ts';

/** Untrusted Markdown outside a session; its links go through main's question. */
export function SafeMarkdown({ text }: { readonly text: string }) {
  const ipc = useIpc();
  const open = useCallback(
    (url: string) => {
      // Main says by itself why it opens an address or not.
      ipc.call('app.openLink', { url }).catch(() => undefined);
    },
    [ipc],
  );
  return (
    <OpenLink value={open}>
      <Markdown text={text} />
    </OpenLink>
  );
}
