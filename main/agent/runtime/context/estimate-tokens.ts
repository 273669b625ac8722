import type { AssistantBlock, ResultBlock, UserBlock } from '../../../../shared/agent/content.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { ConversationMessage } from '../loop/model-history.ts';

/** Characters of one token, roughly, over languages of the Latin script and code. */
const CHARACTERS_PER_TOKEN = 4;
/** What an image costs, roughly, whatever its size: providers scale it down. */
const IMAGE_TOKENS = 1_600;
/** Bytes of a PDF for one token, roughly. */
const PDF_BYTES_PER_TOKEN = 30;
/** Around a block or message. */
const FRAME_TOKENS = 4;

/** Tokens of a text, estimated. Scripts without an alphabet have about one token a character. */
export function estimateText(text: string): number {
  let dense = 0;
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) >= 0x2e80) dense += 1;
  return Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN) + dense;
}

const known = new WeakMap<ConversationMessage, number>();

/** Tokens of a message, estimated. Messages do not change, so each is counted once. */
export function estimateMessage(message: ConversationMessage): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  const { content } = message.message;
  const tokens =
    typeof content === 'string'
      ? estimateText(content) + FRAME_TOKENS
      : content.reduce((sum, block) => sum + estimateBlock(block) + FRAME_TOKENS, 0);
  known.set(message, tokens);
  return tokens;
}

export function estimateMessages(messages: readonly ConversationMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}

function estimateBlock(block: UserBlock | AssistantBlock): number {
  switch (block.type) {
    case 'text':
      return estimateText(block.text);
    case 'thinking':
      return estimateText(block.thinking);
    case 'image':
      return IMAGE_TOKENS;
    case 'file':
      return block.text === undefined ? estimatePdf(block.data ?? '') : estimateText(block.text);
    case 'tool_use':
      return estimateText(`${block.name}${JSON.stringify(block.input ?? null)}`);
    case 'tool_result':
      return block.content.reduce((sum, part) => sum + estimatePart(part), 0);
  }
}

function estimatePdf(base64: string): number {
  return Math.ceil((base64.length * 0.75) / PDF_BYTES_PER_TOKEN);
}

/** A part of a tool's result. Data that is no text is sent as a file or as a note about it, never as its letters. */
function estimatePart(part: ResultBlock): number {
  if (part.type === 'image') return IMAGE_TOKENS;
  const { resource } = part;
  if (!isJsonObject(resource) || typeof resource['blob'] !== 'string')
    return part.type === 'audio' ? FRAME_TOKENS : estimateText(JSON.stringify(part));
  return resource['mimeType'] === 'application/pdf' ? estimatePdf(resource['blob']) : FRAME_TOKENS;
}
