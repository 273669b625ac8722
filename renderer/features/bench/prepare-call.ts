import type { JsonObject } from '../../../shared/lib/json.ts';
import { memoryKeys } from './memory-keys.ts';
import { remember } from './use-remembered.ts';

/** Fills a call in before the bench is shown; nothing is called. */
export function prepareCall(serverId: string, tool: string, input: JsonObject): void {
  remember(memoryKeys.server, serverId);
  remember(memoryKeys.view, 'tools');
  remember(memoryKeys.tool(serverId), { tool, turn: 0 });
  remember(memoryKeys.args(serverId, tool), input);
}
