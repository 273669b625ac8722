import type { ActionId } from '../../../shared/actions/action-list.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { CallValue } from '../../../shared/ipc/registry.ts';
import type { shellCalls, SystemState } from '../../../shared/ipc/routes/shell.ts';
import type { SystemSettings } from '../../../shared/ipc/routes/settings.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

export interface ShellHandlerParts {
  readonly setActions: (ids: readonly ActionId[]) => void;
  readonly zoom: (step: 'in' | 'out' | 'reset') => void;
  readonly log: () => Promise<CallValue<'shell.log'>>;
  readonly report: () => Promise<string>;
  /** Shows a folder in the system's file manager. Rejects when there is none. */
  readonly reveal: (
    what: { readonly place: 'profile' | 'logs' } | { readonly sessionId: string },
  ) => Promise<void>;
  readonly system: {
    state(): SystemState;
    set(patch: {
      readonly [K in keyof SystemSettings]?: boolean | undefined;
    }): Promise<SystemState>;
  };
}

/** Handlers of `shell.*`. */
export function shellHandlers(
  parts: ShellHandlerParts,
  requireGesture: RequireGesture,
): Handlers<typeof shellCalls, Caller> {
  return {
    'shell.setActions': ({ ids }) => {
      parts.setActions(ids);
    },
    'shell.zoom': ({ step }) => {
      parts.zoom(step);
    },
    'shell.log': () => parts.log(),
    'shell.report': async () => ({ text: await parts.report() }),
    'shell.reveal': async (what, caller) => {
      requireGesture(caller);
      await parts.reveal(what);
    },
    'shell.system': () => parts.system.state(),
    'shell.setSystem': async (patch, caller) => {
      requireGesture(caller);
      return parts.system.set(patch);
    },
  };
}
