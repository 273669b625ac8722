import { ATTACHMENT_LIMITS, isAttachableImage } from '../../../shared/agent/attachment-limit.ts';
import type { MessageAttachment } from '../../../shared/ipc/routes/sessions.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { composerTexts as words } from '../../../shared/texts/en/composer.ts';

/** A part of a message, or the reason why there is none, as a sentence. */
export type Attachable = { readonly attachment: MessageAttachment } | { readonly note: string };

/** The contents of a resource as a part of a message: text as text, images and PDF as they are, under its address. */
export function fromResource(contents: JsonObject): Attachable {
  const { uri, mimeType, text, blob } = contents;
  const name = typeof uri === 'string' ? uri : words.unnamedResource;
  const type = typeof mimeType === 'string' ? mimeType.replace(/;.*$/, '').trim() : '';
  if (typeof text === 'string') return textPart(name, type || 'text/plain', text);
  if (typeof blob !== 'string') return { note: words.emptyFile(name) };
  return fromData(name, type, blob);
}

/** Base64 data with its kind. */
export function fromData(name: string, mediaType: string, data: string): Attachable {
  if (data === '') return { note: words.emptyFile(name) };
  const bytes = Buffer.from(data, 'base64');
  const clean = bytes.toString('base64');
  const [kind, most] = isAttachableImage(mediaType)
    ? (['image', ATTACHMENT_LIMITS.image] as const)
    : (['file', ATTACHMENT_LIMITS.pdf] as const);
  if (bytes.length > most)
    return { note: words.tooLargeFile(name, `${String(most / 1_000_000)} MB`) };
  if (kind === 'image' && isAttachableImage(mediaType))
    return { attachment: { type: 'image', media_type: mediaType, data: clean, name } };
  if (mediaType === 'application/pdf')
    return { attachment: { type: 'file', media_type: mediaType, data: clean, name } };
  return { note: words.notText(name) };
}

function textPart(name: string, mediaType: string, text: string): Attachable {
  if (text === '') return { note: words.emptyFile(name) };
  if (text.length > ATTACHMENT_LIMITS.text) return { note: words.tooLargeFile(name, '1 MB') };
  return { attachment: { type: 'file', media_type: mediaType, text, name } };
}

/** What a prompt became: words and parts for a message of the person. */
export interface PromptParts {
  readonly text: string;
  readonly parts: readonly Attachable[];
}

/** The messages of a prompt as one of the person. Where the server speaks for both sides, each says who. */
export function fromPrompt(messages: readonly JsonObject[]): PromptParts {
  const isPlain = messages.every(({ role }) => role === 'user');
  const parts: Attachable[] = [];
  const texts = messages.flatMap(({ role, content }) => {
    const blocks: unknown[] = Array.isArray(content) ? content : [content];
    const text = blocks
      .flatMap((block) => (isJsonObject(block) ? wordsOf(block, parts) : []))
      .join('\n\n');
    if (text === '') return [];
    return [isPlain ? text : words.promptRole(role === 'assistant' ? 'assistant' : 'user', text)];
  });
  return { text: texts.join('\n\n'), parts };
}

/** The words of a block; what is no text is put to `parts`. */
function wordsOf(block: JsonObject, parts: Attachable[]): string[] {
  const { type, text, resource, data, mimeType, uri } = block;
  if (type === 'text' && typeof text === 'string') return [text];
  if (type === 'resource_link' && typeof uri === 'string') return [uri];
  if (type === 'resource' && isJsonObject(resource)) parts.push(fromResource(resource));
  else if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
    parts.push(fromData(words.promptImage, mimeType, data));
  else parts.push({ note: words.unknownBlock(String(type)) });
  return [];
}
