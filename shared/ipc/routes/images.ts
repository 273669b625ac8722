import { z } from 'zod';
import { sessionId } from '../../lib/ids.ts';
import { defineCalls } from '../contract.ts';

/** An image of elsewhere as data; its kind is known by its bytes. */
export const loadedImage = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  /** Base64. */
  data: z.string(),
});
export type LoadedImage = z.infer<typeof loadedImage>;

export const imageCalls = defineCalls({
  /**
   * Loads an image that an answer names (SE-11). Main asks in its own view, once for each host in a session. Null: the person
   * refused. Only right after a key press or click. Rejects with `link.refused` or `image.failed`.
   */
  'images.load': {
    input: z.strictObject({ sessionId, url: z.string().min(1).max(8192) }),
    output: loadedImage.nullable(),
  },
});
