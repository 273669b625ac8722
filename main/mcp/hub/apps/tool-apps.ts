import { messageOf, ParleyError } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ServerDefinition } from '../../../../shared/mcp/server-config.ts';
import type { AppMode, AppTrouble, ToolApp } from '../../../../shared/mcp/tool-app.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Disposable } from '../../../lib/disposable.ts';
import { isLoopbackHost } from '../../../lib/url-gate.ts';
import { McpError } from '../../client/mcp-error.ts';
import type { Hub } from '../hub-contract.ts';
import { AppHost, AppRefusal } from './app-host.ts';
import type { AppHostOptions, ResourceMethod } from './app-host.ts';
import type { DeclaredDomains } from './app-policy.ts';
import { joinDomains, originsOf } from './app-policy.ts';
import { bytesOf } from './offered-files.ts';
import { appAddress, readToolApp, visibilityOf } from './tool-app.ts';

/** Apps that run at the same time; the oldest makes room. */
const MOST_APPS = 8;
/** How long an app may take to be done, in ms. */
const TEAR_DOWN_MS = 500;
const CALL_TIMEOUT_MS = 300_000;
const READ_TIMEOUT_MS = 30_000;
/** How often the person may say no to an app over the window before it cannot ask there any more, so that it cannot keep them from the window. */
const MOST_REFUSALS = 3;
/** Largest result that an app gets, in characters of its JSON. */
const MOST_RESULT = 5_000_000;

/** The page of one app while it is shown. */
export interface AppPlace {
  readonly id: string;
  post(message: JsonObject): void;
  /** Whether the person is in it. */
  hasFocus(): boolean;
  close(): void;
}

/** Where apps are shown: each in a partition of its own that reaches `domains` and nothing else. Implemented by main/app. */
export interface AppStage {
  open(
    page: { readonly html: string; readonly domains: DeclaredDomains },
    events: {
      readonly onMessage: (text: string) => void;
      readonly onFlood: () => void;
      readonly onEnded: () => void;
    },
  ): Promise<AppPlace>;
}

/** A call that an app wants made. */
export interface AppCall {
  readonly serverId: string;
  /** The tool that the app belongs to. */
  readonly app: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly sessionId: string | undefined;
  /** False once the person refused too much of it: questions over the window are answered with no. */
  readonly mayAsk: boolean;
}

export type Admission =
  | { readonly input: JsonObject }
  | {
      readonly denied: string;
      /** The person was asked over the window and said no. */
      readonly isRefused?: boolean;
      readonly input?: undefined;
    };

export interface ToolAppsDeps {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly stage: AppStage;
  readonly theme: () => 'light' | 'dark';
  /** Decides by the rules for calls of models, and asks the person where those say so. Gives the arguments to send, or why not. */
  readonly admit: (call: AppCall, signal: AbortSignal) => Promise<Admission>;
  /** Asks the person whether an app may reach these origins on this computer. */
  readonly agreeToLocal: (
    question: { readonly serverName: string; readonly tool: string; readonly origins: string[] },
    signal: AbortSignal,
  ) => Promise<boolean>;
  readonly openLink: (url: string, signal: AbortSignal) => Promise<boolean>;
  /** Lets the person choose where to save a file of an app; false when they do not. */
  readonly saveFile: (
    file: { readonly name: string; readonly bytes: Uint8Array },
    from: { readonly tool: string; readonly serverName: string },
  ) => Promise<boolean>;
  readonly events: {
    readonly onChanged: (
      appId: string,
      change: {
        readonly height?: number;
        readonly trouble?: AppTrouble;
        readonly mode?: AppMode;
        readonly mayFill?: boolean;
      },
    ) => void;
    readonly onDraft: (draft: {
      readonly sessionId: string;
      readonly serverName: string;
      readonly tool: string;
      readonly text: string;
    }) => void;
  };
}

export interface AppRequest {
  readonly serverId: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly result: JsonObject;
  readonly sessionId?: string | undefined;
}

interface OpenApp {
  readonly place: AppPlace;
  readonly host: AppHost;
  readonly ending: AbortController;
}

/** The MCP apps that are shown: read from their server, given their own call, bounded, and taken down. */
export class ToolApps implements Disposable {
  readonly #open = new Map<string, OpenApp>();
  /** What the person agreed to since the start, by server and origins. */
  readonly #agreed = new Set<string>();

  constructor(private readonly deps: ToolAppsDeps) {}

  /** Opens the app of a tool, where it has one. It is closed when `signal` aborts. Rejects with `bench.refused` when it cannot be read. */
  async open(request: AppRequest, signal: AbortSignal): Promise<ToolApp> {
    const { hub } = this.deps;
    const definition = hub.toolDefinition(request.serverId, request.tool);
    const address = appAddress(definition);
    if (address === undefined || !definition) return { state: 'none' };
    const page = await refusable(async () =>
      readToolApp(await hub.open(request.serverId), address),
    );
    if ('refusal' in page) return { state: 'refused', reason: page.refusal };
    const isLocal = await this.#mayReachLocal(request, page.local, signal);
    const domains = isLocal ? joinDomains(page.domains, page.local) : page.domains;
    signal.throwIfAborted();
    const id = await this.#show({ html: page.html, domains }, definition, request);
    if (signal.aborted) void this.close(id);
    else signal.addEventListener('abort', () => void this.close(id), { once: true });
    return {
      state: 'open',
      id,
      prefersBorder: page.prefersBorder,
      domains: originsOf(domains),
      unreachable: isLocal ? [] : originsOf(page.local),
    };
  }

  /** Tells all apps of another theme. */
  setTheme(theme: 'light' | 'dark'): void {
    for (const { host } of this.#open.values()) host.setTheme(theme);
  }

  setPlace(appId: string, width: number, height: number): void {
    this.#open.get(appId)?.host.setPlace(width, height);
  }

  setMode(appId: string, mode: AppMode): void {
    this.#open.get(appId)?.host.setMode(mode);
  }

  /** Ends what the app asked for, and the app. Unknown ids are ignored. */
  async close(appId: string): Promise<void> {
    const app = this.#open.get(appId);
    if (!app || !this.#open.delete(appId)) return;
    app.ending.abort(new Error('The app was closed.'));
    await app.host.tearDown(TEAR_DOWN_MS);
    app.place.close();
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
  }

  async #show(
    page: { readonly html: string; readonly domains: DeclaredDomains },
    tool: JsonObject,
    request: AppRequest,
  ): Promise<string> {
    const { clock, stage, events, theme } = this.deps;
    const ending = new AbortController();
    const patience = new Patience();
    let end: (trouble: AppTrouble) => void = () => undefined;
    // Made after its page, which may talk at once.
    const waiting: string[] = [];
    const made: { host?: AppHost } = {};
    const place = await stage.open(page, {
      onMessage: (text) => {
        if (made.host) made.host.receive(text);
        else waiting.push(text);
      },
      onFlood: () => end('flood'),
      onEnded: () => end('ended'),
    });
    end = (trouble) => {
      if (!this.#open.has(place.id)) return;
      void this.close(place.id);
      events.onChanged(place.id, { trouble });
    };
    const told = (change: Parameters<typeof events.onChanged>[1]): void => {
      events.onChanged(place.id, change);
    };
    const host = new AppHost({
      clock,
      post: (message) => place.post(message),
      theme: theme(),
      tool,
      domains: page.domains,
      input: request.input,
      result: request.result,
      hasFocus: () => place.hasFocus(),
      onHeight: (height) => told({ height }),
      onMode: (mode) => told({ mode }),
      onMayFill: () => told({ mayFill: true }),
      onTrouble: (trouble) => (trouble === 'silent' ? told({ trouble }) : end(trouble)),
      ...this.#doors({ ...request, patience }, ending.signal),
      draft: this.#draftOf(request),
    });
    made.host = host;
    this.#open.set(place.id, { place, host, ending });
    for (const text of waiting) host.receive(text);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_APPS && oldest !== undefined) {
      void this.close(oldest);
      events.onChanged(oldest, { trouble: 'replaced' });
    }
    return place.id;
  }

  /** What leads out of the app: each time by the person, or by the rules for calls. */
  #doors(
    request: AppRequest & { readonly patience: Patience },
    signal: AbortSignal,
  ): Pick<AppHostOptions, 'openLink' | 'saveFile' | 'callTool' | 'askResources'> {
    const { patience, serverId, tool } = request;
    const asked = async (ask: () => Promise<boolean>): Promise<boolean> => {
      if (patience.isOver) throw new AppRefusal(NO_MORE_QUESTIONS);
      const isAgreed = await ask();
      if (!isAgreed) patience.spend();
      return isAgreed;
    };
    return {
      openLink: (url) => asked(() => this.deps.openLink(url, signal)),
      saveFile: async (file) => {
        const { name } = file;
        const bytes = 'uri' in file ? await this.#download(serverId, file.uri, signal) : file.bytes;
        const serverName = this.deps.hub.recordOf(serverId)?.name ?? '';
        return asked(() => this.deps.saveFile({ name, bytes }, { tool, serverName }));
      },
      callTool: (name, input) => this.#callTool(request, name, input, signal),
      askResources: (method, params) => this.#askResources(serverId, method, params, signal),
    };
  }

  /** A resource of the app's own server. An address of the web is not fetched: an app can ask to have it opened. */
  async #download(serverId: string, uri: string, signal: AbortSignal): Promise<Uint8Array> {
    if (/^https?:/i.test(uri)) {
      throw new AppRefusal(
        'This host saves resources of the app’s server, no addresses of the web.',
      );
    }
    const { contents } = await this.#askResources(serverId, 'resources/read', { uri }, signal);
    const [content] = Array.isArray(contents) ? (contents as unknown[]) : [];
    const bytes = isJsonObject(content) ? bytesOf(content) : undefined;
    if (!bytes) throw new AppRefusal('The server gave nothing for this address.');
    return bytes;
  }

  async #askResources(
    serverId: string,
    method: ResourceMethod,
    params: JsonObject,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    return bounded(async () => {
      const connection = await this.deps.hub.open(serverId);
      return connection.request(method, params, { signal, timeoutMs: READ_TIMEOUT_MS });
    });
  }

  #draftOf({ sessionId, serverId, tool }: AppRequest): ((text: string) => void) | undefined {
    if (sessionId === undefined) return undefined;
    return (text) => {
      const serverName = this.deps.hub.recordOf(serverId)?.name ?? '';
      this.deps.events.onDraft({ sessionId, serverName, tool, text });
    };
  }

  /** A tool of the app's own server, where that is for apps and the rules for calls allow it. */
  async #callTool(
    { serverId, tool: app, sessionId, patience }: AppRequest & { readonly patience: Patience },
    tool: string,
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    const { hub, admit } = this.deps;
    const definition = hub.toolDefinition(serverId, tool);
    if (!definition) throw new AppRefusal('The server of this app lists no tool of this name.');
    if (!visibilityOf(definition).app) throw new AppRefusal('This tool is not for apps.');
    const mayAsk = !patience.isOver;
    const answer = await admit({ serverId, app, tool, input, sessionId, mayAsk }, signal);
    if (answer.input === undefined) {
      if (answer.isRefused === true) patience.spend();
      throw new AppRefusal(answer.denied);
    }
    signal.throwIfAborted();
    const options = { signal, timeoutMs: CALL_TIMEOUT_MS };
    return bounded(() => hub.callTool(serverId, tool, answer.input, options));
  }

  async #mayReachLocal(
    { serverId, tool }: AppRequest,
    local: DeclaredDomains,
    signal: AbortSignal,
  ): Promise<boolean> {
    const origins = originsOf(local);
    if (origins.length === 0) return false;
    const record = this.deps.hub.recordOf(serverId);
    if (!record || !runsHere(record.definition)) return false;
    const key = JSON.stringify([serverId, ...origins]);
    if (this.#agreed.has(key)) return true;
    const question = { serverName: record.name, tool, origins };
    if (!(await this.deps.agreeToLocal(question, signal))) return false;
    this.#agreed.add(key);
    return true;
  }
}

/** What an app is told once it asked too much. */
export const NO_MORE_QUESTIONS =
  'The person said no several times, so they are not asked again until the app is opened anew.';

/** How much an app may still ask over the window. */
class Patience {
  #refusals = 0;

  get isOver(): boolean {
    return this.#refusals >= MOST_REFUSALS;
  }

  spend(): void {
    this.#refusals += 1;
  }
}

/** Whether a server is on this computer, so that it may name what else is. */
function runsHere(definition: ServerDefinition): boolean {
  switch (definition.type) {
    case 'stdio':
    case 'builtin':
      return true;
    case 'http':
    case 'sse':
      return URL.canParse(definition.url) && isLoopbackHost(new URL(definition.url).hostname);
  }
}

/** What a server answers to an app: within a size, and with its own words where it refuses. */
async function bounded(ask: () => Promise<object>): Promise<JsonObject> {
  try {
    const result = await ask();
    if (JSON.stringify(result).length > MOST_RESULT) {
      throw new AppRefusal('The result is too large for an app.');
    }
    return { ...result };
  } catch (thrown) {
    if (thrown instanceof McpError) throw new AppRefusal(messageOf(thrown));
    throw thrown;
  }
}

/** Failures of the server with a code of the bench. */
async function refusable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof McpError)) throw thrown;
    throw new ParleyError('bench.refused', messageOf(thrown), { retryable: true, cause: thrown });
  }
}
