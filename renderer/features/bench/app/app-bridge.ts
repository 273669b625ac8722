import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';

/** The revision of MCP Apps that this host speaks. */
const PROTOCOL_VERSION = '2026-01-26';
/** Tallest frame, in px. */
export const TALLEST = 2_000;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const REFUSED = -32000;
/** Requests that may wait at the same time. */
const MOST_OPEN = 10;

export interface AppBridgeOptions {
  /** Sends a message into the frame. */
  readonly post: (message: JsonObject) => void;
  readonly theme: 'light' | 'dark';
  /** Of the call: what the tool was given, and what it gave. */
  readonly input: JsonObject;
  readonly result: JsonObject;
  /** A whole number of px, from 0 to `TALLEST`. */
  readonly onHeight: (height: number) => void;
  /** Asks the person; rejects when the address is refused. Resolves to false when they say no. */
  readonly openLink: (url: string) => Promise<boolean>;
}

/** The host's side of an app: takes whatever the frame sends, and gives it nothing but its own call. */
export class AppBridge {
  #isReady = false;
  #open = 0;

  constructor(private readonly options: AppBridgeOptions) {}

  /** Any value: what is no message of the protocol is ignored. Never throws. */
  receive(message: unknown): void {
    if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') return;
    const { id, method } = message;
    if (typeof method !== 'string') return;
    const params = isJsonObject(message['params']) ? message['params'] : {};
    if (typeof id === 'string' || typeof id === 'number') void this.#request(id, method, params);
    else this.#notification(method, params);
  }

  #notification(method: string, params: JsonObject): void {
    if (method === 'ui/notifications/initialized' && !this.#isReady) {
      this.#isReady = true;
      this.#tell('ui/notifications/tool-input', { arguments: this.options.input });
      this.#tell('ui/notifications/tool-result', this.options.result);
    }
    if (method === 'ui/notifications/size-changed') {
      const height = heightOf(params['height']);
      if (height !== undefined) this.options.onHeight(height);
    }
  }

  async #request(id: string | number, method: string, params: JsonObject): Promise<void> {
    switch (method) {
      case 'ui/initialize': {
        this.#answer(id, {
          protocolVersion: PROTOCOL_VERSION,
          hostInfo: { name: 'parley', version: '1' },
          hostCapabilities: { openLinks: {} },
          hostContext: {
            theme: this.options.theme,
            displayMode: 'inline',
            availableDisplayModes: ['inline'],
            platform: 'desktop',
          },
        });
        return;
      }
      case 'ping': {
        this.#answer(id, {});
        return;
      }
      case 'ui/request-display-mode': {
        this.#answer(id, { mode: 'inline' });
        return;
      }
      case 'ui/open-link':
        return this.#openLink(id, params['url']);
      default: {
        this.#fail(id, METHOD_NOT_FOUND, `This host does not offer ${method.slice(0, 100)}.`);
        return;
      }
    }
  }

  async #openLink(id: string | number, url: unknown): Promise<void> {
    if (typeof url !== 'string') {
      this.#fail(id, INVALID_PARAMS, 'The address is no text.');
      return;
    }
    if (this.#open >= MOST_OPEN) {
      this.#fail(id, REFUSED, 'Too many addresses at once.');
      return;
    }
    this.#open += 1;
    try {
      const isOpened = await this.options.openLink(url);
      if (isOpened) this.#answer(id, {});
      else this.#fail(id, REFUSED, 'The person did not open the address.');
    } catch {
      // Why is told to the person, not to the app.
      this.#fail(id, REFUSED, 'The address was not opened.');
    } finally {
      this.#open -= 1;
    }
  }

  #answer(id: string | number, result: JsonObject): void {
    this.options.post({ jsonrpc: '2.0', id, result });
  }

  #fail(id: string | number, code: number, message: string): void {
    this.options.post({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #tell(method: string, params: JsonObject): void {
    this.options.post({ jsonrpc: '2.0', method, params });
  }
}

function heightOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Math.min(TALLEST, Math.max(0, Math.ceil(value)));
}
