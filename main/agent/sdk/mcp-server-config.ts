import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { isJsonObject } from '../../../shared/lib/json.ts';
import { issuesOf } from './errors.ts';
import type { OptionIssue } from './errors.ts';
import type { InProcessServer } from '../../lib/rpc-message.ts';
import type { McpSdkServerConfigWithInstance } from './sdk-mcp-server.ts';

interface ServerConfigBase {
  /** The server fronts several backends; shown in status. */
  readonly isProxy?: boolean | undefined;
  /** How long a tool call may take, in ms; 0 = no limit. Default 60_000. */
  readonly timeout?: number | undefined;
}

/** A server that runs as a process and talks over stdin and stdout. */
export interface McpStdioServerConfig extends ServerConfigBase {
  readonly type?: 'stdio' | undefined;
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A server behind the older HTTP+SSE transport. */
export interface McpSSEServerConfig extends ServerConfigBase {
  readonly type: 'sse';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A server behind Streamable HTTP. */
export interface McpHttpServerConfig extends ServerConfigBase {
  readonly type: 'http';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An in-process server that was not made by `createSdkMcpServer`: anything that can be connected to a transport. */
export interface McpInProcessServerConfig extends ServerConfigBase {
  readonly type: 'sdk';
  readonly name: string;
  readonly instance: McpServer | InProcessServer;
}

export type McpServerConfig =
  | McpStdioServerConfig
  | McpSSEServerConfig
  | McpHttpServerConfig
  | McpSdkServerConfigWithInstance
  | McpInProcessServerConfig;

/** A configuration as status shows it: no instance, and of `env` and `headers` the names only. */
export type McpServerStatusConfig =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly envNames: readonly string[];
      readonly isProxy?: boolean;
    }
  | {
      readonly type: 'http' | 'sse';
      readonly url: string;
      readonly headerNames: readonly string[];
      readonly isProxy?: boolean;
    }
  | { readonly type: 'sdk'; readonly name: string; readonly isProxy?: boolean };

const noNul = z.string().refine((text) => !text.includes('\0'), 'NUL is not allowed here');
const base = {
  isProxy: z.boolean().optional(),
  timeout: z.number().nonnegative().optional(),
};
const remote = {
  url: z.url({ protocol: /^https?$/, error: 'This is no http or https address' }),
  headers: z.record(z.string().min(1), noNul).optional(),
};

const configSchemas = {
  stdio: z.strictObject({
    type: z.literal('stdio').default('stdio'),
    command: noNul.min(1, 'A command is needed'),
    args: z.array(noNul).optional(),
    env: z.record(z.string().regex(/^[^=\0]+$/), noNul).optional(),
    ...base,
  }),
  http: z.strictObject({ type: z.literal('http'), ...remote, ...base }),
  sse: z.strictObject({ type: z.literal('sse'), ...remote, ...base }),
  sdk: z.strictObject({
    type: z.literal('sdk'),
    name: z.string(),
    instance: z.custom<McpServer | InProcessServer>(
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        'connect' in value &&
        typeof value.connect === 'function',
      'Pass what createSdkMcpServer() returned',
    ),
    ...base,
  }),
};

export type ParsedServerConfig = z.infer<(typeof configSchemas)[keyof typeof configSchemas]>;

/** Checks `mcpServers` (SDK-10): each server by its kind, so that a finding names server and field. */
export function parseServerConfigs(given: unknown): {
  readonly servers: ReadonlyMap<string, ParsedServerConfig>;
  readonly issues: readonly OptionIssue[];
} {
  const servers = new Map<string, ParsedServerConfig>();
  if (!isJsonObject(given))
    return { servers, issues: [{ path: 'mcpServers', message: 'Expected an object of servers.' }] };
  const issues: OptionIssue[] = [];
  for (const [name, config] of Object.entries(given)) {
    const path = ['mcpServers', name];
    if (name.trim() === '')
      issues.push({ path: 'mcpServers', message: 'A server has an empty name.' });
    const kind = isJsonObject(config) ? (config['type'] ?? 'stdio') : 'stdio';
    if (typeof kind !== 'string' || !Object.hasOwn(configSchemas, kind)) {
      const known = Object.keys(configSchemas).join(', ');
      issues.push({
        path: [...path, 'type'].join('.'),
        message: `The server "${name}" is of the unknown kind ${JSON.stringify(kind)}. Known kinds: ${known}.`,
      });
      continue;
    }
    const parsed = configSchemas[kind as keyof typeof configSchemas].safeParse(config);
    if (parsed.success) servers.set(name, parsed.data);
    else issues.push(...issuesOf(parsed.error, path));
  }
  return { servers, issues };
}

/** The form of a configuration that may be shown (SDK-31). */
export function statusConfig(config: ParsedServerConfig): McpServerStatusConfig {
  const proxy = config.isProxy === undefined ? {} : { isProxy: config.isProxy };
  switch (config.type) {
    case 'sdk':
      return { type: 'sdk', name: config.name, ...proxy };
    case 'stdio':
      return {
        type: 'stdio',
        command: config.command,
        args: config.args ?? [],
        envNames: Object.keys(config.env ?? {}),
        ...proxy,
      };
    case 'http':
    case 'sse':
      return {
        type: config.type,
        url: config.url,
        headerNames: Object.keys(config.headers ?? {}),
        ...proxy,
      };
  }
}
