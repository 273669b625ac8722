import type { ContextUsageResponse } from '../../../../shared/agent/about-frames.ts';
import type { Usage } from '../../../../shared/agent/messages.ts';
import { estimateMessages, estimateText } from '../context/estimate-tokens.ts';
import type { ConversationMessage } from '../loop/model-history.ts';
import type { AvailableTool, LeftOutTool, ToolSet } from '../tools/tool-registry.ts';

/** What a request is made of. */
export interface RequestParts {
  readonly system: string;
  readonly tools: Pick<ToolSet, 'tools' | 'leftOut'>;
  readonly history: readonly ConversationMessage[];
}

/**
 * What the next request would hold. Parts are estimates; the total is what the provider reported for the last request, when it
 * did, with an estimate of what was said since.
 */
export function contextUsage(
  { system, tools: { tools, leftOut }, history }: RequestParts,
  model: {
    readonly id: string;
    readonly contextWindow: number;
    readonly isWindowKnown: boolean;
    readonly compactAt: number;
  },
): ContextUsageResponse {
  const toolsText = tools.length === 0 ? '' : JSON.stringify(tools.map(toldOf));
  const parts: ContextUsageResponse['parts'] = [
    { name: 'system', characters: system.length, tokens: estimateText(system) },
    { name: 'tools', characters: toolsText.length, tokens: estimateText(toolsText) },
    {
      name: 'messages',
      characters: history.reduce(
        (sum, { message }) => sum + JSON.stringify(message.content).length,
        0,
      ),
      tokens: estimateMessages(history),
    },
  ];
  const reported = reportedTokens(history);
  return {
    total_tokens: reported?.tokens ?? parts.reduce((sum, one) => sum + one.tokens, 0),
    estimated: reported?.isWhole !== true,
    parts,
    model: model.id,
    context_window: model.contextWindow,
    is_window_known: model.isWindowKnown,
    compact_at: model.compactAt,
    tools: tools.map((tool) => ({
      ...addressOf(tool),
      ...(tool.title === undefined ? {} : { title: tool.title }),
      tokens: estimateText(JSON.stringify(toldOf(tool))),
    })),
    left_out: leftOut.map((tool) => ({ ...addressOf(tool), reason: tool.reason })),
  };
}

/** What the model is told of a tool. */
function toldOf(tool: AvailableTool): readonly unknown[] {
  return [tool.modelName, tool.description, tool.inputSchema];
}

function addressOf({
  name,
  serverName,
  toolName,
}: Pick<LeftOutTool, 'name' | 'serverName' | 'toolName'>) {
  return {
    name,
    ...(serverName === undefined ? {} : { server_name: serverName }),
    tool_name: toolName,
  };
}

/** The provider's count of the last request that it reported, and an estimate of what came after it. */
function reportedTokens(
  history: readonly ConversationMessage[],
): { readonly tokens: number; readonly isWhole: boolean } | undefined {
  const index = history.findLastIndex(
    (message) => message.type === 'assistant' && tokensOf(message.message.usage) !== undefined,
  );
  const message = history[index];
  if (message?.type !== 'assistant') return undefined;
  const since = history.slice(index + 1);
  const reported = tokensOf(message.message.usage) ?? 0;
  return { tokens: reported + estimateMessages(since), isWhole: since.length === 0 };
}

function tokensOf(usage: Usage): number | undefined {
  if (usage.input_tokens === undefined || usage.output_tokens === undefined) return undefined;
  return (
    usage.input_tokens +
    usage.output_tokens +
    (usage.cache_read_input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0)
  );
}
