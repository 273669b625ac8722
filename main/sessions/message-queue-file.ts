import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { SDKUserMessageInput } from '../../shared/agent/messages.ts';
import { modelRef } from '../../shared/agent/provider.ts';
import { messageAttachment } from '../../shared/ipc/routes/sessions.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import { uuid } from '../../shared/lib/ids.ts';
import { readJsonFile, writeJsonFile } from '../storage/json-file.ts';

const queuedMessage = z.object({
  uuid,
  text: z.string(),
  attachments: z.array(messageAttachment).optional(),
  at: z.number(),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;
const queuedSession = z.object({
  cwd: z.string(),
  /** The person's; null when the session has none. */
  folder: z.string().nullable(),
  model: modelRef,
  createdAt: z.number(),
});
/** What a session is, as long as no transcript tells it. */
export type QueuedSession = z.infer<typeof queuedSession>;
const queueFile = z.object({
  schemaVersion: z.literal(1),
  session: queuedSession.optional(),
  messages: z.array(queuedMessage),
});
const format = { schema: queueFile, schemaVersion: 1 };

/** The session that has nothing but the queue file at `path`, and its messages; undefined when the file does not tell. */
export async function readQueuedSession(
  path: string,
): Promise<
  { readonly session: QueuedSession; readonly messages: readonly QueuedMessage[] } | undefined
> {
  const found = await readJsonFile(path, format).catch(() => undefined);
  if (found?.state !== 'value' || !found.value.session) return undefined;
  return { session: found.value.session, messages: found.value.messages };
}

/**
 * Messages that the person sent and that the runtime has not recorded yet: `<sessionId>.queue.json` beside the transcript.
 * A message is acknowledged to the window only after it is in this file, and leaves it when the runtime echoes it.
 */
export class MessageQueueFile {
  #messages: readonly QueuedMessage[] = [];
  #isOfNewerApp = false;
  #writing: Promise<void> = Promise.resolve();

  /** `session` tells what the session is now: it is kept with the messages, since a new one has no other file. */
  constructor(
    readonly path: string,
    private readonly session: () => QueuedSession | undefined = () => undefined,
  ) {}

  get messages(): readonly QueuedMessage[] {
    return this.#messages;
  }

  /** Reads what an earlier run left. An unreadable file is kept aside and counts as empty; one of a newer app is not touched, and nothing can be added then (RE-5). */
  async load(): Promise<void> {
    const found = await readJsonFile(this.path, format);
    this.#isOfNewerApp = found.state === 'newer';
    this.#messages = found.state === 'value' ? found.value.messages : [];
  }

  /** Resolves when the message is on disk; rejects, and forgets it, when it cannot be written. */
  async add(message: QueuedMessage): Promise<void> {
    this.#messages = [...this.#messages, message];
    try {
      await this.#save();
    } catch (failure) {
      this.#messages = this.#messages.filter((other) => other.uuid !== message.uuid);
      throw failure;
    }
  }

  /** Forgets a message that is recorded now. */
  async remove(messageUuid: string): Promise<void> {
    if (!this.#messages.some((message) => message.uuid === messageUuid)) return;
    this.#messages = this.#messages.filter((message) => message.uuid !== messageUuid);
    await this.#save();
  }

  /** Puts other messages in place of these; rejects, and keeps them, when they cannot be written. */
  async change(
    how: (messages: readonly QueuedMessage[]) => readonly QueuedMessage[],
  ): Promise<void> {
    const before = this.#messages;
    const after = how(before);
    this.#messages = after;
    try {
      await this.#save();
    } catch (failure) {
      if (this.#messages === after) this.#messages = before;
      throw failure;
    }
  }

  /** Resolves when nothing is being written any more. */
  settled(): Promise<void> {
    return this.#writing.catch(() => undefined);
  }

  #save(): Promise<void> {
    const write = this.#writing.catch(() => undefined).then(() => this.#writeNow());
    this.#writing = write;
    return write;
  }

  async #writeNow(): Promise<void> {
    if (this.#isOfNewerApp)
      throw new ParleyError(
        'storage.failed',
        `A newer version of Parley wrote ${this.path}. Update Parley to write in this session.`,
      );
    if (this.#messages.length === 0) {
      await rm(this.path, { force: true });
      return;
    }
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const known = this.session();
    const session = known && queuedSession.parse(known);
    await writeJsonFile(this.path, { schemaVersion: 1, session, messages: this.#messages });
  }
}

/** The message as a runtime takes it. */
export function contentOf({
  text,
  attachments = [],
}: QueuedMessage): SDKUserMessageInput['message']['content'] {
  if (attachments.length === 0) return text;
  return [...attachments, ...(text === '' ? [] : [{ type: 'text' as const, text }])];
}
