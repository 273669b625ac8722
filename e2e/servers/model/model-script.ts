/** A piece of a scripted answer. A list of texts is sent in as many chunks. */
export type AnswerPart =
  | { readonly text: string | readonly string[] }
  | { readonly thinking: string; readonly signature?: string }
  | { readonly tool: { readonly id: string; readonly name: string; readonly input: unknown } };

/** What the server does with one request, in the order of the script. */
export type ModelStep =
  | {
      readonly kind: 'answer';
      readonly parts: readonly AnswerPart[];
      /** Stop reason in the words of the wire; absent: fitting the parts. */
      readonly stop?: string;
      readonly usage?: { readonly input: number; readonly output: number };
    }
  /** An error answer. A body that is no string is sent as JSON. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Streams the parts and then ends without a finish: `reset` breaks the connection, `end` closes the stream properly. */
  | { readonly kind: 'cut'; readonly parts: readonly AnswerPart[]; readonly how: 'reset' | 'end' }
  /** Streams the parts, waits for `release()`, and goes on with `rest`. */
  | {
      readonly kind: 'hold';
      readonly parts: readonly AnswerPart[];
      readonly rest: readonly AnswerPart[];
    }
  /** Streams the parts and then an error inside of the stream. */
  | {
      readonly kind: 'stream-error';
      readonly parts: readonly AnswerPart[];
      readonly error: unknown;
    };

export type WireProtocol = 'anthropic' | 'openai' | 'responses' | 'gemini';

/** A request as it came. */
export interface RecordedRequest {
  readonly protocol: WireProtocol;
  readonly model: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the answer is sent or the other side went away. */
  readonly closed: Promise<'finished' | 'aborted'>;
}

/** A step, or what makes one of the request that it is for. */
export type ScriptEntry = ModelStep | ((request: RecordedRequest) => ModelStep);

/** The stop reason that fits the parts, in the words of the protocol. */
export function stopFor(protocol: 'anthropic' | 'openai', parts: readonly AnswerPart[]): string {
  const calls = parts.some((part) => 'tool' in part);
  if (protocol === 'anthropic') return calls ? 'tool_use' : 'end_turn';
  return calls ? 'tool_calls' : 'stop';
}

/** The chunks of a text part. */
export function chunksOf(text: string | readonly string[]): readonly string[] {
  return typeof text === 'string' ? [text] : text;
}
