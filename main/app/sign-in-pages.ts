import { ParleyError, messageOf } from '../../shared/lib/errors.ts';
import { linkRefusalTexts } from '../../shared/texts/en/links.ts';
import type { Log } from '../lib/logger.ts';
import { gateUrl } from '../lib/url-gate.ts';
import type { SignInPage, SignInPages } from '../mcp/hub/sign-in-contract.ts';

export interface SignInPagesDeps {
  /** Asks the person about a page whose address has passed the gate. */
  readonly review: (page: SignInPage, signal: AbortSignal) => Promise<boolean>;
  /** Hands an address to the browser; rejects when there is none. */
  readonly open: (url: string) => Promise<void>;
  readonly log: Log;
}

/** Sign-in pages through the gate for addresses, past the person, into the browser. */
export function createSignInPages({ review, open, log }: SignInPagesDeps): SignInPages {
  const tryOpen = async (url: string): Promise<boolean> => {
    try {
      await open(url);
      return true;
    } catch (failure) {
      // The address is shown to the person, who can take it to a browser.
      log('warn', 'The browser could not be opened.', { reason: messageOf(failure) });
      return false;
    }
  };
  return {
    show: async (page, signal) => {
      const verdict = gateUrl(page.url);
      if (!verdict.ok) throw new ParleyError('link.refused', linkRefusalTexts[verdict.reason]);
      if (!(await review({ ...page, url: verdict.url }, signal))) return 'refused';
      return (await tryOpen(verdict.url)) ? 'opened' : 'not-opened';
    },
    open: tryOpen,
  };
}
