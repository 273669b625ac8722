import type { Token } from 'markdown-it';

/** Marks a block of code to which more may be added. */
export function markOpen(token: Token): void {
  token.meta = { isOpen: true };
}

/** Whether more may be added to a block of code. */
export function isOpenFence({ meta }: Token): boolean {
  return meta?.['isOpen'] === true;
}
