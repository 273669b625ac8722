import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { Channel } from './channel.ts';

/** Sees a message of a connection: `out` is ours. `bytes` is its length as JSON. */
export type MessageTap = (direction: 'in' | 'out', message: object, bytes: number) => void;

/** Shows a message to the tap. What goes wrong there is none of the connection's business. */
export function tell(tap: MessageTap, direction: 'in' | 'out', message: object): void {
  try {
    tap(direction, message, Buffer.byteLength(JSON.stringify(message)));
  } catch {
    // One that is nested too deeply to be written is told without its contents, so that its request does not wait for ever.
    tellBare(tap, direction, message);
  }
}

function tellBare(tap: MessageTap, direction: 'in' | 'out', message: object): void {
  const { id, method, error } = message as Readonly<Record<string, unknown>>;
  const contents = 'Nested too deeply to be shown.';
  try {
    tap(
      direction,
      {
        jsonrpc: '2.0',
        ...(id === undefined ? {} : { id }),
        ...(typeof method === 'string'
          ? { method, params: contents }
          : error === undefined
            ? { result: contents }
            : { error: contents }),
      },
      0,
    );
  } catch {
    // The message goes its way.
  }
}

/** The channel's transport with a tap on what passes it. What comes over HTTP is seen before it gets here, by the exchange. */
export function tapped({ transport, exchange }: Channel, tap: MessageTap): Transport {
  return new TappedTransport(transport, tap, exchange === undefined);
}

class TappedTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];

  constructor(
    private readonly inner: Transport,
    private readonly tap: MessageTap,
    private readonly seesIncoming: boolean,
  ) {}

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true;
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.inner.setSupportedProtocolVersions?.(versions);
  }

  start(): Promise<void> {
    this.inner.onclose = () => this.onclose?.();
    this.inner.onerror = (error) => this.onerror?.(error);
    this.inner.onmessage = (message: JSONRPCMessage) => {
      if (this.seesIncoming) tell(this.tap, 'in', message);
      this.onmessage?.(message);
    };
    return this.inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    tell(this.tap, 'out', message);
    return this.inner.send(message, options);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
