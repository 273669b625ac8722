/** Channels of the consent preload: the view says that it is ready, main sends one request, the view sends one answer. (No zod here: the preload uses this file.) */
export const CONSENT_SHOW_CHANNEL = 'parley:consent-show';
export const CONSENT_READY_CHANNEL = 'parley:consent-ready';
export const CONSENT_ANSWER_CHANNEL = 'parley:consent-answer';
