import { useEffect, useState } from 'react';
import type { CallArgs, EventPayload } from '../../../shared/ipc/registry.ts';
import type { AppMode, AppTrouble, ToolApp } from '../../../shared/mcp/tool-app.ts';
import { readableError, type ReadableError } from '../error-sentence.ts';
import { useIpc } from '../ipc-context.tsx';

/** The call whose tool may have an app. */
export type AppRequest = CallArgs<'apps.open'>[0];

/** An app, how tall it wants to be, and what is wrong with it. */
export type ShownApp =
  | Exclude<ToolApp, { state: 'open' }>
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ReadableError }
  | (Extract<ToolApp, { state: 'open' }> & {
      readonly height?: number;
      readonly trouble?: AppTrouble;
      readonly mode?: AppMode;
      /** It can fill the window. */
      readonly mayFill?: boolean;
    });

/** Opens the app of a call while there is one and this is shown. Keep the identity of `request` while it is the same call. */
export function useToolApp(request: AppRequest | undefined): ShownApp {
  const ipc = useIpc();
  const [app, setApp] = useState<ShownApp>({ state: 'none' });
  useEffect(() => {
    setApp({ state: request === undefined ? 'none' : 'loading' });
    if (request === undefined) return;
    let isOver = false;
    let appId: string | undefined;
    const close = () => {
      if (appId !== undefined) ipc.call('apps.close', { appId }).catch(() => undefined);
    };
    // An app may ask for a height before main's answer that it is open is here.
    const early = new Map<string, Changes>();
    const unsubscribe = ipc.on('apps.changed', ({ appId: id, ...changes }) => {
      if (appId === undefined) early.set(id, { ...early.get(id), ...changes });
      else if (id === appId) setApp((now) => changed(now, changes));
    });
    ipc.call('apps.open', request).then(
      (opened) => {
        if (opened.state === 'open') appId = opened.id;
        if (isOver) close();
        else setApp(changed(opened, early.get(appId ?? '') ?? {}));
      },
      (failure: unknown) => {
        if (!isOver) setApp({ state: 'failed', error: readableError(failure) });
      },
    );
    return () => {
      isOver = true;
      unsubscribe();
      close();
    };
  }, [ipc, request]);
  return app;
}

type Changes = Omit<EventPayload<'apps.changed'>, 'appId'>;

function changed(app: ShownApp, changes: Changes): ShownApp {
  if (app.state !== 'open') return app;
  const told = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...app, ...Object.fromEntries(told) };
}
