import { use, type ReactNode } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { OpenLink } from './open-link.ts';

/** Looks like a link and has no address of its own: it cannot navigate, be dragged or be opened by the middle button. */
export function MarkdownLink({
  url,
  children,
}: {
  readonly url: string;
  readonly children: ReactNode;
}) {
  const open = use(OpenLink);
  return (
    <a
      role="link"
      tabIndex={0}
      title={text.chat.openLink(url)}
      data-url={url}
      className="rounded-small text-accent-text underline decoration-current/40 underline-offset-2 hover:decoration-current"
      onClick={() => open(url)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open(url);
      }}
    >
      {children}
    </a>
  );
}
