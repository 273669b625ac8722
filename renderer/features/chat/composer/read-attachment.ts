import {
  ATTACHMENT_LIMITS,
  isAttachableImage,
  MOST_ATTACHED_CHARACTERS,
} from '../../../../shared/agent/attachment-limit.ts';
import type { MessageAttachment } from '../../../../shared/ipc/routes/sessions.ts';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';

/** What a file became: something to attach, or the reason why not, as a sentence. */
export type ReadAttachment =
  { readonly attachment: MessageAttachment } | { readonly reason: string };

/** Reads a file that the person pasted, dropped or picked. Never rejects. */
export async function readAttachment(file: File): Promise<ReadAttachment> {
  const name = file.name === '' ? words.pastedImage : file.name;
  if (file.size === 0) return { reason: words.empty(name) };
  const kind = isAttachableImage(file.type)
    ? 'image'
    : file.type === 'application/pdf'
      ? 'pdf'
      : 'text';
  if (file.size > ATTACHMENT_LIMITS[kind])
    return { reason: words.tooLarge(name, `${String(ATTACHMENT_LIMITS[kind] / 1_000_000)} MB`) };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isAttachableImage(file.type))
      return {
        attachment: { type: 'image', media_type: file.type, data: base64Of(bytes), name },
      };
    if (kind === 'pdf')
      return {
        attachment: { type: 'file', media_type: 'application/pdf', data: base64Of(bytes), name },
      };
    const text = textOf(bytes);
    if (text === undefined) return { reason: words.wrongKind(name) };
    const media_type = file.type === '' ? 'text/plain' : file.type;
    return { attachment: { type: 'file', media_type, text, name } };
  } catch {
    return { reason: words.unreadable(name) };
  }
}

/** Adds what was read to what is there, within the limits of a message. */
export function joinAttachments(
  before: readonly MessageAttachment[],
  read: readonly ReadAttachment[],
  most: number,
): { readonly attachments: readonly MessageAttachment[]; readonly reasons: readonly string[] } {
  const attachments = [...before];
  const reasons = new Set<string>();
  for (const one of read) {
    if ('reason' in one) reasons.add(one.reason);
    else if (attachments.length >= most) reasons.add(words.tooMany(most));
    else if (sizeOf([...attachments, one.attachment]) > MOST_ATTACHED_CHARACTERS)
      reasons.add(words.tooLargeTogether(one.attachment.name ?? '', '10 MB'));
    else attachments.push(one.attachment);
  }
  return { attachments, reasons: [...reasons] };
}

function sizeOf(attachments: readonly MessageAttachment[]): number {
  return attachments.reduce(
    (sum, one) => sum + (one.data?.length ?? 0) + ('text' in one ? (one.text?.length ?? 0) : 0),
    0,
  );
}

/** Undefined for what is no text. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** In pieces: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary);
}
