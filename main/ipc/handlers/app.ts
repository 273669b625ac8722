import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { AppInfo, AppNotice, appCalls } from '../../../shared/ipc/routes/app.ts';
import type { Log } from '../../lib/logger.ts';
import type { Caller } from '../caller.ts';

export interface AppHandlerParts {
  readonly facts: Omit<AppInfo, 'notices'>;
  readonly notices: {
    list(): readonly AppNotice[];
    dismiss(id: string): void;
  };
  /** Asks the person, then opens; false when they refused. Rejects with `link.refused` for addresses that may not be opened. */
  readonly openLink: (url: string, signal: AbortSignal) => Promise<boolean>;
  readonly log: Log;
}

/** Handlers of `app.*`. */
export function appHandlers(parts: AppHandlerParts): Handlers<typeof appCalls, Caller> {
  return {
    'app.info': () => ({ ...parts.facts, notices: [...parts.notices.list()] }),
    'app.dismissNotice': ({ id }) => {
      parts.notices.dismiss(id);
    },
    'app.openLink': async ({ url }, caller) => ({
      opened: await parts.openLink(url, caller.signal),
    }),
    'app.reportError': ({ message, stack }) => {
      parts.log('error', 'The window reported an error.', { reason: message, stack });
    },
  };
}
