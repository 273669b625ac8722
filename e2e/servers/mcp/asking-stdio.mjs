// @ts-check
/**
 * A server of the legacy era on stdin and stdout whose tools ask people. Every answer becomes the text of the tool's result.
 *   --log=FILE   appends each answer to a file, one JSON object a line
 *   --url=URL    the address that is wanted by `connect_account` and `open_page`
 *   --gate=FILE  `ask_when_told` asks once this file is there; the account of `connect_account` is connected then
 *   --completes  says that `page-1` is done, and something of a page that nobody knows
 *   --early      asks for a release as soon as it is initialized, outside of any call
 *   --forms-only refuses clients that declare modes of elicitation
 */
import { appendFileSync, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const argv = process.argv.slice(2);
const value = (/** @type {string} */ name) =>
  argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const log = value('log');
const url = value('url') ?? 'https://auth.linear.example/connect';

/** @typedef {Record<string, any>} Json */
/** @type {Map<number, (answer: Json) => void>} */
const waiting = new Map();
let lastId = 0;
let isConnected = false;

const send = (/** @type {Json} */ message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/**
 * @param {string} method
 * @param {Json} params
 * @returns {Promise<Json>}
 */
function ask(method, params) {
  lastId += 1;
  const id = lastId;
  send({ id, method, params });
  return new Promise((resolve) => {
    waiting.set(id, (answer) => {
      if (log !== undefined) appendFileSync(log, `${JSON.stringify(answer)}\n`);
      resolve(answer);
    });
  });
}

const release = {
  message: 'I need a plan to create the release. You can edit it later.',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Release name', minLength: 3, maxLength: 60 },
      owner: { type: 'string', title: 'Owner', format: 'email' },
      log: { type: 'string', title: 'Change log', format: 'uri' },
      freeze: { type: 'string', title: 'Code freeze', format: 'date' },
      days: { type: 'integer', title: 'Review days', minimum: 1, maximum: 10, default: 3 },
      live: {
        type: 'string',
        title: 'Goes live',
        format: 'date-time',
        default: '2026-06-22T09:00:00+02:00',
      },
      channel: {
        type: 'string',
        title: 'Channel',
        oneOf: [
          { const: 'stable', title: 'Stable' },
          { const: 'beta', title: 'Beta' },
        ],
      },
      notify: { type: 'boolean', title: 'Notify customers', default: true },
      platforms: {
        type: 'array',
        title: 'Platforms',
        minItems: 1,
        items: { type: 'string', enum: ['macOS', 'Windows', 'Linux', 'Web'] },
      },
      token: { type: 'string', title: 'Deploy token' },
    },
    required: ['name', 'owner', 'freeze', 'days', 'channel', 'platforms'],
  },
};

/** @param {string} gate @param {string} elicitationId */
async function completeOnce(gate, elicitationId) {
  while (!existsSync(gate)) await new Promise((done) => setTimeout(done, 20));
  send({ method: 'notifications/elicitation/complete', params: { elicitationId } });
}

/** @type {Record<string, () => Promise<Json>>} */
const tools = {
  create_release: () => ask('elicitation/create', release),
  ask_twice: async () => {
    const names = ['first', 'second'];
    const answers = await Promise.all(
      names.map((name) =>
        ask('elicitation/create', {
          message: `The ${name} question.`,
          requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } } },
        }),
      ),
    );
    return { answers };
  },
  ask_when_told: async () => {
    while (!existsSync(value('gate') ?? '')) await new Promise((done) => setTimeout(done, 20));
    return ask('elicitation/create', release);
  },
  open_page: async () => {
    const answer = await ask('elicitation/create', {
      mode: 'url',
      message: 'Connect your workspace to continue.',
      url,
      elicitationId: 'page-1',
    });
    if (argv.includes('--completes'))
      for (const elicitationId of ['unknown', 'page-1', 'page-1'])
        send({ method: 'notifications/elicitation/complete', params: { elicitationId } });
    return answer;
  },
  connect_account: () => {
    if (isConnected) return Promise.resolve({ connected: true });
    isConnected = true;
    const elicitations = [
      { mode: 'url', message: 'Connect your workspace to continue.', url, elicitationId: 'acc-1' },
    ];
    const gate = value('gate');
    if (gate !== undefined) void completeOnce(gate, 'acc-1');
    throw Object.assign(new Error('The account is not connected.'), {
      code: -32042,
      data: { elicitations },
    });
  },
  summarise_text: () =>
    ask('sampling/createMessage', {
      messages: [{ role: 'user', content: { type: 'text', text: 'Summarise the plan.' } }],
      systemPrompt: 'Be brief.',
      maxTokens: 200,
    }),
};

/** @param {Json} message */
async function receive({ id, method, params, result, error }) {
  if (method === undefined) {
    waiting.get(id)?.(result ?? { error });
    waiting.delete(id);
    return;
  }
  if (method === 'notifications/initialized' && argv.includes('--early'))
    void ask('elicitation/create', release);
  if (id === undefined) return;
  try {
    if (method === 'initialize') {
      if (argv.includes('--forms-only') && Object.keys(params.capabilities.elicitation).length > 0)
        throw Object.assign(new Error('Unrecognized field "form"'), { code: -32602 });
      const serverInfo = { name: 'asking', version: '1.0.0' };
      const capabilities = { tools: {} };
      if (log !== undefined)
        appendFileSync(log, `${JSON.stringify({ declared: params.capabilities })}\n`);
      send({ id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo } });
    } else if (method === 'tools/list') {
      const listed = Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } }));
      send({ id, result: { tools: listed } });
    } else if (method === 'tools/call') {
      const text = JSON.stringify(await tools[params.name]?.());
      send({ id, result: { content: [{ type: 'text', text }] } });
    } else send({ id, result: {} });
  } catch (failure) {
    const { code = -32603, message, data } = /** @type {any} */ (failure);
    send({ id, error: { code, message, data } });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => void receive(JSON.parse(line)));
