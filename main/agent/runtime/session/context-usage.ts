import type { ContextUsageResponse } from '../../../../shared/agent/frames.ts';
import type { Usage } from '../../../../shared/agent/messages.ts';
import { estimateMessages, estimateText } from '../context/estimate-tokens.ts';
import type { ConversationMessage } from '../loop/model-history.ts';
import type { AvailableTool } from '../tools/tool-registry.ts';

/** What a request is made of. */
export interface RequestParts {
  readonly system: string;
  readonly tools: readonly AvailableTool[];
  readonly history: readonly ConversationMessage[];
}

/**
 * What the next request would hold. Parts are estimates; the total is what the provider reported for the last request, when it
 * did, with an estimate of what was said since.
 */
export function contextUsage(
  { system, tools, history }: RequestParts,
  model: { readonly id: string; readonly contextWindow: number; readonly compactAt: number },
): ContextUsageResponse {
  const toolText = tools.map((tool) => [tool.modelName, tool.description, tool.inputSchema]);
  const toolsText = tools.length === 0 ? '' : JSON.stringify(toolText);
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
    compact_at: model.compactAt,
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
