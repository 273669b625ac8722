import { randomUUID } from 'node:crypto';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import type { FolderOffer } from '../../storage/folder-offer.ts';
import { exact } from './consent-questions.ts';

/** What the consent view shows of a folder that is to be trusted. */
export function folderRequest(question: {
  readonly folder: string;
  readonly offer: FolderOffer;
}): ConsentRequest {
  const { folder, offer } = question;
  return {
    kind: 'trust-folder',
    requestId: randomUUID(),
    folder: exact(folder),
    files: offer.files.map(exact),
    commands: offer.commands.map(exact),
  };
}
