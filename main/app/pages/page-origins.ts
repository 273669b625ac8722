/** Scheme and host of the app window's page. */
export const APP_SCHEME = 'parley-app';
export const APP_ORIGIN = `${APP_SCHEME}://app`;
/** Scheme of the pages of MCP apps. Each has a host of its own; none shares anything with another. */
export const FRAME_SCHEME = 'parley-frame';
/** Scheme and host of main's consent view: an origin of its own, so that the two share nothing. */
export const CONSENT_SCHEME = 'parley-consent';
export const CONSENT_ORIGIN = `${CONSENT_SCHEME}://consent`;
