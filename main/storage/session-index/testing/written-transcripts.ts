import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  assistantMessage,
  resultMessage,
  userMessage,
} from '../../../../e2e/servers/runtime/messages.ts';
import { TRANSCRIPT_VERSION } from '../../../../shared/agent/transcript-record.ts';
import { transcriptPath } from '../../../lib/profile-paths.ts';
import { IndexServer } from '../index-server.ts';
import type { StartIndexThread } from '../session-index.ts';

/** A transcript as a runtime writes it. */
export class WrittenTranscript {
  readonly id = randomUUID();
  readonly path: string;
  readonly uuids: string[] = [];
  readonly #cwd: string;
  #parent: string | null = null;

  constructor(
    root: string,
    readonly model = { provider_id: 'offline', id: 'offline' },
  ) {
    this.#cwd = join(root, 'scratch', this.id);
    this.path = transcriptPath(root, this.#cwd, this.id);
  }

  get file(): { readonly id: string; readonly path: string } {
    return { id: this.id, path: this.path };
  }

  /** Writes the first record and what was said, the person first. */
  async begin(...texts: readonly string[]): Promise<this> {
    await mkdir(dirname(this.path), { recursive: true });
    const first = this.#line({
      type: 'session',
      cwd: this.#cwd,
      model: this.model,
      appVersion: '0.0.0',
    });
    await writeFile(this.path, first);
    await this.say(...texts);
    return this;
  }

  /** Person and agent in turns. */
  async say(...texts: readonly string[]): Promise<void> {
    await appendFile(
      this.path,
      texts.map((text, index) => this.#line(this.#message(text, index % 2 === 0))).join(''),
    );
  }

  /** Ends the turn. */
  async finish(subtype: 'success' | 'interrupted' | 'error_during_execution'): Promise<void> {
    const message = resultMessage(this.id, subtype);
    await appendFile(this.path, this.#line({ type: 'message', message }, message.uuid));
  }

  #message(text: string, isPerson: boolean): Readonly<Record<string, unknown>> {
    const message = isPerson ? userMessage(this.id, text) : assistantMessage(this.id, text);
    this.uuids.push(message.uuid);
    return { type: 'message', message };
  }

  #line(record: Readonly<Record<string, unknown>>, given?: string): string {
    const inner = record['message'] as { uuid?: string } | undefined;
    const uuid = given ?? inner?.uuid ?? randomUUID();
    const line = {
      ...record,
      uuid,
      parentUuid: this.#parent,
      sessionId: this.id,
      timestamp: new Date().toISOString(),
      version: TRANSCRIPT_VERSION,
    };
    this.#parent = uuid;
    return `${JSON.stringify(line)}\n`;
  }
}

/** The index on the thread of the test, with requests and replies copied as between threads. */
export const indexHere: StartIndexThread = (path, { onReply }) => {
  const server = new IndexServer(path, (reply) => {
    onReply(structuredClone(reply));
  });
  return {
    post: (request) => {
      server.take(structuredClone(request));
    },
    end: () => Promise.resolve(),
  };
};
