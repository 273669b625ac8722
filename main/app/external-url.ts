import { shell } from 'electron';
import { ParleyError } from '../../shared/lib/errors.ts';
import { linkRefusalTexts } from '../../shared/texts/en/links.ts';
import { gateUrl } from '../lib/url-gate.ts';

/** Asks the person about an address that has passed the gate. */
export type ReviewLink = (url: string, signal: AbortSignal) => Promise<boolean>;

/**
 * The only place that opens addresses outside the app (SE-10): through the gate, then past the person, then the address as
 * it was written out again. Resolves to false when the person refused; rejects with `link.refused`.
 */
export function createLinkOpener(
  review: ReviewLink,
): (address: string, signal: AbortSignal) => Promise<boolean> {
  return async (address, signal) => {
    const verdict = gateUrl(address);
    if (!verdict.ok) throw new ParleyError('link.refused', linkRefusalTexts[verdict.reason]);
    if (!(await review(verdict.url, signal))) return false;
    await shell.openExternal(verdict.url);
    return true;
  };
}
