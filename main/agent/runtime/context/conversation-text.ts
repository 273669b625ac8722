import type { AssistantBlock, UserBlock } from '../../../../shared/agent/content.ts';
import type { ConversationMessage } from '../loop/model-history.ts';
import { estimateText } from './estimate-tokens.ts';

/** Longest piece that is taken over whole, in characters. */
const PIECE_LIMIT = 6_000;

/** A conversation as plain text for whoever sums it up; of one that is longer than `mostTokens` the beginning is left out. */
export function conversationText(
  messages: readonly ConversationMessage[],
  mostTokens: number,
): string {
  const pieces: string[] = [];
  let tokens = 0;
  for (const message of messages.toReversed()) {
    const text = messageText(message);
    if (text === '') continue;
    tokens += estimateText(text);
    if (tokens > mostTokens && pieces.length > 0) {
      pieces.push('[Earlier messages are left out.]');
      break;
    }
    pieces.push(text);
  }
  return pieces.reverse().join('\n\n');
}

function messageText({ type, message }: ConversationMessage): string {
  const { content } = message;
  const blocks: readonly (UserBlock | AssistantBlock)[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return blocks
    .map((block) => blockText(type, block))
    .filter((text) => text !== '')
    .join('\n');
}

function blockText(speaker: 'user' | 'assistant', block: UserBlock | AssistantBlock): string {
  switch (block.type) {
    case 'text':
      return block.text === ''
        ? ''
        : `${speaker === 'user' ? 'Person' : 'Agent'}: ${shortened(block.text)}`;
    case 'thinking':
      return '';
    case 'image':
      return `Person: [image ${block.name ?? ''}]`;
    case 'file':
      return `Person: [file ${block.name ?? block.media_type}] ${shortened(block.text ?? '')}`;
    case 'tool_use':
      return `Agent called ${block.name}: ${shortened(JSON.stringify(block.input ?? null))}`;
    case 'tool_result': {
      const text = block.content
        .map((part) => (typeof part['text'] === 'string' ? part['text'] : `[${part.type}]`))
        .join('\n');
      return `Result (${block.outcome}): ${shortened(text)}`;
    }
  }
}

function shortened(text: string): string {
  if (text.length <= PIECE_LIMIT) return text;
  const half = PIECE_LIMIT / 2;
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`;
}
