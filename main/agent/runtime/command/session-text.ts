import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { SessionInfo } from '../../sdk/sessions/index.ts';

/** A session as one JSON document. */
export function conversationJson(session: SessionInfo, messages: readonly SDKMessage[]): string {
  const { sessionId, title, folder, createdAt, lastModified, model, tag } = session;
  const head = { sessionId, title, folder, createdAt, lastModified, model, tag };
  return `${JSON.stringify({ format: 'parley-session', version: 1, ...head, messages }, null, 2)}\n`;
}

/** A session as one page, the same as the app writes. */
export async function conversationHtml(
  { title, folder, model, createdAt, lastModified }: SessionInfo,
  messages: readonly SDKMessage[],
): Promise<string> {
  const { exportHtml } = await import('../../../storage/export/export-html.ts');
  return exportHtml({
    format: 'parley-session',
    version: 1,
    session: {
      title,
      folder,
      model: { provider_id: '', id: model ?? 'unknown' },
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(lastModified).toISOString(),
    },
    messages: [...messages],
  });
}

/** A session as a text to read: what was said, which tools ran with what, and what came of it. */
export function conversationMarkdown(
  session: SessionInfo,
  messages: readonly SDKMessage[],
): string {
  const parts = messages.flatMap((message) => {
    if (message.type === 'user') return userParts(message);
    if (message.type === 'assistant') return assistantParts(message);
    if (message.type === 'result' && message.is_error)
      return [`> ${message.subtype}: ${message.errors.join(' ')}`];
    return [];
  });
  return [`# ${session.title || session.sessionId}`, ...parts, ''].join('\n\n');
}

function userParts({ message }: Extract<SDKMessage, { type: 'user' }>): string[] {
  const { content } = message;
  if (typeof content === 'string') return [`## You`, content];
  const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const results = content.flatMap((part) =>
    part.type === 'tool_result'
      ? [fenced(part.is_error ? 'error' : 'result', resultText(part.content))]
      : [],
  );
  const rest = content.flatMap((part) =>
    part.type === 'text' || part.type === 'tool_result' ? [] : [`(${part.type})`],
  );
  return [...(said.length + rest.length > 0 ? ['## You', ...said, ...rest] : []), ...results];
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((part: unknown) => {
      const { type, text } = part as { readonly type?: unknown; readonly text?: unknown };
      return typeof text === 'string' ? text : `(${String(type)})`;
    })
    .join('\n');
}

function assistantParts({ message }: Extract<SDKMessage, { type: 'assistant' }>): string[] {
  const parts = message.content.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    if (part.type === 'tool_use') return [fenced(part.name, JSON.stringify(part.input, null, 2))];
    return [];
  });
  return parts.length === 0 ? [] : ['## Assistant', ...parts];
}

/** With a fence longer than any in the text. */
function fenced(title: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text ${title}\n${text}\n${fence}`;
}
