// @ts-check
/**
 * A JSON-RPC message.
 * @typedef {Record<string, any>} Message
 * @typedef {(message: Message) => void} Send
 * @typedef {{ args: Record<string, any>, token: string | number | undefined, send: Send, id: string | number, server: ScriptedServer }} Call
 * @typedef {{ name?: string, instructions?: string, tools?: unknown[], silentInitialize?: boolean, hints?: boolean,
 *   pageSize?: number, argv?: string[], onCancelled?: (id: string | number) => void, exit?: (code: number) => void,
 *   closeOutput?: () => void }} ScriptedOptions
 */

/** All 27 combinations of three hints that are true, false or not declared. Names such as `hints_tf_`: t, f, or _ for none. */
export function hintCombinations() {
  const states = [true, false, undefined];
  const letter = (/** @type {boolean | undefined} */ state) =>
    state === undefined ? '_' : state ? 't' : 'f';
  return states.flatMap((readOnlyHint) =>
    states.flatMap((destructiveHint) =>
      states.map((openWorldHint) => ({
        name: `hints_${letter(readOnlyHint)}${letter(destructiveHint)}${letter(openWorldHint)}`,
        description: 'Answers with its own name.',
        inputSchema: { type: 'object', properties: {} },
        // JSON leaves undefined fields out: not declared.
        annotations: { readOnlyHint, destructiveHint, openWorldHint },
      })),
    ),
  );
}

const text = (/** @type {string} */ value) => ({ content: [{ type: 'text', text: value }] });
const strings = (/** @type {string[]} */ ...names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});
const none = { type: 'object', properties: {} };

/**
 * The tools that are always there. A handler that gives undefined leaves the call unanswered.
 * @type {Record<string, { description: string, inputSchema: object, annotations?: object, run: (call: Call) => any }>}
 */
const builtIn = {
  echo: {
    description: 'Repeats a text.',
    inputSchema: strings('text'),
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: ({ args }) => text(String(args['text'])),
  },
  arguments: {
    description: 'Shows the arguments of the call as JSON.',
    inputSchema: { type: 'object' },
    run: ({ args }) => text(JSON.stringify(args)),
  },
  process: {
    description: 'Shows how the server was started, as JSON.',
    inputSchema: none,
    run: ({ server }) =>
      text(
        JSON.stringify({
          pid: process.pid,
          args: server.options.argv ?? [],
          env: process.env,
          cwd: process.cwd(),
        }),
      ),
  },
  throw: {
    description: 'Throws inside the server.',
    inputSchema: none,
    run: () => {
      throw new Error('The tool threw on purpose.');
    },
  },
  fail: {
    description: 'Fails as a tool may: with a result that says so.',
    inputSchema: none,
    run: () => ({ ...text('The tool failed on purpose.'), isError: true }),
  },
  unknown_content: {
    description: 'Answers with kinds of content that nobody knows.',
    inputSchema: none,
    run: () => ({
      content: [
        { type: 'hologram', beams: 3, nested: { deep: [null, 1] } },
        { type: 'resource', resource: { text: 'no uri' } },
        { type: 'image', data: 'not base64!' },
        { type: 'text', text: 'and a text', extra: true },
      ],
      structuredContent: null,
      vendorField: 'kept',
    }),
  },
  slow: {
    description: 'Reports progress before it answers.',
    inputSchema: { type: 'object', properties: { steps: { type: 'integer', minimum: 1 } } },
    run: async ({ args, token, send }) => {
      const steps = Number(args['steps'] ?? 3);
      for (let progress = 1; progress <= steps; progress += 1) {
        await new Promise((done) => setImmediate(done));
        if (token === undefined) continue;
        send({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: token, progress, total: steps, message: `step ${progress}` },
        });
      }
      return text(`${steps} steps done`);
    },
  },
  silent: { description: 'Never answers.', inputSchema: none, run: () => undefined },
  progress_only: {
    description: 'Reports progress once and never answers.',
    inputSchema: none,
    run: ({ token, send }) => {
      const params = { progressToken: token, progress: 1 };
      send({ jsonrpc: '2.0', method: 'notifications/progress', params });
      return undefined;
    },
  },
  add_tool: {
    description: 'Adds a tool and says so, as often as told.',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, notices: { type: 'integer' } },
      required: ['name'],
    },
    run: ({ args, send, server }) => {
      server.extra.push({ name: args['name'], description: 'New.', inputSchema: none });
      for (let sent = 0; sent < Number(args['notices'] ?? 1); sent += 1) {
        send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      }
      return text(`added ${args['name']}`);
    },
  },
  list_count: {
    description: 'Says how often the list of tools was asked for.',
    inputSchema: none,
    run: ({ server }) => text(String(server.listCount)),
  },
  flood_stderr: {
    description: 'Writes that many lines to stderr.',
    inputSchema: { type: 'object', properties: { lines: { type: 'integer' } } },
    run: ({ args }) => {
      for (let line = 1; line <= Number(args['lines']); line += 1) console.error(`line ${line}`);
      return text('flooded');
    },
  },
  close_output: {
    description: 'Closes the output of the server, which lives on.',
    inputSchema: none,
    run: ({ server }) => {
      server.options.closeOutput?.();
      return undefined;
    },
  },
  die: {
    description: 'Ends the server in the middle of the call.',
    inputSchema: { type: 'object', properties: { code: { type: 'integer' } } },
    run: ({ args, server }) => {
      server.options.exit?.(Number(args['code'] ?? 1));
      return undefined;
    },
  },
};

/** A legacy-era MCP server over plain messages; what it does wrong is told by options and by the names of its tools. */
export class ScriptedServer {
  /** @param {ScriptedOptions} options */
  constructor(options = {}) {
    this.options = options;
    /** @type {unknown[]} */
    this.extra = [];
    this.listCount = 0;
  }

  tools() {
    const own = Object.entries(builtIn).map(([name, { run: _run, ...tool }]) => ({
      name,
      ...tool,
    }));
    const listed = this.options.tools ?? [
      ...own,
      ...(this.options.hints ? hintCombinations() : []),
    ];
    return [...listed, ...this.extra];
  }

  /**
   * @param {Message} message
   * @param {Send} send
   */
  async receive(message, send) {
    const { id, method, params } = message;
    if (method === 'notifications/cancelled') this.options.onCancelled?.(params?.requestId);
    if (id === undefined || method === undefined) return;
    try {
      const result = await this.answer(method, params ?? {}, id, send);
      if (result !== undefined) send({ jsonrpc: '2.0', id, result });
    } catch (failure) {
      const code = /** @type {any} */ (failure).code ?? -32603;
      send({
        jsonrpc: '2.0',
        id,
        error: { code, message: /** @type {Error} */ (failure).message },
      });
    }
  }

  /**
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {string | number} id
   * @param {Send} send
   */
  answer(method, params, id, send) {
    switch (method) {
      case 'initialize':
        if (this.options.silentInitialize) return undefined;
        return {
          protocolVersion: params['protocolVersion'] ?? '2025-06-18',
          capabilities: { tools: { listChanged: true } },
          serverInfo: {
            name: this.options.name ?? 'scripted',
            version: '1.2.3',
            title: 'Scripted',
          },
          instructions: this.options.instructions ?? 'Do as the script says.',
        };
      case 'ping':
        return {};
      case 'tools/list':
        return this.page(params['cursor']);
      case 'tools/call':
        return this.call(params, id, send);
      default:
        throw Object.assign(new Error(`Method not found: ${method}`), { code: -32601 });
    }
  }

  /** @param {string | undefined} cursor */
  page(cursor) {
    this.listCount += 1;
    const tools = this.tools();
    const size = this.options.pageSize ?? tools.length;
    const start = cursor === undefined ? 0 : Number(cursor);
    const next = start + size;
    return {
      tools: tools.slice(start, next),
      ...(next < tools.length ? { nextCursor: String(next) } : {}),
    };
  }

  /**
   * @param {Record<string, any>} params
   * @param {string | number} id
   * @param {Send} send
   */
  call(params, id, send) {
    const { name, arguments: args = {} } = params;
    const tool = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
    if (tool)
      return tool.run({ args, token: params['_meta']?.progressToken, send, id, server: this });
    const listed = this.tools().some((one) => /** @type {any} */ (one)?.name === name);
    if (listed) return text(`${name} ${JSON.stringify(args)}`);
    throw Object.assign(new Error(`Unknown tool: ${name}`), { code: -32602 });
  }
}
