import type { ConsentArgument } from '../../shared/ipc/consent.ts';
import { ExactParts } from './exact-parts.tsx';

/** A whole address with its host marked; an address with hidden characters is shown with their codes instead. */
export function AddressWell({
  url,
  host,
  isRemoved = false,
}: {
  readonly url: ConsentArgument | string;
  readonly host: string;
  readonly isRemoved?: boolean;
}) {
  const text = typeof url === 'string' ? url : url.text;
  const hidesCharacters = typeof url !== 'string' && url.parts.some((part) => part.hidden);
  const start = hidesCharacters ? -1 : hostStart(text, host);
  return (
    <p
      className={`rounded-control border border-line bg-inset px-[11px] py-[9px] font-mono text-[13px] leading-[21px] [overflow-wrap:anywhere] text-subtle ${isRemoved ? 'line-through' : ''}`}
    >
      {start < 0 ? (
        <ExactParts of={url} />
      ) : (
        <>
          {text.slice(0, start)}
          <b className="rounded-[2px] bg-warning-soft text-text shadow-[0_0_0_2px_var(--warning-soft)]">
            {host}
          </b>
          {text.slice(start + host.length)}
        </>
      )}
    </p>
  );
}

/** Where the host stands in the address, not in its path or query; -1 when it is spelled otherwise there. */
function hostStart(text: string, host: string): number {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(text);
  if (!authority?.[1]?.endsWith(host)) return -1;
  return authority[0].length - host.length;
}
