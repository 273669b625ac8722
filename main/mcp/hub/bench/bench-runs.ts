import { randomUUID } from 'node:crypto';
import { messageOf, ParleyError } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { BenchRequest, BenchRun } from '../../../../shared/mcp/bench.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Disposable } from '../../../lib/disposable.ts';
import type { RequestOptions } from '../../client/connection.ts';
import { McpError } from '../../client/mcp-error.ts';
import type { Hub } from '../hub-contract.ts';
import { schemaVerdict } from './schema-verdict.ts';

/** Runs that are kept of one server. */
const MOST_RUNS = 30;
/** Characters of all results together that are kept. */
const MOST_TEXT = 64 * 1024 * 1024;
/** Characters of a result in one answer to the window. */
const PART = 1024 * 1024;

export interface BenchRunsDeps {
  readonly hub: Pick<Hub, 'open' | 'callTool' | 'toolDefinition'>;
  readonly clock: Clock;
  /** Called with each change of a run. */
  readonly onChange: (run: BenchRun) => void;
}

interface KeptRun {
  run: BenchRun;
  text: string;
  readonly giveUp: AbortController;
}

/** Requests that a person sends to a server by hand: started at once, told by events, kept for a while with their results. */
export class BenchRuns implements Disposable {
  readonly #kept = new Map<string, KeptRun>();
  #sequence = 0;

  constructor(private readonly deps: BenchRunsDeps) {}

  /** Starts a request and gives what is known of it; never waits for the server. */
  start(serverId: string, request: BenchRequest, timeoutMs: number): BenchRun {
    const kept: KeptRun = {
      run: {
        id: randomUUID(),
        serverId,
        request,
        state: 'running',
        sequence: (this.#sequence += 1),
        startedAt: this.deps.clock.now(),
        timeoutMs,
      },
      text: '',
      giveUp: new AbortController(),
    };
    this.#kept.set(kept.run.id, kept);
    this.#forgetOldest(serverId);
    void this.#follow(kept);
    return kept.run;
  }

  cancel(runId: string): void {
    this.#get(runId).giveUp.abort();
  }

  /** Oldest first. */
  list(serverId: string): readonly BenchRun[] {
    return [...this.#kept.values()]
      .filter(({ run }) => run.serverId === serverId)
      .map(({ run }) => run);
  }

  /** Throws `bench.not-found`. */
  get(runId: string): BenchRun {
    return this.#get(runId).run;
  }

  part(runId: string, offset: number): { readonly text: string; readonly total: number } {
    const { text } = this.#get(runId);
    return { text: text.slice(offset, offset + PART), total: text.length };
  }

  /** Ends what still runs. */
  dispose(): void {
    for (const { giveUp } of this.#kept.values()) giveUp.abort();
  }

  #get(runId: string): KeptRun {
    const kept = this.#kept.get(runId);
    if (kept) return kept;
    throw new ParleyError('bench.not-found', 'This call and its result are not kept any more.');
  }

  async #follow(kept: KeptRun): Promise<void> {
    const { clock } = this.deps;
    try {
      const result = await this.#send(kept);
      kept.text = JSON.stringify(result);
      this.#change(kept, {
        state: 'answered',
        durationMs: clock.now() - kept.run.startedAt,
        bytes: Buffer.byteLength(kept.text),
        ...(kept.run.request.kind === 'tool' ? this.#toolFacts(kept, result) : {}),
      });
      this.#boundText();
    } catch (thrown) {
      this.#change(kept, {
        ...endOf(thrown),
        durationMs: clock.now() - kept.run.startedAt,
      });
    }
  }

  async #send({ run, giveUp }: KeptRun): Promise<JsonObject> {
    const { hub } = this.deps;
    const { request, serverId, timeoutMs } = run;
    const options: RequestOptions = {
      signal: giveUp.signal,
      timeoutMs,
      onProgress: (progress) => this.#progress(run.id, progress),
    };
    const connection = await hub.open(serverId);
    const kept = this.#kept.get(run.id);
    if (kept)
      kept.run = {
        ...kept.run,
        era: connection.era,
        protocolVersion: connection.protocolVersion,
      };
    giveUp.signal.throwIfAborted();
    switch (request.kind) {
      case 'tool': {
        const whole = { ...options, takesUnfitOutput: true };
        return { ...(await hub.callTool(serverId, request.name, request.arguments, whole)) };
      }
      case 'resource':
        return connection.readResource(request.uri, options);
      case 'prompt':
        return connection.getPrompt(request.name, request.arguments, options);
    }
  }

  #progress(runId: string, progress: NonNullable<BenchRun['progress']>): void {
    const kept = this.#kept.get(runId);
    if (kept?.run.state === 'running') this.#change(kept, { progress });
  }

  #toolFacts({ run }: KeptRun, result: JsonObject): Pick<BenchRun, 'isError' | 'verdict'> {
    const name = run.request.kind === 'tool' ? run.request.name : '';
    const schema = this.deps.hub.toolDefinition(run.serverId, name)?.['outputSchema'];
    const isError = result['isError'] === true;
    // A failed call needs no structured content.
    if (isError && result['structuredContent'] === undefined) return { isError };
    if (isJsonObject(schema) && result['structuredContent'] === undefined) {
      const message = 'It is missing, though the tool declares an output schema.';
      const missing = { path: '', keyword: 'structuredContent', message };
      return { isError, verdict: { state: 'differs', mismatches: [missing] } };
    }
    return { isError, verdict: schemaVerdict(schema, result['structuredContent']) };
  }

  #change(kept: KeptRun, change: Partial<BenchRun>): void {
    kept.run = { ...kept.run, ...change, sequence: (this.#sequence += 1) };
    this.deps.onChange(kept.run);
  }

  #forgetOldest(serverId: string): void {
    const ofServer = this.list(serverId);
    for (const run of ofServer.slice(0, Math.max(0, ofServer.length - MOST_RUNS)))
      if (run.state !== 'running') this.#kept.delete(run.id);
  }

  /** The newest result is kept whatever its size. */
  #boundText(): void {
    let total = [...this.#kept.values()].reduce((sum, { text }) => sum + text.length, 0);
    const ended = [...this.#kept.values()].filter(({ run }) => run.state !== 'running');
    for (const kept of ended.slice(0, -1)) {
      if (total <= MOST_TEXT) return;
      total -= kept.text.length;
      this.#kept.delete(kept.run.id);
    }
  }
}

function endOf(thrown: unknown): Pick<BenchRun, 'state' | 'failure'> {
  if (!(thrown instanceof McpError)) {
    const isAbort = thrown instanceof DOMException && thrown.name === 'AbortError';
    if (isAbort) return { state: 'cancelled' };
    return { state: 'failed', failure: { kind: 'other', message: messageOf(thrown) } };
  }
  if (thrown.kind === 'aborted') return { state: 'cancelled' };
  const failure = {
    kind: thrown.kind,
    message: thrown.message,
    ...(thrown.details.code === undefined ? {} : { code: thrown.details.code }),
  };
  return { state: thrown.kind === 'timeout' ? 'timed-out' : 'failed', failure };
}
