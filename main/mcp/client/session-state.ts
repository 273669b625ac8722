/** What may be told about the session of a Streamable HTTP server. */
export interface SessionOptions {
  /** Session that is taken up again. */
  readonly initialId?: string | undefined;
  /** Sent as `MCP-Protocol-Version` until a version is negotiated. */
  readonly initialProtocolVersion?: string | undefined;
  readonly onIdChange?: ((sessionId: string | undefined) => void) | undefined;
  readonly onExpired?: ((sessionId: string) => void) | undefined;
  /** Whether closing ends the session at the server. Default true. */
  readonly terminateOnClose?: boolean | undefined;
}

const ID_HEADER = 'mcp-session-id';
const VERSION_HEADER = 'mcp-protocol-version';

/** The session of one connection: which id goes with requests, and who hears of its changes. */
export class SessionState {
  #id: string | undefined;

  constructor(private readonly options: SessionOptions = {}) {
    this.#id = options.initialId;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** Puts id and version into the headers of a request. Returns the id that was sent. */
  apply(headers: Headers, isHandshake: boolean): string | undefined {
    const initial = this.options.initialProtocolVersion;
    if (initial !== undefined && !headers.has(VERSION_HEADER)) headers.set(VERSION_HEADER, initial);
    headers.delete(ID_HEADER);
    if (isHandshake || this.#id === undefined) return undefined;
    headers.set(ID_HEADER, this.#id);
    return this.#id;
  }

  /** Takes the id from an answer. */
  observe(headers: Headers): void {
    const id = headers.get(ID_HEADER);
    if (id === null || id === '' || id === this.#id) return;
    this.#id = id;
    this.options.onIdChange?.(id);
  }

  /** The server does not know the session any more. */
  expire(id: string): void {
    if (this.#id !== id) return;
    this.#id = undefined;
    this.options.onIdChange?.(undefined);
    this.options.onExpired?.(id);
  }

  /** The id to end at the server when the connection closes, if any. */
  get toTerminate(): string | undefined {
    return this.options.terminateOnClose === false ? undefined : this.#id;
  }
}
