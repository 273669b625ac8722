import { z } from 'zod';
import { builtInTool, failure, textResult } from '../built-in-tool.ts';
import type { BuiltInTool } from '../built-in-tool.ts';
import type { BackgroundTasks } from './background-tasks.ts';

/** Characters of output in one answer. */
const MOST_CHARACTERS = 30_000;

const outputInput = z.object({
  task_id: z.string().min(1).describe('The id that the start of the task gave.'),
  filter: z.string().optional().describe('Only lines that match this regular expression.'),
});
const stopInput = z.object({ task_id: z.string().min(1) });

/** BashOutput: what a background task has put out since it was last asked. */
export function taskOutputTool(tasks: BackgroundTasks): BuiltInTool {
  return builtInTool<z.infer<typeof outputInput>>({
    name: 'BashOutput',
    description:
      'Tells how a background task is (a command or a sub-agent) and what it has put out since this was last asked.',
    input: outputInput,
    kind: 'none',
    annotations: { readOnly: true, destructive: false, openWorld: false },
    facts: ({ task_id: id }) => Promise.resolve({ paths: [], title: `Output of ${id}` }),
    run: async ({ task_id: id, filter }) => {
      const expression = filter === undefined ? undefined : expressionOf(filter);
      if (expression === null) return failure('filter is no regular expression.');
      const report = await tasks.report(id);
      if (!report) return unknownTask(tasks, id);
      const lines = expression
        ? report.output.split('\n').filter((line) => expression.test(line))
        : [report.output];
      const text = lines.join('\n');
      const left = text.length - MOST_CHARACTERS;
      const shown =
        left > 0
          ? `[${String(left)} characters before this are in the task's file.]\n${text.slice(left)}`
          : text;
      const state = report.summary ?? 'It is running.';
      return textResult(`${id}: ${state}\n${shown === '' ? '(no new output)' : shown}`);
    },
  });
}

/** KillBash: ends a background task. */
export function stopTaskTool(tasks: BackgroundTasks): BuiltInTool {
  return builtInTool<z.infer<typeof stopInput>>({
    name: 'KillBash',
    description: 'Stops a background task, a command with everything it started or a sub-agent.',
    input: stopInput,
    kind: 'none',
    annotations: { readOnly: false, destructive: true, openWorld: false },
    facts: ({ task_id: id }) => Promise.resolve({ paths: [], title: `Stop ${id}` }),
    run: async ({ task_id: id }) => {
      const stopped = await tasks.stop(id);
      if (stopped === undefined) return unknownTask(tasks, id);
      return textResult(stopped ? `${id} was stopped.` : `${id} had ended before.`);
    },
  });
}

function unknownTask(tasks: BackgroundTasks, id: string): ReturnType<typeof failure> {
  const known = tasks.ids.length === 0 ? 'There are none.' : `There are: ${tasks.ids.join(', ')}.`;
  return failure(`There is no background task "${id}". ${known}`);
}

function expressionOf(filter: string): RegExp | null {
  try {
    return new RegExp(filter);
  } catch {
    return null;
  }
}
