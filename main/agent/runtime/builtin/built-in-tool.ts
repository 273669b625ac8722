import { z } from 'zod';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ToolHints } from '../../../../shared/mcp/hints.ts';
import type { RawToolResult } from '../../../mcp/client/connection.ts';

/**
 * What a call would do: `read` and `write` files, `execute` a command, reach the `network`, or `none` of these: it works on the
 * session alone (a list of tasks, a question to the person, a sub-agent whose own calls are decided one by one).
 */
export type CallKind = 'read' | 'write' | 'execute' | 'network' | 'none';

/** What is known of one call before it runs, for whoever decides about it. */
export interface CallFacts {
  readonly kind: CallKind;
  /** Absolute real paths that the call names: symbolic links are followed, also on the way to files that do not exist yet. */
  readonly paths: readonly string[];
  /** What it does, in a few words, for a person. */
  readonly title: string;
  /** Of `execute`: the command as the shell gets it. */
  readonly command?: string | undefined;
  /** Of `network`: the address. */
  readonly url?: string | undefined;
}

/** What a running call is given. */
export interface CallContext {
  /** The id of the call. */
  readonly id: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** A tool of the runtime itself. */
export interface BuiltInTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly annotations: ToolHints;
  /** What a call would do. For arguments that do not fit: the kind and no paths, and the call itself then says what is wrong. */
  facts(input: JsonObject): Promise<CallFacts>;
  /** Runs it. A failure of the call is a result with `isError`; rejects only with the signal's reason or for what nobody foresaw. */
  call(input: JsonObject, context: CallContext): Promise<RawToolResult>;
}

/** How a tool is written: arguments come parsed. */
export interface ToolDefinition<Input> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  readonly kind: CallKind;
  readonly annotations: ToolHints;
  readonly facts: (input: Input) => Promise<Omit<CallFacts, 'kind'> & { readonly kind?: CallKind }>;
  readonly run: (input: Input, context: CallContext) => Promise<RawToolResult>;
}

/** A call that cannot be done, with a sentence for the model. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

/** The tool of a definition. */
export function builtInTool<Input>(definition: ToolDefinition<Input>): BuiltInTool {
  const { name, description, input: schema, kind } = definition;
  return {
    name,
    description,
    inputSchema: jsonSchemaOf(schema),
    annotations: definition.annotations,
    async facts(input) {
      const parsed = schema.safeParse(input);
      if (!parsed.success) return { kind, paths: [], title: name };
      return { kind, ...(await definition.facts(parsed.data)) };
    },
    async call(input, context) {
      const parsed = schema.safeParse(input);
      if (!parsed.success) return failure(`The arguments do not fit: ${issueText(parsed.error)}`);
      try {
        return await definition.run(parsed.data, context);
      } catch (error) {
        if (error instanceof ToolFailure) return failure(error.message);
        const sentence = fileProblem(error);
        if (sentence !== undefined && !context.signal.aborted) return failure(sentence);
        throw error;
      }
    },
  };
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const whole: JsonObject = { ...z.toJSONSchema(schema, { io: 'input' }) };
  delete whole['$schema'];
  return whole;
}

/** A result of plain text. */
export function textResult(text: string): RawToolResult {
  return { content: [{ type: 'text', text }] };
}

/** A result that says what went wrong. */
export function failure(text: string): RawToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function issueText(error: z.ZodError): string {
  return error.issues
    .map((issue) => `${issue.path.map(String).join('.') || 'the arguments'}: ${issue.message}`)
    .join('; ');
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be accessed by this user',
  EPERM: 'may not be changed by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'has something on its way that is no folder',
  ELOOP: 'is a symbolic link that leads in a circle',
  ENAMETOOLONG: 'has a name that is too long',
  ENOSPC: 'could not be written because the disk is full',
  EROFS: 'is on a disk that cannot be written',
};

/** A sentence about what the file system refused, or undefined when it is something else. */
export function fileProblem(error: unknown): string | undefined {
  if (!isJsonObject(error) && !(error instanceof Error)) return undefined;
  const { code, path } = error as NodeJS.ErrnoException;
  const what = code === undefined ? undefined : FILE_PROBLEMS[code];
  return what === undefined ? undefined : `${path ?? 'The path'} ${what}.`;
}
