import { createSdkMcpServer, tool } from 'parley-desktop/sdk';
import type {
  // What the factory returns
  McpSdkServerConfigWithInstance,
  // What options.mcpServers takes
  McpServerConfig,
  // One for each transport
  McpStdioServerConfig,
  McpSSEServerConfig,
  McpHttpServerConfig,
  McpSdkServerConfig,
  // Status
  McpServerStatus,
  McpServerStatusConfig,
  // OAuth
  OAuthToken,
  McpOAuthRequest,
  McpOAuthResolution,
  // Elicitation
  OnElicitation,
  ElicitationRequest,
  ElicitationResult,
  SDKElicitationCompleteMessage,
  // Tools
  AnyZodRawShape,
  InferShape,
  SdkMcpToolDefinition,
  ToolExtras,
  CallToolResult,
  ToolAnnotations,
  // Sessions
  Query,
  Options,
  SDKMessage,
  SDKUserMessage,
} from 'parley-desktop/sdk';
import { z } from 'zod';

/** True when both are the same type. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;

// A shape infers what the handler receives.
const shape = { city: z.string(), days: z.number().optional() };
holds<Same<InferShape<typeof shape>, { city: string; days?: number | undefined }>>();
const extras: ToolExtras = { annotations: { readOnlyHint: true } satisfies ToolAnnotations };
const forecast: SdkMcpToolDefinition<typeof shape> = tool(
  'forecast',
  'Weather of the next days.',
  shape,
  async ({ city, days }): Promise<CallToolResult> => ({
    content: [
      { type: 'text', text: `${city.toUpperCase()} ${days?.toFixed() ?? ''}` },
      { type: 'image', data: '', mimeType: 'image/png' },
      { type: 'audio', data: '', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'weather:now' } },
      { type: 'resource_link', uri: 'weather:tomorrow' },
    ],
  }),
  extras,
);
const made: McpSdkServerConfigWithInstance = createSdkMcpServer({
  name: 'weather',
  tools: [forecast],
});
const plain: McpSdkServerConfig = made;

// Every kind of server fits where servers are given.
const stdio: McpStdioServerConfig = { command: 'node', isProxy: false };
const sse: McpSSEServerConfig = { type: 'sse', url: 'https://a.example/sse' };
const http: McpHttpServerConfig = { type: 'http', url: 'https://a.example/mcp', headers: {} };
const servers: Record<string, McpServerConfig> = { made, stdio, sse, http };

// Status, messages and callbacks narrow.
const connected = (one: McpServerStatus): string[] =>
  one.status === 'connected' ? (one.tools ?? []).map(({ name }) => name) : [one.error ?? one.name];
const shown = (config: McpServerStatusConfig): string => config.type;
const onElicitation: OnElicitation = async (
  request: ElicitationRequest,
  { signal },
): Promise<ElicitationResult> =>
  signal.aborted || request.mode === 'url' ? { action: 'cancel' } : { action: 'accept' };
const finished = (one: SDKMessage): SDKElicitationCompleteMessage | undefined =>
  one.type === 'system' && one.subtype === 'elicitation_complete' ? one : undefined;
const said = (one: SDKUserMessage): unknown => one.message.content;
const options: Options = { mcpServers: servers, onElicitation };
const page = (one: McpOAuthResolution): string | undefined =>
  one.requiresUserAction ? one.authUrl : undefined;
const request: McpOAuthRequest = { serverName: 'http' };
const bearer = (one: OAuthToken): string => `${one.tokenType} ${one.accessToken}`;
const ends = (one: Query): Promise<void> => one.close();
const anyShape: AnyZodRawShape = shape;

console.log(
  [plain.name, forecast.name, request.serverName, Object.keys(anyShape), Object.keys(options)]
    .concat([connected, shown, finished, said, page, bearer, ends].map(({ name }) => name))
    .join(' '),
);
