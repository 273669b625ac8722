import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { appViewCalls } from '../../../shared/ipc/routes/apps.ts';
import type { ToolApps } from '../../mcp/hub/apps/tool-apps.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface AppViewParts {
  readonly apps: ToolApps;
  /** Where apps lie over the window. */
  readonly views: {
    place(appId: string, place: Rectangle, seen: Rectangle | undefined): void;
    focus(appId: string): void;
  };
}

/** Handlers of `apps.*`. An app lives as long as the page that opened it, at most. */
export function appViewHandlers(
  { apps, views }: AppViewParts,
  requireGesture: RequireGesture,
): Handlers<typeof appViewCalls, Caller> {
  return {
    'apps.open': (request, { signal }) => apps.open(request, signal),
    'apps.place': ({ appId, place, seen }) => {
      views.place(appId, place, seen);
      if (seen) apps.setPlace(appId, place.width, place.height);
    },
    'apps.focus': ({ appId }, caller) => {
      requireGesture(caller);
      views.focus(appId);
    },
    'apps.setMode': ({ appId, mode }) => apps.setMode(appId, mode),
    'apps.close': ({ appId }) => apps.close(appId),
  };
}
