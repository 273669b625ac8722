import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult as PackageResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import { systemClock } from '../../lib/clock.ts';
import { runBounded } from './bounded-call.ts';
import { InvalidOptionsError, issuesOf } from './errors.ts';
import type { InProcessServer } from '../../lib/rpc-message.ts';
import type { InProcessConnection } from './in-process-connection.ts';
import type { CallToolResult, SdkMcpToolDefinition, ToolCallContext } from './tool.ts';

/** How long a handler may take when the server names no `timeout`, in ms. */
export const DEFAULT_TOOL_TIMEOUT_MS = 60_000;

export interface SdkMcpServerOptions {
  /** Name of the server; with it tools are called `mcp__<name>__<tool>`. */
  readonly name: string;
  /** Default `1.0.0`. */
  readonly version?: string | undefined;
  // The handler is a method, so a tool of any shape fits here.
  readonly tools?: readonly SdkMcpToolDefinition[] | undefined;
  /** How long a handler may take, in ms; 0 = no limit. Default 60_000. */
  readonly timeout?: number | undefined;
}

/** The serialisable half of an in-process server's configuration. */
export interface McpSdkServerConfig {
  readonly type: 'sdk';
  readonly name: string;
}

/** What `createSdkMcpServer` returns: goes into `options.mcpServers` as it is. */
export interface McpSdkServerConfigWithInstance extends McpSdkServerConfig {
  readonly instance: McpServer;
}

interface Definition {
  readonly options: SdkMcpServerOptions;
  /** The instance that the caller holds is bound to a session right now. */
  inUse: boolean;
}

const definitions = new WeakMap<object, Definition>();

/**
 * Makes an in-process MCP server (SDK-3). Its tools run in this process. The result may be used in several queries, also at
 * the same time; each query binds its own transport. Throws `InvalidOptionsError` for an empty name and for duplicate tools.
 */
export function createSdkMcpServer(options: SdkMcpServerOptions): McpSdkServerConfigWithInstance {
  checkOptions(options);
  const instance = buildServer(options, systemClock);
  definitions.set(instance, { options, inUse: false });
  return { type: 'sdk', name: options.name, instance };
}

/** True when the server bounds its own tool calls, so that nobody else should. */
export function ownsToolTimeout(instance: object): boolean {
  return definitions.has(instance);
}

/**
 * Connects an in-process server to one transport. A server made by `createSdkMcpServer` is connected itself when it is free,
 * else an equal one is made from its definitions; anything else is asked to `connect`. The caller closes the connection.
 */
export async function connectInProcess(
  instance: InProcessServer | McpServer,
  connection: InProcessConnection,
  clock: Clock,
): Promise<void> {
  const definition = definitions.get(instance);
  if (!definition) {
    await instance.connect(connection);
    return;
  }
  let server: McpServer;
  if (!definition.inUse && instance instanceof McpServer && !instance.isConnected()) {
    definition.inUse = true;
    connection.whenClosed(() => {
      definition.inUse = false;
    });
    server = instance;
  } else server = buildServer(definition.options, clock);
  await server.connect(connection);
}

function buildServer(options: SdkMcpServerOptions, clock: Clock): McpServer {
  const server = new McpServer({ name: options.name, version: options.version ?? '1.0.0' });
  passResultsUnchanged(server);
  const timeoutMs = options.timeout ?? DEFAULT_TOOL_TIMEOUT_MS;
  // Registering one tool is what makes the package declare and serve tools; a server may get its first one later.
  server.registerTool('placeholder', {}, () => ({ content: [] })).remove();
  for (const definition of options.tools ?? []) register(server, definition, timeoutMs, clock);
  return server;
}

/**
 * The package checks tool results against the content kinds that it knows and would refuse the rest (SDK-5). Its base class
 * registers handlers without that check; all other work on a call stays the package's.
 */
function passResultsUnchanged(mcpServer: McpServer): void {
  const { server } = mcpServer;
  server.setRequestHandler = Protocol.prototype.setRequestHandler.bind(server);
}

function register(
  server: McpServer,
  definition: SdkMcpToolDefinition,
  timeoutMs: number,
  clock: Clock,
): void {
  const { name, description, inputSchema, annotations } = definition;
  server.registerTool(
    name,
    {
      description,
      inputSchema: { ...inputSchema },
      ...(annotations ? { annotations: annotations } : {}),
    },
    async (args, extra) => {
      const result = await runBounded<CallToolResult>({
        run: (signal) => {
          const context: ToolCallContext = { ...extra, signal };
          return definition.handler(args, context);
        },
        signal: extra.signal,
        timeoutMs,
        clock,
        onTimeout: () => failure(`The tool "${name}" did not answer within ${timeoutMs} ms.`),
      });
      return asResult(name, result) as PackageResult;
    },
  );
}

function asResult(name: string, result: unknown): CallToolResult {
  if (!isJsonObject(result)) return failure(`The tool "${name}" returned no result.`);
  if (Array.isArray(result['content'])) return result as unknown as CallToolResult;
  if (result['structuredContent'] !== undefined) return { ...result, content: [] };
  return failure(`The tool "${name}" returned a result without content.`);
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

const serverSchema = z.strictObject({
  name: z.string().refine((name) => name.trim() !== '', 'A server needs a name that is not empty.'),
  version: z.string().min(1).optional(),
  tools: z
    .array(
      z.custom<SdkMcpToolDefinition>(
        (value) => isJsonObject(value) && typeof value['handler'] === 'function',
        'This is no tool; make it with tool().',
      ),
    )
    .optional(),
  timeout: z.number().nonnegative().optional(),
});

function checkOptions(options: unknown): void {
  const parsed = serverSchema.safeParse(options);
  if (!parsed.success) throw new InvalidOptionsError(issuesOf(parsed.error));
  const names = new Set<string>();
  for (const { name } of parsed.data.tools ?? []) {
    if (names.has(name))
      throw new InvalidOptionsError([
        {
          path: 'tools',
          message: `The server "${parsed.data.name}" has two tools named "${name}". Give one another name.`,
        },
      ]);
    names.add(name);
  }
}
