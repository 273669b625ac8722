import { useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { BenchApp } from '../../../../shared/mcp/bench.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AppBridge } from './app-bridge.ts';
import type { OpenedApp } from './use-app.ts';

const words = text.bench.app;
/** Height until the app says its own, in px. */
const FIRST_HEIGHT = 240;

export interface AppViewProps {
  readonly app: OpenedApp;
  readonly tool: string;
  readonly input: JsonObject;
  readonly result: JsonObject;
}

/** The app of a tool in a frame that can reach nothing: no page around it, no storage, no network. */
export function AppView({ app, tool, input, result }: AppViewProps) {
  switch (app.state) {
    case 'none':
      return null;
    case 'failed':
      return <ErrorBox sentence={words.notRead} details={app.error.details} />;
    case 'refused':
      return <Notice tone="warning">{words.refused[app.reason]}</Notice>;
    case 'open':
      return (
        <div className="flex flex-col gap-2">
          {app.domains.length > 0 && <Notice>{words.unreachable(app.domains.join(', '))}</Notice>}
          <AppFrame key={app.id} {...{ app, tool, input, result }} />
        </div>
      );
  }
}

interface AppFrameProps extends Omit<AppViewProps, 'app'> {
  readonly app: Extract<BenchApp, { state: 'open' }>;
}

function AppFrame({ app, tool, input, result }: AppFrameProps) {
  const ipc = useIpc();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const call = useRef({ input, result });
  useEffect(() => {
    const bridge = new AppBridge({
      // Its origin is opaque, so there is no other way to name it.
      post: (message) => frame.current?.contentWindow?.postMessage(message, '*'),
      theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
      ...call.current,
      onHeight: setHeight,
      openLink: async (url) => (await ipc.call('app.openLink', { url })).opened,
    });
    const onMessage = (event: MessageEvent) => {
      const own = frame.current?.contentWindow;
      if (own === null || own === undefined || event.source !== own) return;
      bridge.receive(event.data);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [ipc]);
  return (
    <iframe
      ref={frame}
      src={app.url}
      title={words.frame(tool)}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
      style={{ height: `${String(height)}px` }}
      className={`w-full bg-surface ${app.prefersBorder ? 'rounded-card border border-line' : ''}`}
    />
  );
}
