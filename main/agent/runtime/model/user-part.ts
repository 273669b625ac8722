import type { ModelMessage as ProviderMessage } from 'ai';
import type { ToolResultBlock, UserBlock } from '../../../../shared/agent/content.ts';
import type { Model } from './model-contract.ts';

type UserPart = Exclude<Extract<ProviderMessage, { role: 'user' }>['content'], string>[number];
type SaidBlock = Exclude<UserBlock, ToolResultBlock>;

/** A block of the person as the provider package takes it. What the model does not take becomes a note that says so. */
export function userPart(block: SaidBlock, takes: NonNullable<Model['takes']>): UserPart {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'file' && block.text !== undefined)
    return {
      type: 'text',
      text: `<file name=${JSON.stringify(nameOf(block))}>\n${block.text}\n</file>`,
    };
  const { data, media_type: mediaType } = block;
  if (!isTaken(block, takes) || data === undefined)
    return { type: 'text', text: `[${untakenNote(block)} Say so if it matters.]` };
  return block.type === 'image'
    ? { type: 'image', image: data, mediaType }
    : { type: 'file', data, mediaType, filename: nameOf(block) };
}

/** Sentences about attachments that this model is not sent. */
export function untakenNotes(
  blocks: readonly UserBlock[],
  takes: NonNullable<Model['takes']>,
): string[] {
  return blocks.flatMap((block) =>
    (block.type === 'image' || block.type === 'file') && !isTaken(block, takes)
      ? [untakenNote(block)]
      : [],
  );
}

function isTaken(
  block: Exclude<SaidBlock, { type: 'text' }>,
  takes: NonNullable<Model['takes']>,
): boolean {
  if (block.type === 'image') return takes.images;
  return block.text !== undefined || takes.pdf;
}

function untakenNote(block: Exclude<SaidBlock, { type: 'text' }>): string {
  const kind = block.type === 'image' ? 'images' : 'PDF files';
  return `The attachment "${nameOf(block)}" was not sent, because this model is not known to take ${kind}.`;
}

function nameOf(block: Exclude<SaidBlock, { type: 'text' }>): string {
  return block.name ?? (block.type === 'image' ? 'image' : 'document');
}
