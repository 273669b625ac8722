import { McpError } from './mcp-error.ts';
import { WireAnswer } from './wire-answer.ts';

/** Largest message that is taken from a server, in bytes, whatever the transport. */
export const MESSAGE_CAP_BYTES = 64 * 1024 * 1024;

/** What a message over the cap is reported as. */
export function tooLarge(what: string, url?: string | URL): McpError {
  const megabytes = MESSAGE_CAP_BYTES / (1024 * 1024);
  return new McpError(
    'protocol',
    `The server sent more than ${megabytes} MiB as ${what}, and that is the most that is taken. The rest was not read.`,
    { url: url === undefined ? url : String(url), part: 'size' },
  );
}

/** A length that the connection itself holds the server to. */
function isShort(response: Response): boolean {
  const { headers } = response;
  const length = headers.get('content-length');
  return length !== null && !headers.has('content-encoding') && Number(length) <= MESSAGE_CAP_BYTES;
}

/** The whole body as text, or undefined when it is larger than a message may be; then it is read no further. */
export async function cappedText(response: Response): Promise<string | undefined> {
  const wire: unknown = response;
  if (wire instanceof WireAnswer && wire.isPlain) return wire.textWithin(MESSAGE_CAP_BYTES);
  if (isShort(response) || !response.body) return response.text();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    size += value.length;
    if (size > MESSAGE_CAP_BYTES) {
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}
