import type { ConversationMessage } from '../loop/model-history.ts';

/**
 * Places where a conversation can be cut so that a provider takes what follows: calls stay with their results. Only messages
 * that are saved count (they have a time), because a resumed session looks for the place in its transcript.
 */
export function cutPoints(history: readonly ConversationMessage[]): number[] {
  return history.flatMap((message, index) =>
    index > 0 &&
    message.timestamp !== undefined &&
    (message.type === 'assistant' ? !continuesAnswer(history, index) : isPrompt(message))
      ? [index]
      : [],
  );
}

/** Where the last turn begins; undefined when that is no place to cut at. */
export function lastTurnStart(
  history: readonly ConversationMessage[],
  points: readonly number[],
): number | undefined {
  return points.findLast((index) => {
    const message = history[index];
    return message !== undefined && message.type === 'user' && isPrompt(message);
  });
}

/** Two messages of the model in a row are one to the provider. */
function continuesAnswer(history: readonly ConversationMessage[], index: number): boolean {
  return history[index - 1]?.type === 'assistant';
}

function isPrompt(message: Extract<ConversationMessage, { type: 'user' }>): boolean {
  const { content } = message.message;
  return typeof content === 'string' || content.every((block) => block.type !== 'tool_result');
}
