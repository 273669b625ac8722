import { z } from 'zod';
import { sdkMessage, type SDKMessage } from '../../../shared/agent/messages.ts';
import { modelRef } from '../../../shared/agent/provider.ts';
import { redact } from '../../lib/redact.ts';

/** What is told of a session beside its messages. Times are ISO texts. */
export const exportedFacts = z.object({
  title: z.string().max(10_000),
  folder: z.string().nullable(),
  model: modelRef,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

/** A session as JSON: everything that is needed to import it again. */
export const exportedSession = z.object({
  format: z.literal('parley-session'),
  version: z.literal(1),
  session: exportedFacts,
  messages: z.array(sdkMessage),
});
export type ExportedSession = z.infer<typeof exportedSession>;

/** The same without what looks like a secret, wherever it stands. */
export function redactSession(session: ExportedSession): ExportedSession {
  return {
    ...session,
    session: { ...session.session, title: redact(session.session.title) },
    messages: session.messages.map(redactMessage),
  };
}

/** As JSON, so that a name beside a value counts; text by text where that would break it. */
function redactMessage(message: SDKMessage): SDKMessage {
  try {
    const parsed = sdkMessage.safeParse(JSON.parse(redact(JSON.stringify(message))));
    if (parsed.success) return parsed.data;
  } catch {
    // A secret that is no text: below.
  }
  return sdkMessage.parse(redactTexts(message));
}

function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, redactTexts(inner)]),
  );
}

/** One part of a conversation as a person reads it. */
export type ExportedPart =
  | { readonly kind: 'text'; readonly by: 'person' | 'agent'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly input: string;
      /** `none`: it has no result. */
      readonly outcome: 'ok' | 'error' | 'denied' | 'interrupted' | 'none';
      readonly result: string;
    }
  | { readonly kind: 'end'; readonly state: 'failed' | 'interrupted'; readonly reason: string };

/** The conversation in order, each call together with its result. */
export function partsOf(messages: readonly SDKMessage[]): ExportedPart[] {
  const results = resultsOf(messages);
  return messages.flatMap((message): ExportedPart[] => {
    switch (message.type) {
      case 'user':
        return blocksOf(message.message.content).flatMap((block): ExportedPart[] =>
          block.type === 'text' && typeof block['text'] === 'string'
            ? [{ kind: 'text', by: 'person', text: block['text'] }]
            : [],
        );
      case 'assistant':
        return message.message.content.map((block): ExportedPart => {
          if (block.type === 'text') return { kind: 'text', by: 'agent', text: block.text };
          if (block.type === 'thinking') return { kind: 'thinking', text: block.thinking };
          return {
            kind: 'call',
            tool: block.tool_name ?? block.name,
            input: JSON.stringify(block.input, null, 2),
            ...(results.get(block.id) ?? { outcome: 'none', result: '' }),
          };
        });
      case 'result':
        return message.subtype === 'success'
          ? []
          : [
              {
                kind: 'end',
                state: message.subtype === 'interrupted' ? 'interrupted' : 'failed',
                reason: message.errors.join(' '),
              },
            ];
      default:
        return [];
    }
  });
}

type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? (content as Block[]) : [];
}

type CallEnd = Pick<Extract<ExportedPart, { kind: 'call' }>, 'outcome' | 'result'>;

function resultsOf(messages: readonly SDKMessage[]): ReadonlyMap<string, CallEnd> {
  const results = new Map<string, CallEnd>();
  for (const message of messages) {
    if (message.type !== 'user' || typeof message.message.content === 'string') continue;
    for (const block of message.message.content) {
      if (block.type !== 'tool_result') continue;
      const text = block.content.map((part) =>
        part.type === 'text' && typeof part['text'] === 'string' ? part['text'] : `[${part.type}]`,
      );
      results.set(block.tool_use_id, { outcome: block.outcome, result: text.join('\n') });
    }
  }
  return results;
}
