import type { ToolUseBlock } from '../../../../shared/agent/content.ts';
import type { ProviderKind } from '../../../../shared/agent/provider.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { fullToolName } from '../../../../shared/mcp/hints.ts';
import type { ToolHints } from '../../../../shared/mcp/hints.ts';
import type { ToolInfo } from '../../../../shared/mcp/tool.ts';
import { delay } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { RawToolResult, RequestOptions } from '../../../mcp/client/connection.ts';
import { adaptToolSchema } from '../../../../shared/agent/tool-schema/adapt-tool-schema.ts';
import type { ServerLink } from './server-link.ts';
import type { BuiltInTool, CallFacts } from '../builtin/built-in-tool.ts';
import { legalName, modelName, modelNames } from './tool-names.ts';
import type { ToolAddress } from './tool-names.ts';
import { withinLimit } from './tool-limit.ts';
import { matchesAny } from './tool-patterns.ts';

/** A tool that the model may call. */
export interface AvailableTool {
  /** Full name, as rules, prompts and transcripts have it. */
  readonly name: string;
  /** The name that the model sees and sends. */
  readonly modelName: string;
  /** Absent for the runtime's own tools. */
  readonly serverName: string | undefined;
  readonly toolName: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly annotations: ToolHints;
  /** Of the runtime's own tools: what a call would do, before it runs. */
  readonly facts?: ((input: JsonObject) => Promise<CallFacts>) | undefined;
  call(args: JsonObject, options: RequestOptions): Promise<RawToolResult>;
}

export interface LeftOutTool {
  readonly name: string;
  /** Absent for the runtime's own tools. */
  readonly serverName: string | undefined;
  readonly toolName: string;
  readonly reason: string;
}

/** The tools of one moment, sorted by full name so that a provider's prompt cache holds (RT-21). */
export interface ToolSet {
  readonly tools: readonly AvailableTool[];
  readonly leftOut: readonly LeftOutTool[];
  find(modelName: string): AvailableTool | undefined;
  /** The name towards the model of a call in the history, also when the tool is gone. */
  modelNameOf(call: ToolUseBlock): string;
}

/** The servers of a session and the tools that they have now. Owns the links: `close` ends them. */
export class ToolRegistry {
  readonly #links: readonly ServerLink[];
  readonly #visible: readonly string[] | undefined;
  readonly #providerKind: () => ProviderKind;
  readonly #builtIns: readonly BuiltInTool[];
  #set: ToolSet | undefined;
  /** What `#set` is adapted for. */
  #kind: ProviderKind | undefined;

  /**
   * @param builtIns the runtime's own tools
   * @param visible absent: everything; empty: nothing (SDK-13)
   * @param providerKind of the next request: schemas are adapted to it, and tools that cannot be are left out (RT-28)
   */
  constructor(
    links: readonly ServerLink[],
    visible: readonly string[] | undefined,
    providerKind: () => ProviderKind,
    builtIns: readonly BuiltInTool[] = [],
  ) {
    this.#links = links;
    this.#visible = visible;
    this.#providerKind = providerKind;
    this.#builtIns = builtIns;
    for (const link of links)
      link.onChange(() => {
        this.#set = undefined;
      });
  }

  get links(): readonly ServerLink[] {
    return this.#links;
  }

  /** Starts every server; none is waited for. */
  start(): void {
    for (const link of this.#links) void link.start();
  }

  /** Waits until no server is on its way any more, at most `limitMs` (RT-10). Gives the names of those that still are. Rejects with the signal's reason. */
  async settle(limitMs: number, clock: Clock, signal: AbortSignal): Promise<readonly string[]> {
    const done = new AbortController();
    const limit = delay(clock, limitMs, AbortSignal.any([signal, done.signal]));
    try {
      await Promise.race([Promise.all(this.#links.map((link) => link.start())), limit]);
      signal.throwIfAborted();
    } finally {
      done.abort();
      await limit.catch(() => undefined);
    }
    return this.#links.filter((link) => isUnsettled(link)).map((link) => link.name);
  }

  get hasUnsettled(): boolean {
    return this.#links.some((link) => isUnsettled(link));
  }

  current(): ToolSet {
    const kind = this.#providerKind();
    if (!this.#set || this.#kind !== kind) this.#set = this.#collect(kind);
    this.#kind = kind;
    return this.#set;
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
  }

  #collect(kind: ProviderKind): ToolSet {
    const leftOut: LeftOutTool[] = [];
    const found = this.#links.flatMap((link) => {
      const { status, tools, setAside } = link.state;
      if (status !== 'connected') return [];
      for (const { name, reason } of setAside)
        leftOut.push({
          name: fullToolName(link.name, name),
          serverName: link.name,
          toolName: name,
          reason,
        });
      return tools
        .filter((tool) => this.#isVisible({ serverName: link.name, toolName: tool.name }))
        .map((tool) => ({ link, tool, serverName: link.name, toolName: tool.name }));
    });
    const own = this.#builtIns
      .map((tool) => ({ tool, serverName: undefined, toolName: tool.name }))
      .filter((entry) => this.#isVisible(entry));
    const names = modelNames([...found, ...own]);
    const tools = found.flatMap((entry): AvailableTool[] => {
      const adapted = adaptToolSchema(kind, entry.tool.inputSchema);
      const name = fullToolName(entry.serverName, entry.toolName);
      if ('schema' in adapted)
        return [available(entry.link, entry.tool, names.get(entry) ?? name, adapted.schema)];
      const { serverName, toolName } = entry;
      leftOut.push({ name, serverName, toolName, reason: adapted.reason });
      return [];
    });
    for (const { tool } of own) {
      const adapted = adaptToolSchema(kind, tool.inputSchema);
      if ('schema' in adapted) tools.push(ownTool(tool, adapted.schema));
      else
        leftOut.push({
          name: tool.name,
          serverName: undefined,
          toolName: tool.name,
          reason: adapted.reason,
        });
    }
    const { sent, over } = withinLimit(kind, tools);
    return toolSet(sent, [...leftOut, ...over]);
  }

  #isVisible(tool: ToolAddress): boolean {
    return this.#visible === undefined || matchesAny(this.#visible, tool);
  }
}

function isUnsettled(link: ServerLink): boolean {
  return link.state.status === 'pending' || link.state.status === 'connecting';
}

function available(
  link: ServerLink,
  tool: ToolInfo,
  nameForModel: string,
  inputSchema: JsonObject,
): AvailableTool {
  return {
    name: fullToolName(link.name, tool.name),
    modelName: nameForModel,
    serverName: link.name,
    toolName: tool.name,
    title: tool.title,
    description: tool.description ?? '',
    inputSchema,
    annotations: tool.annotations,
    call: (args, options) => link.callTool(tool.name, args, options),
  };
}

function ownTool(tool: BuiltInTool, inputSchema: JsonObject): AvailableTool {
  return {
    name: tool.name,
    modelName: modelName({ serverName: undefined, toolName: tool.name }),
    serverName: undefined,
    toolName: tool.name,
    title: undefined,
    description: tool.description,
    inputSchema,
    annotations: tool.annotations,
    facts: (input) => tool.facts(input),
    call: (args, { signal = new AbortController().signal, origin, onProgress }) => {
      let count = 0;
      return tool.call(args, {
        id: typeof origin === 'string' ? origin : crypto.randomUUID(),
        signal,
        onProgress: (message) => {
          count += 1;
          onProgress?.({ progress: count, message });
        },
      });
    },
  };
}

/** The tools of `set` that `keeps` wants. */
export function restricted(set: ToolSet, keeps: (tool: AvailableTool) => boolean): ToolSet {
  return toolSet(set.tools.filter(keeps), []);
}

function toolSet(unsorted: readonly AvailableTool[], leftOut: readonly LeftOutTool[]): ToolSet {
  const tools = unsorted.toSorted((left, right) =>
    left.name < right.name ? -1 : left.name > right.name ? 1 : 0,
  );
  const byModelName = new Map(tools.map((tool) => [tool.modelName, tool]));
  return {
    tools,
    leftOut,
    find: (name) => byModelName.get(name),
    modelNameOf(call) {
      const { server_name: serverName, tool_name: toolName } = call;
      if (serverName === undefined || toolName === undefined) return legalName(call.name);
      const known = tools.find(
        (tool) => tool.serverName === serverName && tool.toolName === toolName,
      );
      return known?.modelName ?? modelName({ serverName, toolName });
    },
  };
}
