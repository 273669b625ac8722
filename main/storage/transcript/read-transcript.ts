import { readFile } from 'node:fs/promises';
import type { SDKAssistantMessage, SDKMessage } from '../../../shared/agent/messages.ts';
import type { TranscriptRecord } from '../../../shared/agent/transcript-record.ts';
import { salvageRecords } from './salvage-records.ts';
import type { TranscriptProblem } from './salvage-records.ts';

export type TranscriptHeader = Extract<TranscriptRecord, { type: 'session' }>;
type DeltaRecord = Extract<TranscriptRecord, { type: 'delta' }>;

export interface ReadTranscript {
  /** Absent when the first record was lost. */
  readonly header: TranscriptHeader | undefined;
  /** In order. Text of a message that was never finished is an assistant message with stop reason `interrupted`; tool calls without a result stay so. */
  readonly messages: readonly SDKMessage[];
  readonly problems: readonly TranscriptProblem[];
}

/**
 * Reads a transcript without repairing it (decision 4: repair belongs to the holder of the lock). An unterminated tail is ignored.
 * Rejects only when the file cannot be read.
 */
export async function readTranscript(path: string): Promise<ReadTranscript> {
  const { records, problems } = salvageRecords(await readFile(path));
  return { ...messagesFromRecords(records.map((placed) => placed.record)), problems };
}

/** The conversation that `records` tell. */
export function messagesFromRecords(
  records: readonly TranscriptRecord[],
): Pick<ReadTranscript, 'header' | 'messages'> {
  let header: TranscriptHeader | undefined;
  // By message uuid; a Map keeps the place of an unfinished message at its first delta.
  const messages = new Map<string, SDKMessage | UnfinishedMessage>();
  for (const record of records) {
    if (record.type === 'session') header ??= record;
    else if (record.type === 'message') {
      const known = messages.get(record.message.uuid);
      if (known === undefined || known instanceof UnfinishedMessage)
        messages.set(record.message.uuid, record.message);
    } else if (record.type === 'delta') addDelta(messages, record);
  }
  return {
    header,
    messages: [...messages.values()].map((message) =>
      message instanceof UnfinishedMessage ? message.toMessage() : message,
    ),
  };
}

function addDelta(messages: Map<string, SDKMessage | UnfinishedMessage>, delta: DeltaRecord): void {
  const known = messages.get(delta.messageUuid);
  if (known instanceof UnfinishedMessage) known.add(delta);
  else if (known === undefined) messages.set(delta.messageUuid, new UnfinishedMessage(delta));
}

class UnfinishedMessage {
  readonly #first: DeltaRecord;
  readonly #blocks = new Map<number, { kind: DeltaRecord['kind']; text: string }>();

  constructor(first: DeltaRecord) {
    this.#first = first;
    this.add(first);
  }

  add(delta: DeltaRecord): void {
    const block = this.#blocks.get(delta.index);
    if (block) block.text += delta.text;
    else this.#blocks.set(delta.index, { kind: delta.kind, text: delta.text });
  }

  toMessage(): SDKAssistantMessage {
    const blocks = [...this.#blocks].sort(([left], [right]) => left - right);
    return {
      type: 'assistant',
      uuid: this.#first.messageUuid,
      session_id: this.#first.sessionId,
      parent_tool_use_id: null,
      timestamp: this.#first.timestamp,
      message: {
        role: 'assistant',
        model: this.#first.model,
        content: blocks.map(([, block]) =>
          block.kind === 'text'
            ? { type: 'text', text: block.text }
            : { type: 'thinking', thinking: block.text },
        ),
        stop_reason: 'interrupted',
        usage: {},
      },
    };
  }
}
