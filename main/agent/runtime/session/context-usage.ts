import type { ContextUsageResponse } from '../../../../shared/agent/frames.ts';
import type { SDKAssistantMessage } from '../../../../shared/agent/messages.ts';
import type { ConversationMessage } from '../loop/model-history.ts';
import type { AvailableTool } from '../tools/tool-registry.ts';

/** Characters of one token, roughly, over languages and code. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * What the next request would hold. Parts are estimates from characters; the total is what the provider reported for the last
 * request, when it did and nothing was said since.
 */
export function contextUsage(
  system: string,
  tools: readonly AvailableTool[],
  history: readonly ConversationMessage[],
): ContextUsageResponse {
  const toolText = tools.map((tool) => [tool.modelName, tool.description, tool.inputSchema]);
  const parts = [
    part('system', system.length),
    part('tools', tools.length === 0 ? 0 : JSON.stringify(toolText).length),
    part(
      'messages',
      history.reduce((sum, { message }) => sum + JSON.stringify(message.content).length, 0),
    ),
  ];
  const reported = reportedTokens(history.at(-1));
  return {
    total_tokens: reported ?? parts.reduce((sum, one) => sum + one.tokens, 0),
    estimated: reported === undefined,
    parts,
  };
}

function part(
  name: ContextUsageResponse['parts'][number]['name'],
  characters: number,
): ContextUsageResponse['parts'][number] {
  return { name, characters, tokens: Math.ceil(characters / CHARACTERS_PER_TOKEN) };
}

function reportedTokens(last: ConversationMessage | undefined): number | undefined {
  if (last?.type !== 'assistant') return undefined;
  const { usage }: SDKAssistantMessage['message'] = last.message;
  if (usage.input_tokens === undefined || usage.output_tokens === undefined) return undefined;
  return (
    usage.input_tokens +
    usage.output_tokens +
    (usage.cache_read_input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0)
  );
}
