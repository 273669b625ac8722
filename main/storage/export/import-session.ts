import { open } from 'node:fs/promises';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import type { ModelRef } from '../../../shared/agent/provider.ts';
import { ParleyError } from '../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import { messagesFromRecords } from '../../storage/transcript/read-transcript.ts';
import { salvageRecords } from '../../storage/transcript/salvage-records.ts';
import { exportedSession } from './exported-session.ts';

/** Largest file that is read, in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** A conversation of a file. Its folder is not taken over: the file does not decide where its session works. */
export interface ImportedConversation {
  readonly title: string | undefined;
  readonly model: ModelRef | undefined;
  readonly messages: readonly SDKMessage[];
}

/** Reads an exported session (JSON) or a transcript (JSON lines). Rejects with `session.import`, and changes nothing. */
export async function readConversationFile(path: string): Promise<ImportedConversation> {
  const bytes = await readBounded(path);
  const found = asExport(bytes) ?? asTranscript(bytes);
  if (!found.messages.some(({ type }) => type === 'user'))
    throw refused('There is no message of a person in this file.');
  return found;
}

async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path, 'r').catch((failure: unknown) => {
    throw refused(`The file cannot be opened (${String(failure)}).`);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw refused('This is not a file.');
    if (found.size > LARGEST) throw refused('The file is larger than 256 MB.');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function asExport(bytes: Buffer): ImportedConversation | undefined {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value['format'] !== 'parley-session') return undefined;
  if (typeof value['version'] === 'number' && value['version'] > 1)
    throw refused('A newer version of Parley wrote this file. Update Parley to import it.');
  const parsed = exportedSession.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused(`The file has another shape at ${issue?.path.join('.') ?? 'its begin'}.`);
  }
  const { session, messages } = parsed.data;
  return { title: session.title, model: session.model, messages };
}

function asTranscript(bytes: Buffer): ImportedConversation {
  const { records } = salvageRecords(bytes);
  if (records.length === 0)
    throw refused('It is neither an exported session nor a transcript of Parley.');
  const { header, messages } = messagesFromRecords(records.map(({ record }) => record));
  return { title: undefined, model: header?.model, messages };
}

function refused(reason: string): ParleyError {
  return new ParleyError('session.import', reason);
}
