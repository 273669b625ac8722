import { z } from 'zod';
import { permissionResult } from '../../../../shared/agent/frames.ts';
import type { RuntimeRequest } from '../../../../shared/agent/frames.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { RawToolResult } from '../../../mcp/client/connection.ts';
import { builtInTool, failure, textResult } from './built-in-tool.ts';
import type { BuiltInTool, CallContext } from './built-in-tool.ts';

export interface AskUserParts {
  readonly ask: (request: RuntimeRequest, signal: AbortSignal) => Promise<unknown>;
  readonly hasCanUseTool: boolean;
  readonly hasElicitation: boolean;
}

const question = z.object({
  question: z.string().min(1),
  header: z.string().max(40).optional().describe('A word or two that name the matter.'),
  options: z
    .array(z.object({ label: z.string().min(1), description: z.string().optional() }))
    .min(2)
    .max(8),
  multiSelect: z.boolean().default(false).describe('More than one may be chosen.'),
});
const input = z.object({ questions: z.array(question).min(1).max(4) });
type Input = z.infer<typeof input>;

/** By question: what was chosen, or what the person wrote instead. */
type Answers = Readonly<Record<string, string | readonly string[]>>;
const answersOf = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/**
 * AskUser: questions to the person with answers to choose from. They go to the host as `can_use_tool` for this tool, which is
 * answered by an allow whose `updatedInput` holds `answers` by question; a host without that callback, or one that allows
 * without an answer, gets a form as an elicitation.
 */
export function askUserTool(parts: AskUserParts): BuiltInTool {
  return builtInTool<Input>({
    name: 'AskUser',
    description:
      'Asks the person one to four questions with answers to choose from, when a decision is theirs and cannot be found out otherwise. They may also write an answer of their own.',
    input,
    kind: 'none',
    annotations: { readOnly: true, destructive: false, openWorld: false },
    facts: ({ questions }) =>
      Promise.resolve({ paths: [], title: questions[0]?.question ?? 'A question' }),
    run: (args, context) => ask(parts, args, context),
  });
}

async function ask(parts: AskUserParts, args: Input, context: CallContext): Promise<RawToolResult> {
  if (!parts.hasCanUseTool && !parts.hasElicitation)
    return failure(
      'Nobody can be asked in this session. Decide by yourself and say what you assumed.',
    );
  if (parts.hasCanUseTool) {
    const answer = await askAsTool(parts, args, context);
    if (answer) return answer;
  }
  if (parts.hasElicitation) return askAsForm(parts, args, context);
  return failure('The questions were shown and not answered.');
}

/** Undefined when the host allowed the call and gave no answers. */
async function askAsTool(
  parts: AskUserParts,
  args: Input,
  { id, signal }: CallContext,
): Promise<RawToolResult | undefined> {
  const raw = await parts.ask(
    {
      subtype: 'can_use_tool',
      tool_name: 'AskUser',
      tool_use_id: id,
      input: args,
      title: args.questions[0]?.question ?? '',
      reason: 'The model asks the person a question.',
      suggestions: [],
    },
    signal,
  );
  const parsed = permissionResult.safeParse(raw);
  if (!parsed.success) return failure('The answer of the host was not understood.');
  if (parsed.data.behavior === 'deny')
    return failure(`The person did not answer: ${parsed.data.message}`);
  const answers = answersOf.safeParse(parsed.data.updatedInput?.['answers']);
  return answers.success ? told(args, answers.data) : undefined;
}

async function askAsForm(
  parts: AskUserParts,
  args: Input,
  { signal }: CallContext,
): Promise<RawToolResult> {
  const raw = await parts.ask(
    {
      subtype: 'elicitation',
      server_name: 'AskUser',
      message: args.questions.map((one) => one.question).join('\n'),
      mode: 'form',
      requested_schema: formOf(args),
    },
    signal,
  );
  const parsed = z
    .object({ action: z.enum(['accept', 'decline', 'cancel']), content: answersOf.optional() })
    .safeParse(raw);
  if (!parsed.success) return failure('The answer of the host was not understood.');
  const { action, content = {} } = parsed.data;
  if (action !== 'accept') return failure(`The person did not answer (${action}).`);
  return told(
    args,
    Object.fromEntries(
      args.questions.flatMap((one, at) => {
        const given = [content[fieldName(at)] ?? [], content[ownFieldName(at)] ?? []]
          .flat()
          .map((answer) => answer.trim())
          .filter((answer) => answer !== '');
        const [first] = given;
        if (first === undefined) return [];
        return [[one.question, given.length === 1 && !one.multiSelect ? first : given]];
      }),
    ),
  );
}

/** Each question has a field to choose in and one for an answer of one's own; either will do. */
function formOf(args: Input): JsonObject {
  const fields = args.questions.flatMap((one, at): [string, JsonObject][] => {
    const name = one.header ?? one.question;
    const choices = one.options.map(({ label, description }) => ({
      const: label,
      title: description === undefined ? label : `${label}: ${description}`,
    }));
    // A single question is the message of the form already.
    const text = {
      title: name,
      ...(args.questions.length === 1 ? {} : { description: one.question }),
    };
    return [
      [
        fieldName(at),
        one.multiSelect
          ? { ...text, type: 'array', items: { anyOf: choices } }
          : { ...text, type: 'string', oneOf: choices },
      ],
      [
        ownFieldName(at),
        { type: 'string', title: args.questions.length === 1 ? OWN : `${name}: ${OWN}` },
      ],
    ];
  });
  return { type: 'object', properties: Object.fromEntries(fields) as JsonObject };
}

const OWN = 'In my own words';
const fieldName = (at: number): string => `question_${String(at + 1)}`;
const ownFieldName = (at: number): string => `${fieldName(at)}_own`;

function told(args: Input, answers: Answers): RawToolResult {
  const lines = args.questions.map(({ question: text }) => {
    const answer = Object.hasOwn(answers, text) ? answers[text] : undefined;
    const words = typeof answer === 'string' ? answer : answer?.join(', ');
    return `${text}\n→ ${words ?? '(no answer)'}`;
  });
  return { ...textResult(lines.join('\n')), structuredContent: { answers } };
}
