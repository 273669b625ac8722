import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AnswerPart, ModelStep, RecordedRequest, ScriptEntry } from './model-script.ts';
import { askedBy, modelList, wires } from './wires.ts';
import type { Wire } from './wires.ts';

/** A scripted model service on loopback that speaks all wire protocols. Whoever starts it disposes it. */
export interface ModelServer {
  /** Base address with `/v1`, for all protocols. */
  readonly url: string;
  /** Everything that was asked, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Headers of each question for the list of models. */
  readonly listings: readonly Readonly<Record<string, string | undefined>>[];
  /** The models that it lists from now on; until then it has no list. */
  offer(...models: readonly string[]): void;
  /** Titles for conversations, which are asked for apart: no part of script and requests. Without one the answer is status 503. */
  readonly titles: string[];
  /** Adds to the script. */
  push(...entries: readonly ScriptEntry[]): void;
  /** Resolves when a `hold` step has sent its first parts and waits. */
  held(): Promise<void>;
  /** Lets every held answer go on. */
  release(): void;
  /** Closes the server and every connection. */
  dispose(): Promise<void>;
}

/** Starts the server on a free port. A request after the end of the script gets status 500 that says so. */
export async function startModelServer(...script: readonly ScriptEntry[]): Promise<ModelServer> {
  const state = new ScriptState(script);
  const server = createServer((request, response) => {
    void serve(state, request, response).catch((failure: unknown) => {
      response.destroy(failure instanceof Error ? failure : new Error(String(failure)));
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: state.requests,
    listings: state.listings,
    offer: (...models) => {
      state.models = models;
    },
    titles: state.titles,
    push: (...entries) => {
      state.script.push(...entries);
    },
    held: () => state.held,
    release: () => {
      state.release();
    },
    dispose: () =>
      new Promise((resolve) => {
        state.release();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

function createGate(): Gate {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

class ScriptState {
  readonly script: ScriptEntry[];
  readonly requests: RecordedRequest[] = [];
  readonly listings: Readonly<Record<string, string | undefined>>[] = [];
  models: readonly string[] | undefined;
  readonly titles: string[] = [];
  #reached = createGate();
  #released = createGate();

  constructor(script: readonly ScriptEntry[]) {
    this.script = [...script];
  }

  get held(): Promise<void> {
    return this.#reached.passed;
  }

  /** Waits for the next release. */
  hold(): Promise<void> {
    this.#reached.open();
    return this.#released.passed;
  }

  release(): void {
    this.#released.open();
    this.#reached = createGate();
    this.#released = createGate();
  }

  next(request: RecordedRequest): ModelStep {
    const entry = this.script.shift();
    if (!entry) {
      return { kind: 'error', status: 500, body: { error: { message: 'The script is over.' } } };
    }
    return typeof entry === 'function' ? entry(request) : entry;
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** In the system prompt of a request for a title. */
const TITLE_REQUEST = 'You give a conversation a title';

async function serve(
  state: ScriptState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
  );
  const text = await bodyText(request);
  if (request.method === 'GET' && state.models && /^\/v1(?:beta)?\/models$/.test(path)) {
    state.listings.push(headers);
    sendJson(response, 200, modelList(state.models, headers));
    return;
  }
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  const asked = request.method === 'POST' ? askedBy(path, body) : undefined;
  if (!asked) {
    sendJson(response, 404, {
      error: { message: `No such address: ${request.method ?? ''} ${path}` },
    });
    return;
  }
  const { protocol, model, isStream } = asked;
  const recorded = { protocol, model, path, headers, body, closed: closedOf(response) };
  if (text.includes(TITLE_REQUEST)) {
    const [title] = state.titles.splice(0, 1);
    const none: ModelStep = { kind: 'error', status: 503, body: 'No title.' };
    const step: ModelStep =
      title === undefined ? none : { kind: 'answer', parts: [{ text: title }] };
    await perform(state, step, { ...recorded, isStream }, response);
    return;
  }
  state.requests.push(recorded);
  await perform(state, state.next(recorded), { ...recorded, isStream }, response);
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function closedOf(response: ServerResponse): Promise<'finished' | 'aborted'> {
  return new Promise((resolve) => {
    response.once('close', () => {
      resolve(response.writableFinished ? 'finished' : 'aborted');
    });
  });
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(text);
}

/** Writes the pieces of a stream in the words of a protocol. */
class StreamWriter {
  readonly #parts: AnswerPart[] = [];
  readonly #wire: Wire;
  #calls = 0;

  constructor(
    readonly request: RecordedRequest,
    readonly response: ServerResponse,
  ) {
    this.#wire = wires[request.protocol];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const start = this.#wire.start(request.model);
    if (start === '') response.flushHeaders();
    else response.write(start);
  }

  /** Each event is written on its own and waits for the socket, so that chunks arrive one by one. */
  async write(parts: readonly AnswerPart[]): Promise<void> {
    for (const part of parts) {
      const at = { index: this.#parts.length, call: this.#calls };
      const events = this.#wire.part(this.request.model, part, at);
      if ('tool' in part) this.#calls += 1;
      this.#parts.push(part);
      for (const event of events) await this.#send(event);
    }
  }

  end(
    answer: { readonly stop?: string; readonly usage?: { input: number; output: number } } = {},
  ): void {
    this.response.end(this.#wire.end(this.request.model, { ...answer, parts: this.#parts }));
  }

  fail(error: unknown): void {
    this.response.end(this.#wire.streamError(error));
  }

  #send(text: string): Promise<void> {
    return new Promise((resolve) => {
      // A reader that went away ends the write with an error, which is no failure of the script.
      this.response.write(text, () => {
        resolve();
      });
    });
  }
}

async function perform(
  state: ScriptState,
  step: ModelStep,
  request: RecordedRequest & { readonly isStream: boolean },
  response: ServerResponse,
): Promise<void> {
  if (step.kind === 'error') {
    sendJson(response, step.status, step.body, step.headers);
    return;
  }
  if (step.kind === 'answer' && !request.isStream) {
    sendJson(response, 200, wires[request.protocol].whole(request.model, step));
    return;
  }
  const stream = new StreamWriter(request, response);
  await stream.write(step.parts);
  switch (step.kind) {
    case 'answer':
      stream.end(step);
      return;
    case 'cut':
      if (step.how === 'reset') response.destroy();
      else response.end();
      return;
    case 'stream-error':
      stream.fail(step.error);
      return;
    case 'hold':
      await state.hold();
      await stream.write(step.rest);
      stream.end();
  }
}
