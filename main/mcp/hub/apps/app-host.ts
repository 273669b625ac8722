import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { AppMode, AppTrouble } from '../../../../shared/mcp/tool-app.ts';
import { createMessageMeter, LONGEST_APP_MESSAGE } from '../../../../shared/mcp/app-channels.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { DeclaredDomains } from './app-policy.ts';
import { offeredFiles } from './offered-files.ts';
import type { OfferedFile } from './offered-files.ts';

/** The revision of MCP Apps that this host speaks. */
const PROTOCOL_VERSION = '2026-01-26';
/** Tallest app, in px. */
export const TALLEST = 2_000;
/** Longest text that an app may put into the composer, in characters. */
const LONGEST_DRAFT = 20_000;
/** An app that has not begun to talk by then is called silent, in ms. */
export const SILENT_AFTER_MS = 10_000;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const REFUSED = -32000;
/** Requests of an app that may wait at the same time. */
const MOST_OPEN = 10;

/** A refusal that the app is told in these words. */
export class AppRefusal extends Error {}

/** What an app may ask its own server for beside tools. */
const resourceMethods = ['resources/read', 'resources/list', 'resources/templates/list'] as const;
export type ResourceMethod = (typeof resourceMethods)[number];

/** Why what the protocol names is not offered; none of it is declared. */
const notOffered: Readonly<Record<string, string>> = {
  'ui/update-model-context':
    'This host gives a model nothing of an app behind the person. Offer it as a message.',
  'sampling/createMessage': 'This host lets no app ask a model. Offer it as a message.',
};

export interface AppHostOptions {
  readonly clock: Clock;
  /** Sends a message into the frame. */
  readonly post: (message: JsonObject) => void;
  readonly theme: 'light' | 'dark';
  /** The definition of the tool, as its server sent it. */
  readonly tool: JsonObject;
  /** Of the call: what the tool was given, and what it gave. */
  readonly input: JsonObject;
  readonly result: JsonObject;
  /** A whole number of px, from 0 to `TALLEST`. */
  readonly onHeight: (height: number) => void;
  readonly onTrouble: (trouble: AppTrouble) => void;
  /** What it may reach. */
  readonly domains: DeclaredDomains;
  /** The app can fill the window. */
  readonly onMayFill: () => void;
  /** The app wants another mode. */
  readonly onMode: (mode: AppMode) => void;
  /** Whether the person is in the app: only then it may fill the window by itself. */
  readonly hasFocus: () => boolean;
  /** Lets the person save a file. Resolves to false when they do not; rejects with `AppRefusal` when there is nothing to save. */
  readonly saveFile: (file: OfferedFile) => Promise<boolean>;
  /** A request about resources, put to the app's own server. Rejects with `AppRefusal`. */
  readonly askResources: (method: ResourceMethod, params: JsonObject) => Promise<JsonObject>;
  /** Asks the person; rejects when the address is refused. Resolves to false when they say no. */
  readonly openLink: (url: string) => Promise<boolean>;
  /** Calls a tool of the app's own server. Rejects with `AppRefusal` where that is not allowed. */
  readonly callTool: (name: string, input: JsonObject) => Promise<JsonObject>;
  /** Offers a text to the person; absent where there is no conversation. */
  readonly draft: ((text: string) => void) | undefined;
}

/**
 * The host's side of an app: takes whatever the frame sends, and gives it nothing but its own call, tools of its own server
 * and what the person agrees to.
 */
export class AppHost {
  #isReady = false;
  #open = 0;
  #isOver = false;
  #theme: 'light' | 'dark';
  #mode: AppMode = 'inline';
  /** What the app says that it can be shown as. */
  #modes: readonly unknown[] = [];
  #place: { readonly width: number; readonly height: number } | undefined;
  readonly #mayReceive: () => boolean;
  readonly #stopWaiting: () => void;
  #onTornDown: (() => void) | undefined;

  constructor(private readonly options: AppHostOptions) {
    const { clock, onTrouble } = options;
    this.#theme = options.theme;
    this.#mayReceive = createMessageMeter(() => clock.now());
    this.#stopWaiting = clock.after(SILENT_AFTER_MS, () => onTrouble('silent'));
  }

  /** A message as JSON text. What is no message of the protocol is ignored; too many end the app. Never throws. */
  receive(text: string): void {
    if (this.#isOver) return;
    if (!this.#mayReceive()) {
      this.#end();
      this.options.onTrouble('flood');
      return;
    }
    if (text.length > LONGEST_APP_MESSAGE) return;
    const message = parsed(text);
    if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') return;
    const { id, method } = message;
    if (typeof method !== 'string') {
      if (id === TEARDOWN_ID) this.#onTornDown?.();
      return;
    }
    const params = isJsonObject(message['params']) ? message['params'] : {};
    if (typeof id === 'string' || typeof id === 'number') void this.#request(id, method, params);
    else this.#notification(method, params);
  }

  /** Tells the app of another theme. */
  setTheme(theme: 'light' | 'dark'): void {
    if (theme === this.#theme) return;
    this.#theme = theme;
    if (this.#isReady) this.#tellContext({ theme });
  }

  /** Tells the app how large its place is, where that is another size. */
  setPlace(width: number, height: number): void {
    const known = this.#place;
    const isSame = known?.width === width && (this.#mode === 'inline' || known.height === height);
    this.#place = { width, height };
    if (!isSame && this.#isReady) this.#tellContext({ containerDimensions: this.#dimensions() });
  }

  /** The person wants it to fill the window, or no longer. Nothing where the app cannot. */
  setMode(mode: AppMode): void {
    if (mode === this.#mode || !this.#canShow(mode)) return;
    this.#mode = mode;
    this.options.onMode(mode);
    if (this.#isReady) this.#tellContext({ displayMode: mode });
  }

  #canShow(mode: unknown): mode is AppMode {
    return mode === 'inline' || (mode === 'fullscreen' && this.#modes.includes(mode));
  }

  #dimensions(): JsonObject {
    if (!this.#place) return { maxHeight: TALLEST };
    const { width, height } = this.#place;
    return this.#mode === 'fullscreen' ? { width, height } : { width, maxHeight: TALLEST };
  }

  #tellContext(change: JsonObject): void {
    this.#tell('ui/notifications/host-context-changed', change);
  }

  /** Tells the app that it is taken down, and resolves when it says that it is ready for it, or at `limitMs`. */
  async tearDown(limitMs: number): Promise<void> {
    const isTold = this.#isReady && !this.#isOver;
    if (isTold) {
      await new Promise<void>((resolve) => {
        const stop = this.options.clock.after(limitMs, resolve);
        this.#onTornDown = () => {
          stop();
          resolve();
        };
        this.options.post({
          jsonrpc: '2.0',
          id: TEARDOWN_ID,
          method: 'ui/resource-teardown',
          params: {},
        });
      });
    }
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#stopWaiting();
  }

  #notification(method: string, params: JsonObject): void {
    if (method === 'ui/notifications/initialized' && !this.#isReady) {
      this.#isReady = true;
      this.#stopWaiting();
      this.#tell('ui/notifications/tool-input', { arguments: this.options.input });
      this.#tell('ui/notifications/tool-result', this.options.result);
    }
    if (method === 'ui/notifications/request-teardown') this.options.onTrouble('done');
    if (method === 'ui/notifications/size-changed') {
      const height = heightOf(params['height']);
      if (height !== undefined) this.options.onHeight(height);
    }
  }

  async #request(id: string | number, method: string, params: JsonObject): Promise<void> {
    switch (method) {
      case 'ui/initialize': {
        this.#answer(id, this.#welcome(params['appCapabilities']));
        return;
      }
      case 'ping': {
        this.#answer(id, {});
        return;
      }
      case 'ui/request-display-mode': {
        this.#answer(id, this.#requestMode(params['mode']));
        return;
      }
      case 'ui/download-file':
        return this.#bounded(id, () => this.#saveFiles(params['contents']));
      case 'ui/open-link':
        return this.#bounded(id, () => this.#openLink(params['url']));
      case 'tools/call':
        return this.#bounded(id, () => this.#callTool(params));
      case 'ui/message':
        return this.#bounded(id, () => this.#draft(params));
      default: {
        const asked = resourceMethods.find((one) => one === method);
        if (asked) return this.#bounded(id, () => this.options.askResources(asked, params));
        const reason = Object.hasOwn(notOffered, method) ? notOffered[method] : undefined;
        const sentence = reason ?? `This host does not offer ${method.slice(0, 100)}.`;
        this.#fail(id, METHOD_NOT_FOUND, sentence);
        return;
      }
    }
  }

  #welcome(capabilities: unknown): JsonObject {
    const { draft, tool, domains } = this.options;
    const modes = isJsonObject(capabilities) ? capabilities['availableDisplayModes'] : undefined;
    this.#modes = Array.isArray(modes) ? modes : [];
    if (this.#canShow('fullscreen')) this.options.onMayFill();
    const { connect, resource, frame } = domains;
    return {
      protocolVersion: PROTOCOL_VERSION,
      hostInfo: { name: 'parley', version: '1' },
      hostCapabilities: {
        openLinks: {},
        downloadFile: {},
        serverTools: {},
        serverResources: {},
        sandbox: {
          permissions: {},
          csp: {
            connectDomains: [...connect],
            resourceDomains: [...resource],
            frameDomains: [...frame],
            baseUriDomains: [],
          },
        },
        ...(draft ? { message: { text: {} } } : {}),
      },
      hostContext: {
        toolInfo: { tool },
        theme: this.#theme,
        displayMode: this.#mode,
        availableDisplayModes: ['inline', 'fullscreen'],
        containerDimensions: this.#dimensions(),
        platform: 'desktop',
      },
    };
  }

  /** The mode that it has then, which is another one than it asked for where that is not possible. */
  #requestMode(mode: unknown): JsonObject {
    const isAllowed = mode === 'inline' || this.options.hasFocus();
    if (isAllowed && this.#canShow(mode)) this.setMode(mode);
    return { mode: this.#mode };
  }

  async #saveFiles(contents: unknown): Promise<JsonObject> {
    const files = offeredFiles(contents);
    if (!files) {
      throw new InvalidParams('A download is a list of resources, or of links to resources.');
    }
    for (const file of files) {
      if (await this.options.saveFile(file)) continue;
      throw new AppRefusal('The person did not save the file.');
    }
    return {};
  }

  async #bounded(id: string | number, run: () => Promise<JsonObject>): Promise<void> {
    if (this.#open >= MOST_OPEN) {
      this.#fail(id, REFUSED, 'Too many requests wait at once.');
      return;
    }
    this.#open += 1;
    try {
      this.#answer(id, await run());
    } catch (thrown) {
      // Why anything else failed is told to the person, not to the app.
      const message = thrown instanceof AppRefusal ? thrown.message : 'This was not done.';
      this.#fail(id, thrown instanceof InvalidParams ? INVALID_PARAMS : REFUSED, message);
    } finally {
      this.#open -= 1;
    }
  }

  async #openLink(url: unknown): Promise<JsonObject> {
    if (typeof url !== 'string') throw new InvalidParams('The address is no text.');
    if (!(await this.options.openLink(url))) {
      throw new AppRefusal('The person did not open the address.');
    }
    return {};
  }

  async #callTool({ name, arguments: input = {} }: JsonObject): Promise<JsonObject> {
    if (typeof name !== 'string' || !isJsonObject(input)) {
      throw new InvalidParams('A call needs the name of a tool and an object of arguments.');
    }
    return this.options.callTool(name, input);
  }

  async #draft({ content }: JsonObject): Promise<JsonObject> {
    const { draft } = this.options;
    if (!draft) throw new AppRefusal('There is no conversation here.');
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
    const text = blocks
      .flatMap((block) =>
        isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string'
          ? [block['text']]
          : [],
      )
      .join('\n')
      .trim();
    if (text === '') throw new InvalidParams('The message has no text.');
    if (text.length > LONGEST_DRAFT) throw new InvalidParams('The message is too long.');
    draft(text);
    return {};
  }

  #answer(id: string | number, result: JsonObject): void {
    this.#post({ jsonrpc: '2.0', id, result });
  }

  #fail(id: string | number, code: number, message: string): void {
    this.#post({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #tell(method: string, params: JsonObject): void {
    this.#post({ jsonrpc: '2.0', method, params });
  }

  #post(message: JsonObject): void {
    if (!this.#isOver) this.options.post(message);
  }
}

/** Of the one request that the host sends. */
const TEARDOWN_ID = 'parley-teardown';

class InvalidParams extends AppRefusal {}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function heightOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Math.min(TALLEST, Math.max(0, Math.ceil(value)));
}
