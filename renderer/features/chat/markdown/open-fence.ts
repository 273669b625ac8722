/** In `meta` of the token of a block of code to which more may be added. */
export const OPEN = 'open';
