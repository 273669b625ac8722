import { AppWindow } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ToolCallItem } from '../../../../shared/agent/transcript.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { ToolAppView } from '../../../lib/apps/tool-app-view.tsx';
import { useToolApp } from '../../../lib/apps/use-tool-app.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useSessionId } from '../store/chat-context.tsx';

/** The app of a call. It opens by itself for a call that ends before the person's eyes; one of before waits for a click. */
export function ToolCardApp({ item }: { readonly item: ToolCallItem }) {
  const server = useAppData((data) => data.servers.find(({ key }) => key === item.serverName));
  const hasApp = server?.tools.some((tool) => tool.name === item.toolName && tool.hasApp) === true;
  const isOver = item.state === 'ok' || item.state === 'error';
  const [isShown, setShown] = useState(!isOver);
  const sessionId = useSessionId();
  const serverId = server?.id;
  const isOpen = hasApp && isOver && isShown && sessionId !== undefined;
  const request = useMemo(() => {
    if (!isOpen || serverId === undefined) return undefined;
    const { toolName, input, content, structuredContent, state } = item;
    return {
      serverId,
      sessionId,
      tool: toolName,
      input: isJsonObject(input) ? input : {},
      result: {
        content: [...content],
        ...(structuredContent === undefined ? {} : { structuredContent }),
        ...(state === 'error' ? { isError: true } : {}),
      },
    };
  }, [isOpen, serverId, sessionId, item]);
  const app = useToolApp(request);
  if (!hasApp || !isOver || sessionId === undefined) return null;
  return (
    <div className="flex flex-col items-start gap-2 px-2.5 pb-2.5">
      <Button
        size="small"
        tone="quiet"
        icon={<Icon of={AppWindow} size={14} />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? text.apps.hide : text.apps.show}
      </Button>
      {isShown && (
        <div className="w-full">
          <ToolAppView app={app} tool={item.title ?? item.toolName} />
        </div>
      )}
    </div>
  );
}
