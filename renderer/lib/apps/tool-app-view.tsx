import { useEffect, useRef } from 'react';
import { Maximize2 } from 'lucide-react';
import type { AppMode } from '../../../shared/mcp/tool-app.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { FilledWindow } from '../../ui/filled-window.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
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
          {!isOver && <ShownPlace app={app} tool={tool} />}
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

interface ShownPlaceProps {
  readonly app: Extract<ShownApp, { state: 'open' }>;
  readonly tool: string;
}

/** The app in its place, or over the window while it fills that. */
function ShownPlace({ app, tool }: ShownPlaceProps) {
  const ipc = useIpc();
  const { id: appId, mode = 'inline', mayFill = false } = app;
  const height = app.height ?? FIRST_HEIGHT;
  const setMode = (next: AppMode) => {
    ipc.call('apps.setMode', { appId, mode: next }).catch(() => undefined);
  };
  if (mode === 'fullscreen') {
    return (
      <>
        <div
          style={{ height: `${String(height)}px` }}
          className="grid place-items-center rounded-card border border-dashed border-line text-small text-subtle"
        >
          {words.elsewhere}
        </div>
        <FilledWindow title={words.filling(tool)} onShrink={() => setMode('inline')}>
          <AppPlace appId={appId} tool={tool} className="h-full" />
        </FilledWindow>
      </>
    );
  }
  return (
    <div className={app.prefersBorder ? 'overflow-hidden rounded-card border border-line' : ''}>
      {mayFill && (
        <div className="flex justify-end border-b border-line px-1.5 py-0.5">
          <IconButton
            icon={Maximize2}
            size="small"
            label={words.fill}
            onClick={() => setMode('fullscreen')}
          />
        </div>
      )}
      <AppPlace appId={appId} tool={tool} height={height} />
    </div>
  );
}

interface AppPlaceProps {
  readonly appId: string;
  readonly tool: string;
  /** In px; absent: as its surroundings are. */
  readonly height?: number;
  readonly className?: string;
}

/** The room in the page over which main lays the app. */
function AppPlace({ appId, tool, height, className = '' }: AppPlaceProps) {
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
      {...(height === undefined ? {} : { style: { height: `${String(height)}px` } })}
      className={`w-full bg-surface -outline-offset-2 ${className}`}
    />
  );
}
