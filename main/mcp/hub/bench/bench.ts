import { messageOf, ParleyError } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { BenchRun, SchemaVerdict } from '../../../../shared/mcp/bench.ts';
import type { TrafficEntry } from '../../../../shared/mcp/traffic.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Disposable } from '../../../lib/disposable.ts';
import type { Log } from '../../../lib/logger.ts';
import { McpError } from '../../client/mcp-error.ts';
import type { Hub } from '../hub-contract.ts';
import { BenchRuns } from './bench-runs.ts';
import { ResourceWatch } from './resource-watch.ts';
import { schemaVerdict } from './schema-verdict.ts';

const LIST_TIMEOUT_MS = 60_000;
/** Most values of a completion that are shown. */
const MOST_VALUES = 100;

const lists = {
  resources: { method: 'resources/list', field: 'resources' },
  templates: { method: 'resources/templates/list', field: 'resourceTemplates' },
  prompts: { method: 'prompts/list', field: 'prompts' },
} as const;

/** What the bench tells the window. */
export interface BenchEvents {
  readonly onRun: (run: BenchRun) => void;
  readonly onResourceUpdated: (serverId: string, uri: string) => void;
  readonly onTraffic: (serverId: string, entries: readonly TrafficEntry[]) => void;
}

export interface BenchDeps {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: BenchEvents;
}

export interface CompletionQuestion {
  readonly ref: JsonObject;
  readonly argument: { readonly name: string; readonly value: string };
  /** What was chosen before. */
  readonly others: Readonly<Record<string, string>>;
}

/** What a person does with a server by hand. Reads and calls go through the hub, as those of sessions do. */
export class Bench implements Disposable {
  readonly runs: BenchRuns;
  readonly watch: ResourceWatch;
  readonly #stop: () => void;
  #trafficOf: string | undefined;

  constructor(private readonly deps: BenchDeps) {
    const { hub, clock, log, events } = deps;
    this.runs = new BenchRuns({ hub, clock, onChange: events.onRun });
    this.watch = new ResourceWatch({ hub, log, onUpdated: events.onResourceUpdated });
    this.#stop = hub.onTraffic((serverId, entries) => {
      if (serverId === this.#trafficOf) events.onTraffic(serverId, entries);
    });
  }

  /** Whether arguments fit the input schema of a tool. */
  check(serverId: string, tool: string, args: unknown): SchemaVerdict {
    return schemaVerdict(this.deps.hub.toolDefinition(serverId, tool)?.['inputSchema'], args);
  }

  /** One page of a list. Entries that are no objects are left out. */
  async list(
    serverId: string,
    list: keyof typeof lists,
    cursor: string | undefined,
  ): Promise<{ readonly items: JsonObject[]; readonly nextCursor?: string }> {
    const { method, field } = lists[list];
    const page = await refusable(async () => {
      const connection = await this.deps.hub.open(serverId);
      const group = list === 'prompts' ? 'prompts' : 'resources';
      if (connection.capabilities[group] === undefined) return {};
      // An empty cursor asks for one page where none asks for all.
      const params = cursor === undefined ? {} : { cursor };
      return connection.request(method, params, { timeoutMs: LIST_TIMEOUT_MS });
    });
    const items = page[field];
    const { nextCursor } = page;
    return {
      items: Array.isArray(items) ? items.filter(isJsonObject) : [],
      ...(typeof nextCursor === 'string' && nextCursor !== cursor ? { nextCursor } : {}),
    };
  }

  /** What a value may be completed to; nothing where the server completes nothing. */
  async complete(
    serverId: string,
    { ref, argument, others }: CompletionQuestion,
    signal: AbortSignal,
  ): Promise<{ readonly values: string[]; readonly hasMore: boolean }> {
    const answer = await refusable(async () => {
      const connection = await this.deps.hub.open(serverId);
      if (connection.capabilities['completions'] === undefined) return {};
      const context = Object.keys(others).length === 0 ? {} : { context: { arguments: others } };
      return connection.complete({ ref, argument, ...context }, { signal, timeoutMs: 10_000 });
    });
    const completion = isJsonObject(answer['completion']) ? answer['completion'] : {};
    const values = Array.isArray(completion['values']) ? completion['values'] : [];
    const texts = values.filter((value): value is string => typeof value === 'string');
    return {
      values: texts.slice(0, MOST_VALUES),
      hasMore: completion['hasMore'] === true || texts.length > MOST_VALUES,
    };
  }

  subscribe(serverId: string, uri: string): Promise<void> {
    return refusable(() => this.watch.subscribe(serverId, uri));
  }

  unsubscribe(serverId: string, uri: string): Promise<void> {
    return refusable(() => this.watch.unsubscribe(serverId, uri));
  }

  /** What went over the wire. News of this server are told from now on, those of others no more. */
  traffic(serverId: string): readonly TrafficEntry[] {
    this.#trafficOf = serverId;
    return this.deps.hub.traffic(serverId);
  }

  /** One message a line. */
  trafficExport(serverId: string): string {
    return this.deps.hub
      .traffic(serverId)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join('');
  }

  dispose(): void {
    this.#stop();
    this.watch.dispose();
    this.runs.dispose();
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
