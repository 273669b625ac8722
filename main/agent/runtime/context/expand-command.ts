import type { SDKUserMessage } from '../../../../shared/agent/messages.ts';
import type { Command } from './resource-files.ts';

/**
 * A message that begins with `/name` of a custom command, with the command's prompt behind what the person wrote:
 * `$ARGUMENTS` is all that stands after the name, `$1` to `$9` its words. Other messages stay as they are.
 */
export function expandCommand(
  message: SDKUserMessage['message'],
  commands: readonly Command[],
): SDKUserMessage['message'] {
  const { content } = message;
  const [first, ...others] =
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  if (first?.type !== 'text') return message;
  const [, name, rest = ''] = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(first.text.trim()) ?? [];
  const command = commands.find((one) => one.name === name);
  if (!command) return message;
  return {
    role: 'user',
    content: [first, { type: 'text', text: filled(command.body, rest.trim()) }, ...others],
  };
}

function filled(body: string, rest: string): string {
  const words = rest === '' ? [] : rest.split(/\s+/);
  const takes = /\$(ARGUMENTS|[1-9])/.test(body);
  const text = body.replace(/\$(ARGUMENTS|[1-9])/g, (_, which: string) =>
    which === 'ARGUMENTS' ? rest : (words[Number(which) - 1] ?? ''),
  );
  return takes || rest === '' ? text : `${text}\n\n${rest}`;
}
