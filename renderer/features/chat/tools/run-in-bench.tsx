import { FlaskConical } from 'lucide-react';
import { createContext, use } from 'react';
import type { ToolCallItem } from '../../../../shared/agent/transcript.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/lib/json.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** A call as the bench takes it up. */
export interface BenchCall {
  readonly serverId: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** Opens the bench with a call filled in; nothing is called by it. Absent where there is no bench. */
export const OpenInBench = createContext<((call: BenchCall) => void) | undefined>(undefined);

/** The way to the bench from a call of a server that is turned on. */
export function RunInBench({ item }: { readonly item: ToolCallItem }) {
  const open = use(OpenInBench);
  const serverId = useAppData(
    (data) => data.servers.find(({ key, enabled }) => enabled && key === item.serverName)?.id,
  );
  const { input, toolName } = item;
  if (open === undefined || serverId === undefined || !isJsonObject(input)) return null;
  return (
    <Button
      size="small"
      tone="quiet"
      icon={<Icon of={FlaskConical} size={14} />}
      onClick={() => open({ serverId, tool: toolName, input })}
    >
      {text.chat.runInBench}
    </Button>
  );
}
