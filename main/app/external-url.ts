import { shell } from 'electron';
import { ParleyError } from '../../shared/lib/errors.ts';
import { linkRefusalTexts } from '../../shared/texts/en/links.ts';
import { gateUrl } from '../lib/url-gate.ts';

/** Asks the person about an address that has passed the gate. */
export type ReviewLink = (url: string, signal: AbortSignal) => Promise<boolean>;

/**
 * Hands an address to the system's browser: through the gate, and as it was written out again. The only place that opens
 * addresses outside the app (SE-10); whoever calls it has asked the person. Rejects with `link.refused`, or when the system
 * opens nothing.
 */
export async function openInBrowser(address: string): Promise<void> {
  await shell.openExternal(gatedUrl(address));
}

/** The address as it may be opened. Throws `link.refused`. */
export function gatedUrl(address: string): string {
  const verdict = gateUrl(address);
  if (!verdict.ok) throw new ParleyError('link.refused', linkRefusalTexts[verdict.reason]);
  return verdict.url;
}

/** Opens addresses past the person. Resolves to false when the person refused; rejects with `link.refused`. */
export function createLinkOpener(
  review: ReviewLink,
): (address: string, signal: AbortSignal) => Promise<boolean> {
  return async (address, signal) => {
    const url = gatedUrl(address);
    if (!(await review(url, signal))) return false;
    await openInBrowser(url);
    return true;
  };
}
