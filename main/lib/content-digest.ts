import { createHash } from 'node:crypto';

/** SHA-256 of what a file holds. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
