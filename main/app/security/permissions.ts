import { APP_ORIGIN, CONSENT_ORIGIN } from '../pages/page-origins.ts';

/** The one thing that a page of ours may do: put text on the clipboard for a Copy button. Reading stays denied. */
export function isPermitted(permission: string, requester: string): boolean {
  if (permission !== 'clipboard-sanitized-write' || !URL.canParse(requester)) return false;
  const url = new URL(requester);
  return [APP_ORIGIN, CONSENT_ORIGIN].includes(`${url.protocol}//${url.host}`);
}
