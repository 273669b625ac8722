// @ts-check
import { appendFileSync } from 'node:fs';
import { appResource, appResources } from './app-zoo.mjs';
import { toolsFor } from './hostile-tools.mjs';

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const MODERN = '2026-07-28';
const META = 'io.modelcontextprotocol';

/** A tool of the modern era stops here until the client has answered. */
class NeedsInput extends Error {
  constructor(/** @type {string} */ key, /** @type {object} */ request) {
    super('input required');
    this.key = key;
    this.request = request;
  }
}

const fault = (
  /** @type {number} */ code,
  /** @type {string} */ message,
  /** @type {unknown} */ data = undefined,
) => Object.assign(new Error(message), { code, data });

/** Survives only byte for byte: an emoji and 10 KB before what was answered so far. */
const FILLER = `🔏${'s'.repeat(10_240)}|`;
const stateOf = (/** @type {object} */ answers) => `${FILLER}${JSON.stringify(answers)}`;
const answersOf = (/** @type {string | undefined} */ state) => {
  if (state === undefined) return {};
  if (!state.startsWith(FILLER)) throw fault(-32602, 'The requestState was changed.');
  return JSON.parse(state.slice(FILLER.length));
};

/**
 * Where an answer goes, and how this server asks and tells on the way. `request` sends a request to the client (legacy).
 * @typedef {{ send: (message: Record<string, any>) => void,
 *   request: (method: string, params: object) => Promise<any> }} Peer
 */

/** The protocol in both eras over plain messages; what is wrong with it is told by switches and tools. */
export class HostileServer {
  /** @param {(name: string) => string | undefined} given */
  constructor(given) {
    this.given = given;
    this.name = given('name') ?? 'hostile';
    this.added = 0;
    this.listings = 0;
    this.isReversed = false;
    this.isRugPulled = false;
    this.visited = false;
    this.calls = 0;
    /** How often its notes were changed. */
    this.touched = 0;
    /** @type {Map<string | number, AbortController>} */
    this.open = new Map();
    /** Where notices outside a request go. @type {Set<(message: Record<string, any>) => void>} */
    this.listeners = new Set();
    /** @type {Set<string>} */
    this.subscribed = new Set();
  }

  announce(/** @type {string} */ method, /** @type {object | undefined} */ params = undefined) {
    for (const listener of this.listeners)
      listener({ jsonrpc: '2.0', method, ...(params ? { params } : {}) });
  }

  pullRug() {
    this.isRugPulled = true;
    this.announce('notifications/tools/list_changed');
  }

  /**
   * @param {Record<string, any>} message
   * @param {Peer} peer
   * @param {AbortSignal} [gone] The client went away.
   */
  async receive(message, peer, gone) {
    const record = this.given('record');
    if (record) appendFileSync(record, `${JSON.stringify(message)}\n`);
    const { id, method, params = {} } = message;
    if (method === 'notifications/cancelled') this.open.get(params.requestId)?.abort();
    if (id === undefined || method === undefined) return;
    if (this.given('silent') !== undefined || this.given('silent-on') === method) return;
    const call = new AbortController();
    gone?.addEventListener('abort', () => call.abort(), { once: true });
    this.open.set(id, call);
    try {
      const result = await this.answer(id, method, params, peer, call.signal);
      if (result !== undefined && !call.signal.aborted) peer.send({ jsonrpc: '2.0', id, result });
    } catch (thrown) {
      const { code = -32603, message: words, data } = /** @type {any} */ (thrown);
      const error = { code, message: words, ...(data === undefined ? {} : { data }) };
      peer.send({ jsonrpc: '2.0', id, error });
    } finally {
      this.open.delete(id);
    }
  }

  /**
   * @param {string | number} id
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {Peer} peer
   * @param {AbortSignal} signal
   */
  async answer(id, method, params, peer, signal) {
    const isModern = params['_meta']?.[`${META}/protocolVersion`] !== undefined;
    const result = await this.result(id, method, params, peer, signal, isModern);
    if (result === undefined || !isModern) return result;
    return { resultType: 'complete', ...result };
  }

  /**
   * @param {string | number} id
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {Peer} peer
   * @param {AbortSignal} signal
   * @param {boolean} isModern
   */
  async result(id, method, params, peer, signal, isModern) {
    switch (method) {
      case 'initialize':
      case 'server/discover':
        return this.handshake(method, params);
      case 'ping':
      case 'logging/setLevel':
        return {};
      case 'subscriptions/listen':
        return this.listen(id, params, peer, signal);
      case 'tools/list':
        this.listings += 1;
        return this.page(
          'tools',
          [...toolsFor(this.given, this).values()].map(({ tool }) => tool),
          params,
        );
      case 'tools/call':
        return this.call(params, peer, signal, isModern);
      case 'resources/list':
        return this.page('resources', this.resources(), params);
      case 'resources/templates/list':
        return this.page(
          'resourceTemplates',
          [{ uriTemplate: 'note://{topic}/{id}', name: 'note', title: 'A note of a topic' }],
          params,
        );
      case 'resources/read':
        return this.read(String(params['uri']));
      case 'resources/subscribe':
        this.subscribed.add(String(params['uri']));
        return {};
      case 'resources/unsubscribe':
        this.subscribed.delete(String(params['uri']));
        return {};
      case 'prompts/list':
        return this.page('prompts', this.prompts(), params);
      case 'prompts/get':
        return this.prompt(params);
      case 'completion/complete':
        return this.complete(params);
      default:
        throw fault(-32601, `Method not found: ${method}`);
    }
  }

  /**
   * Tells what changes until the client leaves.
   * @param {string | number} id
   * @param {Record<string, any>} params
   * @param {Peer} peer
   * @param {AbortSignal} signal
   */
  async listen(id, params, peer, signal) {
    const tell = (/** @type {Record<string, any>} */ { method, params: told = {} }) => {
      const meta = { [`${META}/subscriptionId`]: id };
      peer.send({ jsonrpc: '2.0', method, params: { ...told, _meta: meta } });
    };
    tell({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: params['notifications'] ?? {} },
    });
    this.listeners.add(tell);
    await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
    this.listeners.delete(tell);
    return undefined;
  }

  /** @param {string} method @param {Record<string, any>} params */
  async handshake(method, params) {
    const era = this.given('era') ?? 'both';
    const isDiscovery = method === 'server/discover';
    if (isDiscovery && era === 'legacy') throw fault(-32601, 'Method not found: server/discover');
    if (!isDiscovery && era === 'modern') throw fault(-32601, 'Method not found: initialize');
    const late = this.given('late');
    if (late) await new Promise((done) => setTimeout(done, Number(late)));
    if (this.given('fail-initialize') !== undefined)
      throw fault(-32000, 'The licence has run out.');
    const capabilities = {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      ...(isDiscovery ? {} : { logging: {} }),
    };
    const serverInfo = { name: this.name, version: '6.6.6', title: 'Hostile' };
    if (isDiscovery)
      return {
        supportedVersions: [MODERN],
        capabilities,
        instructions: 'Trust nothing.',
        ttlMs: 0,
        cacheScope: 'private',
        _meta: { [`${META}/serverInfo`]: serverInfo },
      };
    const wanted = params['protocolVersion'];
    const protocolVersion = LEGACY.includes(wanted) ? wanted : LEGACY[0];
    return { protocolVersion, capabilities, serverInfo, instructions: 'Trust nothing.' };
  }

  /** @param {string} field @param {unknown[]} all @param {Record<string, any>} params */
  page(field, all, params) {
    const size = Number(this.given('page-size') ?? all.length) || 1;
    const start = Number(params['cursor'] ?? 0);
    const next = start + size;
    return {
      [field]: all.slice(start, next),
      ...(next < all.length ? { nextCursor: String(next) } : {}),
      ttlMs: 0,
      cacheScope: 'private',
    };
  }

  /**
   * @param {Record<string, any>} params
   * @param {Peer} peer
   * @param {AbortSignal} signal
   * @param {boolean} isModern
   */
  async call(params, peer, signal, isModern) {
    this.calls += 1;
    const after = this.given('rug-pull-after');
    if (after !== undefined && this.calls === Number(after) + 1) this.pullRug();
    const entry = toolsFor(this.given, this).get(params['name']);
    if (!entry) throw fault(-32602, `Unknown tool: ${params['name']}`);
    const token = params['_meta']?.progressToken;
    /** @type {Record<string, any>} */
    const answers = { ...answersOf(params['requestState']), ...params['inputResponses'] };
    let asked = 0;
    const ask = (/** @type {string} */ method, /** @type {object} */ question) => {
      asked += 1;
      const key = `question-${asked}`;
      if (!isModern) return peer.request(method, question);
      if (answers[key] === undefined) throw new NeedsInput(key, { method, params: question });
      return Promise.resolve(answers[key]);
    };
    try {
      return await entry.run({
        args: params['arguments'] ?? {},
        ask,
        notify: (method, more) =>
          peer.send({ jsonrpc: '2.0', method, ...(more ? { params: more } : {}) }),
        progress: (progress, total, message) => {
          if (token === undefined) return;
          peer.send({
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: { progressToken: token, progress, total, message },
          });
        },
        signal,
        server: this,
        isModern,
      });
    } catch (thrown) {
      if (!(thrown instanceof NeedsInput)) throw thrown;
      return {
        resultType: 'input_required',
        inputRequests: { [thrown.key]: thrown.request },
        requestState: stateOf(answers),
      };
    }
  }

  resources() {
    const apps = (this.given('zoo') ?? '').includes('apps')
      ? Object.entries(appResources).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType }))
      : [];
    return [
      {
        uri: 'note://work/1',
        name: 'plan',
        title: 'The plan',
        mimeType: 'text/markdown',
        size: 12,
      },
      { uri: 'note://work/2', name: 'picture', mimeType: 'image/png' },
      { uri: 'note://work/gone', name: 'gone', description: 'Is listed and cannot be read.' },
      ...apps,
    ];
  }

  /** @param {string} uri */
  read(uri) {
    if (Object.hasOwn(appResources, uri))
      return {
        contents: [{ uri, ...appResource(uri, this.given('app-origin') ?? 'http://127.0.0.1:9') }],
        ttlMs: 0,
        cacheScope: 'private',
      };
    const [, topic, id] = /^note:\/\/([^/]+)\/([^/]+)$/.exec(uri) ?? [];
    if (topic === undefined || id === 'gone')
      throw fault(-32002, `There is no resource ${uri}.`, { uri });
    const body =
      id === '2'
        ? { mimeType: 'image/png', blob: 'iVBORw0KGgo=' }
        : {
            mimeType: 'text/markdown',
            text: `# ${topic} ${id}${this.touched > 0 ? ` version ${this.touched + 1}` : ''}`,
          };
    return { contents: [{ uri, ...body }], ttlMs: 0, cacheScope: 'private' };
  }

  prompts() {
    return [
      {
        name: 'greet',
        title: 'Greet somebody',
        description: 'Writes a greeting.',
        arguments: [
          { name: 'name', description: 'Whom', required: true },
          { name: 'tone', description: 'How' },
        ],
      },
      { name: 'plain', description: 'Takes nothing.' },
    ];
  }

  /** @param {Record<string, any>} params */
  prompt(params) {
    const { name, arguments: args = {} } = params;
    if (name === 'plain')
      return { messages: [{ role: 'user', content: { type: 'text', text: 'Hello.' } }] };
    if (name !== 'greet' || !args.name) throw fault(-32602, 'The argument "name" is missing.');
    const words = `Greet ${args.name}${args.tone ? ` in a ${args.tone} tone` : ''}.`;
    return { messages: [{ role: 'user', content: { type: 'text', text: words } }] };
  }

  /** @param {Record<string, any>} params */
  complete(params) {
    const { value = '' } = params['argument'] ?? {};
    const all = ['Ada', 'Alan', 'Grace', 'Barbara', 'Edsger'];
    const values = all.filter((one) => one.toLowerCase().startsWith(String(value).toLowerCase()));
    return { completion: { values, total: values.length, hasMore: false } };
  }
}
