import { z } from 'zod';
import { InvalidOptionsError } from './errors.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';

/** Fields of a tool's input: a Zod 4 raw shape, not `z.object(…)`. */
export type AnyZodRawShape = Readonly<Record<string, z.core.$ZodType>>;

/** What a handler receives for a shape. */
export type InferShape<Shape extends AnyZodRawShape> = z.infer<z.ZodObject<Shape>>;

interface ContentExtras {
  readonly annotations?: JsonObject | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** One block of a tool result. Blocks of kinds that are not listed here cross unchanged as well (SDK-5). */
export type ToolResultContent =
  | ({ readonly type: 'text'; readonly text: string } & ContentExtras)
  | ({ readonly type: 'image'; readonly data: string; readonly mimeType: string } & ContentExtras)
  | ({ readonly type: 'audio'; readonly data: string; readonly mimeType: string } & ContentExtras)
  | ({
      readonly type: 'resource';
      readonly resource: {
        readonly uri: string;
        readonly text?: string | undefined;
        readonly blob?: string | undefined;
        readonly mimeType?: string | undefined;
        readonly _meta?: JsonObject | undefined;
      };
    } & ContentExtras)
  | ({
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name?: string | undefined;
      readonly title?: string | undefined;
      readonly description?: string | undefined;
      readonly mimeType?: string | undefined;
    } & ContentExtras);

/** What a tool handler returns. `isError: true` reaches the model as a failed result. */
export interface CallToolResult {
  content: readonly ToolResultContent[];
  structuredContent?: JsonObject | undefined;
  isError?: boolean | undefined;
  _meta?: JsonObject | undefined;
}

/** Hints of a tool about itself, as MCP names them. They never decide a permission. */
export interface ToolAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

export interface ToolExtras {
  readonly annotations?: ToolAnnotations | undefined;
}

/** What a handler may look at beside its arguments. */
export interface ToolCallContext {
  /** Aborts when the call is cancelled, its time is over, or the session ends. */
  readonly signal: AbortSignal;
  readonly requestId: string | number;
  readonly _meta?: JsonObject | undefined;
}

export type ToolHandler<Shape extends AnyZodRawShape> = (
  args: InferShape<Shape>,
  extra: ToolCallContext,
) => CallToolResult | Promise<CallToolResult>;

/** A tool of an in-process server, made by `tool()`. */
export interface SdkMcpToolDefinition<Shape extends AnyZodRawShape = AnyZodRawShape> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Shape;
  // A method, so that tools of different shapes fit in one list.
  handler(
    args: InferShape<Shape>,
    extra: ToolCallContext,
  ): CallToolResult | Promise<CallToolResult>;
  readonly annotations?: ToolAnnotations | undefined;
}

const extrasSchema = z.strictObject({
  annotations: z
    .strictObject({
      title: z.string().optional(),
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
});

/**
 * Defines a tool (SDK-2). Arguments are validated against `inputSchema` before `handler` runs; invalid ones become a failed
 * result that names the field. A handler that throws becomes a failed result with the error's message.
 * Throws `InvalidOptionsError` for an empty name, a whole `z.object(…)`, Zod 3 fields and fields that have no JSON Schema.
 */
export function tool<Shape extends AnyZodRawShape>(
  name: string,
  description: string,
  inputSchema: Shape,
  handler: ToolHandler<Shape>,
  extras: ToolExtras = {},
): SdkMcpToolDefinition<Shape> {
  if (typeof name !== 'string' || name.trim() === '')
    throw invalid('name', 'A tool needs a name. Pass a text that is not empty.');
  if (typeof description !== 'string')
    throw invalid('description', `The description of the tool "${name}" must be a text.`);
  checkShape(name, inputSchema);
  if (typeof handler !== 'function')
    throw invalid('handler', `The handler of the tool "${name}" must be a function.`);
  const parsed = extrasSchema.safeParse(extras);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw invalid(
      ['extras', ...(issue?.path ?? [])].join('.'),
      `The extras of the tool "${name}" are not usable: ${issue?.message ?? 'unknown reason'}.`,
    );
  }
  const { annotations } = parsed.data;
  return { name, description, inputSchema, handler, ...(annotations ? { annotations } : {}) };
}

function checkShape(name: string, shape: unknown): void {
  if (isSchema(shape))
    throw invalid(
      'inputSchema',
      `The tool "${name}" got a whole schema. Pass only its fields, such as { city: z.string() }, without z.object(…).`,
    );
  if (!isJsonObject(shape))
    throw invalid(
      'inputSchema',
      `The input schema of the tool "${name}" must be an object of Zod fields.`,
    );
  for (const [field, schema] of Object.entries(shape)) checkField(name, field, schema);
}

function checkField(name: string, field: string, schema: unknown): void {
  const path = `inputSchema.${field}`;
  if (!isSchema(schema))
    throw invalid(path, `The field "${field}" of the tool "${name}" is no Zod schema.`);
  if (!isZod4(schema))
    throw invalid(
      path,
      `The field "${field}" of the tool "${name}" was made with Zod 3. Import z from "zod" version 4.`,
    );
  try {
    z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  } catch (failure) {
    throw invalid(
      path,
      `The field "${field}" of the tool "${name}" cannot be described to a model: ${messageOf(failure)}`,
    );
  }
}

function isSchema(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('_zod' in value || ('_def' in value && 'safeParse' in value))
  );
}

function isZod4(value: object): value is z.core.$ZodType {
  return '_zod' in value;
}

function invalid(path: string, message: string): InvalidOptionsError {
  return new InvalidOptionsError([{ path, message }]);
}
