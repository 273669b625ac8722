import { randomUUID } from 'node:crypto';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import { exact } from './consent-questions.ts';

/** A backup that is to be restored. */
export interface BackupQuestion {
  readonly file: string;
  readonly createdAt: number;
  readonly appVersion: string;
  readonly sessions: number;
  readonly servers: readonly string[];
  readonly addresses: readonly string[];
}

/** What is to be deleted for good, and how much of it there is. */
export type DeletionQuestion = Omit<
  Extract<ConsentRequest, { kind: 'delete-data' }>,
  'kind' | 'requestId' | 'folder'
> & { readonly folder: string };

/** What the consent view shows of a backup. */
export function backupRequest(question: BackupQuestion): ConsentRequest {
  const { file, createdAt, appVersion, sessions, servers, addresses } = question;
  return {
    kind: 'restore-backup',
    requestId: randomUUID(),
    file: exact(file),
    createdAt,
    appVersion: exact(appVersion),
    sessions,
    servers: servers.map(exact),
    addresses: addresses.map(exact),
  };
}

/** What the consent view shows before something is deleted for good. */
export function deletionRequest({ folder, ...question }: DeletionQuestion): ConsentRequest {
  return { kind: 'delete-data', requestId: randomUUID(), folder: exact(folder), ...question };
}
