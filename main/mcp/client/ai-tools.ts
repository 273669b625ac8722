import { asSchema, jsonSchema } from 'ai';
import type { FlexibleSchema, JSONValue, Tool, ToolExecutionOptions } from 'ai';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { CallToolError, MCPClientError } from './mcp-client-error.ts';
import { toolOutput } from './tool-output.ts';

/** Schemas of the tools that are wanted, by name; without them all tools come with the schemas of the server. */
export type ToolSchemas =
  | Record<string, { inputSchema: FlexibleSchema<unknown>; outputSchema?: FlexibleSchema<unknown> }>
  | 'automatic'
  | undefined;

/** A tool for the `ai` package, with what the server says about it. */
export type McpTool<INPUT = unknown, OUTPUT = CallToolResult> = Tool<INPUT, OUTPUT> & {
  execute: (
    input: INPUT,
    options?: Partial<ToolExecutionOptions>,
  ) => ReturnType<NonNullable<Tool<INPUT, OUTPUT>['execute']>>;
  _meta?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
};

export type McpToolSet<TOOL_SCHEMAS extends ToolSchemas = 'automatic'> =
  TOOL_SCHEMAS extends Record<string, { inputSchema: FlexibleSchema<unknown> }>
    ? {
        [NAME in keyof TOOL_SCHEMAS]: TOOL_SCHEMAS[NAME] extends {
          inputSchema: FlexibleSchema<infer INPUT>;
          outputSchema: FlexibleSchema<infer OUTPUT>;
        }
          ? McpTool<INPUT, OUTPUT>
          : TOOL_SCHEMAS[NAME] extends { inputSchema: FlexibleSchema<infer INPUT> }
            ? McpTool<INPUT>
            : never;
      }
    : Record<string, McpTool>;

/** Calls a tool. Rejects with `CallToolError`. */
export type CallTool = (
  name: string,
  args: Record<string, unknown>,
  signal: AbortSignal | undefined,
) => Promise<CallToolResult>;

/** The result's structured content; servers of older revisions put its JSON into a text. */
function structuredContent(result: CallToolResult): unknown {
  if (result.structuredContent !== undefined) return result.structuredContent;
  for (const block of result.content) {
    if (block.type !== 'text') continue;
    try {
      return JSON.parse(block.text) as unknown;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

async function typedOutput(
  name: string,
  result: CallToolResult,
  schema: FlexibleSchema<unknown>,
): Promise<unknown> {
  const value = structuredContent(result);
  const fault = (message: string, cause?: unknown): CallToolError =>
    new CallToolError(
      name,
      new MCPClientError({ message, kind: 'protocol', part: 'result.structuredContent', cause }),
    );
  if (value === undefined) throw fault('its result has no structured content.');
  const { validate } = asSchema(schema);
  const checked = validate ? await validate(value) : { success: true as const, value };
  if (checked.success) return checked.value;
  throw fault(
    `its structured content does not fit the schema: ${checked.error.message}`,
    checked.error,
  );
}

/** The server's schema, with the type that providers insist on. Nothing is added that the server does not say. */
function inputSchemaOf(definition: JsonObject): FlexibleSchema<unknown> {
  const { inputSchema } = definition;
  const given = isJsonObject(inputSchema) ? inputSchema : {};
  return jsonSchema({ type: 'object', properties: {}, ...given });
}

function makeTool(
  definition: ListToolsResult['tools'][number],
  schemas: { inputSchema?: FlexibleSchema<unknown>; outputSchema?: FlexibleSchema<unknown> },
  call: CallTool,
): McpTool<unknown, unknown> {
  const { name, description, title, annotations, _meta } = definition;
  const { outputSchema } = schemas;
  const shown = title ?? annotations?.title;
  const execute = async (
    input: unknown,
    options: Partial<ToolExecutionOptions> = {},
  ): Promise<unknown> => {
    const result = await call(name, isJsonObject(input) ? input : {}, options.abortSignal);
    // What the tool itself says about its failure is for the model to see.
    if (!outputSchema || result.isError === true) return result;
    return typedOutput(name, result, outputSchema);
  };
  return {
    ...(schemas.inputSchema ? {} : { type: 'dynamic' as const }),
    ...(description === undefined ? {} : { description }),
    ...(shown === undefined ? {} : { title: shown }),
    inputSchema: schemas.inputSchema ?? inputSchemaOf(definition),
    ...(outputSchema ? { outputSchema } : {}),
    execute,
    toModelOutput: ({ output }: { output: unknown }) =>
      toolOutput(output as JSONValue | CallToolResult),
    ...(annotations ? { annotations: annotations } : {}),
    ...(_meta ? { _meta } : {}),
  };
}

/** Makes tools for the `ai` package out of listed definitions. Sends nothing. */
export function toolsFrom<TOOL_SCHEMAS extends ToolSchemas>(
  definitions: ListToolsResult,
  schemas: TOOL_SCHEMAS | undefined,
  call: CallTool,
): McpToolSet<TOOL_SCHEMAS> {
  const wanted = typeof schemas === 'object' ? schemas : undefined;
  const tools: Record<string, unknown> = {};
  for (const definition of definitions.tools) {
    if (!wanted) tools[definition.name] = makeTool(definition, {}, call);
    else if (Object.hasOwn(wanted, definition.name))
      tools[definition.name] = makeTool(definition, wanted[definition.name] ?? {}, call);
  }
  return tools as McpToolSet<TOOL_SCHEMAS>;
}
