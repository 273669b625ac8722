import { readFile, rm } from 'node:fs/promises';
import { replaceWholeFile } from '../../lib/whole-file.ts';
import { MessageNotFoundError } from './fork-transcript.ts';
import { salvageRecords } from './salvage-records.ts';

/**
 * Takes a message and all that comes behind it off a transcript whose lock the caller holds. What stands before stays byte for
 * byte, but for records that are fused with the message in one line: these get a line each. Without a message before it the
 * file goes, so that the session is one that has not begun. The file is the old or the new one at any time, never half of it.
 * Rejects with `MessageNotFoundError` or the error of the file system.
 */
export async function cutTranscript(path: string, messageId: string): Promise<void> {
  const bytes = await readFile(path);
  const { records } = salvageRecords(bytes);
  const index = records.findIndex(
    ({ record }) => record.type === 'message' && record.message.uuid === messageId,
  );
  const first = records[index];
  if (first === undefined)
    throw new MessageNotFoundError(
      `There is no message ${messageId} in this session, so nothing was taken off it.`,
    );
  const before = records.slice(0, index);
  if (!before.some(({ record }) => record.type === 'message')) return rm(path);
  const fused = before.filter(({ offset }) => offset === first.offset);
  const lines = fused.map(({ record }) => `${JSON.stringify(record)}\n`).join('');
  await replaceWholeFile(
    path,
    Buffer.concat([bytes.subarray(0, first.offset), Buffer.from(lines)]),
  );
}
