import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { imageCalls } from '../../../shared/ipc/routes/images.ts';
import type { RemoteImages } from '../../sessions/remote-images.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** Handlers of `images.*`. No page loads an image by itself (SE-11). */
export function imageHandlers(
  images: RemoteImages,
  requireGesture: RequireGesture,
): Handlers<typeof imageCalls, Caller> {
  return {
    'images.load': async ({ sessionId, url }, caller) => {
      requireGesture(caller);
      return (await images.load(sessionId, url, caller.signal)) ?? null;
    },
  };
}
