import type { SDKMessage } from '../../../../shared/agent/messages.ts';

/** The runtime's own command that sums up the conversation now. */
export const compactCommand = {
  name: 'compact',
  description: 'Sums up the conversation so far to make room. What is written behind it is heeded.',
} as const;

/**
 * What the person wants of the summary when a message is `/compact`; undefined for every other message. A command of a file
 * with this name has its prompt as a second block, so it is not meant.
 */
export function compactWishes(message: SDKMessage): string | undefined {
  if (message.type !== 'user') return undefined;
  const { content } = message.message;
  const text = typeof content === 'string' ? content : onlyText(content);
  const found = /^\/compact(?:\s+([\s\S]*))?$/.exec(text?.trim() ?? '');
  return found ? (found[1] ?? '').trim() : undefined;
}

function onlyText(content: readonly { readonly type: string }[]): string | undefined {
  const [block, ...others] = content;
  if (others.length > 0 || block?.type !== 'text' || !('text' in block)) return undefined;
  return String(block.text);
}
