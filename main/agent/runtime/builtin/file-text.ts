/** How the text of a file is written. */
export interface FileEncoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';
  readonly hasMark: boolean;
}

export interface FileText {
  /** Without a byte order mark; line endings as they are. */
  readonly text: string;
  readonly encoding: FileEncoding;
}

/** The text of a file, or undefined when it is none: something with zero bytes that is not marked as UTF-16. */
export function decodeText(bytes: Uint8Array): FileText | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = markOf(buffer);
  if (mark) {
    const body = buffer.subarray(mark.length);
    const text = new TextDecoder(mark.name, { ignoreBOM: true }).decode(body);
    return { text, encoding: { name: mark.name, hasMark: true } };
  }
  if (buffer.includes(0)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer);
    return { text, encoding: { name: 'utf-8', hasMark: false } };
  } catch {
    return { text: buffer.toString('latin1'), encoding: { name: 'latin1', hasMark: false } };
  }
}

/** The bytes of a text, or undefined when the encoding cannot say it. */
export function encodeText(text: string, { name, hasMark }: FileEncoding): Buffer | undefined {
  const marked = hasMark ? `\uFEFF${text}` : text;
  switch (name) {
    case 'utf-8':
      return Buffer.from(marked, 'utf8');
    case 'utf-16le':
      return Buffer.from(marked, 'utf16le');
    case 'utf-16be':
      return Buffer.from(marked, 'utf16le').swap16();
    case 'latin1':
      return /^[\u0000-\u00FF]*$/.test(text) ? Buffer.from(text, 'latin1') : undefined;
  }
}

/** What most lines of a text end with. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1;
  const windows = text.split('\r\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

function markOf(
  buffer: Buffer,
): { readonly name: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly length: number } | undefined {
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf)
    return { name: 'utf-8', length: 3 };
  // An odd number of bytes is no UTF-16.
  if (buffer.length % 2 !== 0) return undefined;
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return { name: 'utf-16le', length: 2 };
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return { name: 'utf-16be', length: 2 };
  return undefined;
}
