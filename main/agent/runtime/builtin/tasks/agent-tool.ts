import { z } from 'zod';
import { messageOf } from '../../../../../shared/lib/errors.ts';
import type { RawToolResult } from '../../../../mcp/client/connection.ts';
import type { LoopDependencies } from '../../loop/loop-dependencies.ts';
import type { ConversationMessage } from '../../loop/model-history.ts';
import type { Model } from '../../model/model-contract.ts';
import { builtInTool, failure, textResult, ToolFailure } from '../built-in-tool.ts';
import type { BuiltInTool, CallContext } from '../built-in-tool.ts';
import { GENERAL_AGENT } from './agent-definitions.ts';
import type { AgentDefinition } from './agent-definitions.ts';
import type { BackgroundTasks, TaskEnd } from './background-tasks.ts';
import { runSubAgent } from './sub-agent.ts';
import type { SubAgentRun } from './sub-agent.ts';

const MOST_TURNS = 50;

export interface AgentToolParts {
  readonly definitions: ReadonlyMap<string, AgentDefinition>;
  readonly tasks: BackgroundTasks;
  readonly loop: () => LoopDependencies;
  /** The session's model under another name, at the same provider. */
  readonly modelNamed: (id: string) => Promise<Model>;
}

/** The reason that a stopped background agent ends with. */
class AgentStopped extends Error {
  override readonly name = 'AgentStopped';
}

const input = z.object({
  description: z.string().min(1).describe('The task in three to five words.'),
  prompt: z
    .string()
    .min(1)
    .describe('The whole task: the sub-agent knows nothing of this conversation.'),
  subagent_type: z.string().default(GENERAL_AGENT),
  model: z.string().min(1).optional().describe('Another model of the same service.'),
  max_turns: z.int().min(1).max(200).optional(),
  run_in_background: z
    .boolean()
    .default(false)
    .describe('Go on at once; ask with BashOutput, stop with KillBash.'),
});
type Input = z.infer<typeof input>;

/** Agent: gives a task to a sub-agent with a conversation and tools of its own; its last message is the result. */
export function agentTool(parts: AgentToolParts): BuiltInTool {
  const kinds = [...parts.definitions].map(([name, one]) => `- ${name}: ${one.description}`);
  return builtInTool<Input>({
    name: 'Agent',
    description: `Gives a task to a sub-agent, which works with a conversation of its own and answers with one message. Its tool calls are decided like any other. Kinds:\n${kinds.join('\n')}`,
    input,
    kind: 'none',
    annotations: { readOnly: false, destructive: true, openWorld: true },
    facts: ({ description, subagent_type: kind }) =>
      Promise.resolve({ paths: [], title: `${kind}: ${description}` }),
    run: async (args, context) => {
      const definition = parts.definitions.get(args.subagent_type);
      if (!definition)
        throw new ToolFailure(
          `There is no sub-agent "${args.subagent_type}". There are: ${[...parts.definitions.keys()].join(', ')}.`,
        );
      const loop = parts.loop();
      const wanted = args.model ?? definition.model ?? 'inherit';
      const run = {
        loop,
        definition,
        agentType: args.subagent_type,
        model: wanted === 'inherit' ? loop.model() : await parts.modelNamed(wanted),
        prompt: args.prompt,
        maxTurns: Math.min(
          args.max_turns ?? definition.maxTurns ?? MOST_TURNS,
          definition.maxTurns ?? 200,
        ),
        toolUseId: context.id,
      };
      return args.run_in_background ? runBehind(parts.tasks, args, run) : runHere(run, context);
    },
  });
}

type Prepared = Omit<SubAgentRun, 'signal' | 'onMessage'>;

async function runHere(run: Prepared, context: CallContext): Promise<RawToolResult> {
  const end = await runSubAgent({
    ...run,
    signal: context.signal,
    onMessage: (message) => {
      for (const step of stepsOf(message)) context.onProgress(step);
    },
  });
  return end.isError ? failure(end.text) : textResult(end.text);
}

function runBehind(tasks: BackgroundTasks, args: Input, run: Prepared): RawToolResult {
  const stop = new AbortController();
  let said = '';
  let id = '';
  const work = runSubAgent({
    ...run,
    // A person who denies with an interrupt stops this agent, which belongs to no turn.
    loop: {
      ...run.loop,
      interrupt: () => stop.abort(new AgentStopped('The sub-agent was stopped.')),
    },
    signal: stop.signal,
    onMessage: (message) => {
      if (message.type === 'assistant') said += textOf(message);
      for (const step of stepsOf(message)) tasks.progress(id, step);
    },
  });
  const ended = work.then(
    (end): TaskEnd =>
      end.isError
        ? { status: 'failed', summary: end.text }
        : { status: 'completed', summary: 'The sub-agent ended. Its last message is its result.' },
    (error: unknown): TaskEnd => ({
      status: error instanceof AgentStopped ? 'stopped' : 'failed',
      summary: messageOf(error),
    }),
  );
  id = tasks.add({
    kind: 'agent',
    toolUseId: run.toolUseId,
    description: args.description,
    ended,
    takeOutput: () => {
      const text = said;
      said = '';
      return Promise.resolve(text);
    },
    stop: () => stop.abort(new AgentStopped('The sub-agent was stopped.')),
  });
  return textResult(
    `The sub-agent works in the background as ${id}. Ask for what it says with BashOutput.`,
  );
}

function textOf(message: Extract<ConversationMessage, { type: 'assistant' }>): string {
  return message.message.content
    .map((block) => (block.type === 'text' && block.text !== '' ? `${block.text}\n` : ''))
    .join('');
}

/** What a message of a sub-agent begins to do. */
function stepsOf(message: ConversationMessage): string[] {
  if (message.type !== 'assistant') return [];
  return message.message.content.flatMap((block) =>
    block.type === 'tool_use' ? [block.title ?? block.name] : [],
  );
}
