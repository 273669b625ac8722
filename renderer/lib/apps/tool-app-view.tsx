import { useEffect, useRef } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useIpc } from '../ipc-context.tsx';
import { followPlace } from './follow-place.ts';
import type { ShownApp } from './use-tool-app.ts';

const words = text.apps;
/** Height until the app says its own, in px. */
const FIRST_HEIGHT = 240;

export interface ToolAppViewProps {
  readonly app: ShownApp;
  readonly tool: string;
}

/** The app of a tool: a place in the window over which main lays the app, and what is to be known about it. */
export function ToolAppView({ app, tool }: ToolAppViewProps) {
  switch (app.state) {
    case 'none':
    case 'loading':
      return null;
    case 'failed':
      return <ErrorBox sentence={words.notRead} details={app.error.details} />;
    case 'refused':
      return <Notice tone="warning">{words.refused[app.reason]}</Notice>;
    case 'open': {
      const isOver = app.trouble !== undefined && app.trouble !== 'silent';
      return (
        <div className="flex flex-col gap-2">
          {app.trouble !== undefined && (
            <Notice tone="warning">{words.trouble[app.trouble]}</Notice>
          )}
          {app.unreachable.length > 0 && (
            <Notice>{words.unreachable(app.unreachable.join(', '))}</Notice>
          )}
          {!isOver && (
            <AppPlace
              appId={app.id}
              tool={tool}
              height={app.height ?? FIRST_HEIGHT}
              hasBorder={app.prefersBorder}
            />
          )}
          {app.domains.length > 0 && (
            <p className="text-small [overflow-wrap:anywhere] text-subtle">
              {words.reaches(app.domains.join(', '))}
            </p>
          )}
        </div>
      );
    }
  }
}

interface AppPlaceProps {
  readonly appId: string;
  readonly tool: string;
  readonly height: number;
  readonly hasBorder: boolean;
}

function AppPlace({ appId, tool, height, hasBorder }: AppPlaceProps) {
  const ipc = useIpc();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    return followPlace(element, (now) => {
      ipc.call('apps.place', { appId, ...now }).catch(() => undefined);
    });
  }, [ipc, appId]);
  return (
    <div className={hasBorder ? 'overflow-hidden rounded-card border border-line' : ''}>
      <div
        ref={place}
        role="group"
        tabIndex={0}
        data-app={appId}
        aria-label={words.place(tool)}
        aria-keyshortcuts="Enter"
        title={words.keys}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          ipc.call('apps.focus', { appId }).catch(() => undefined);
        }}
        style={{ height: `${String(height)}px` }}
        className="w-full bg-surface -outline-offset-2"
      />
    </div>
  );
}
