/** Most images and files of one message of a person in the app. */
export const MOST_ATTACHMENTS = 20;
/** Largest image and PDF in bytes, and longest text in characters: what model services take. */
export const ATTACHMENT_LIMITS = { image: 5_000_000, pdf: 8_000_000, text: 1_000_000 } as const;
/** Most characters of all attachments of a message: what one call to main holds, with room for the words. */
export const MOST_ATTACHED_CHARACTERS = 14_000_000;

/** Kinds of images that can be attached. */
export const attachableImages = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type AttachableImage = (typeof attachableImages)[number];

export function isAttachableImage(type: string): type is AttachableImage {
  return attachableImages.some((known) => known === type);
}
