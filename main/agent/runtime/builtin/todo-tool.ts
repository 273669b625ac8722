import { z } from 'zod';
import { builtInTool, failure, textResult } from './built-in-tool.ts';
import type { BuiltInTool } from './built-in-tool.ts';

const input = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().min(1).describe('What is to be done.'),
        status: z.enum(['pending', 'in_progress', 'completed']),
        activeForm: z.string().optional().describe('As it is called while it is done.'),
      }),
    )
    .max(200),
});

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const;

/** TodoWrite: the list of tasks of the session, written anew each time. The person sees it as the arguments of the call. */
export function todoTool(): BuiltInTool {
  return builtInTool<z.infer<typeof input>>({
    name: 'TodoWrite',
    description:
      'Keeps a list of what is to be done, for work of several steps. Give the whole list each time; one entry at most is in progress.',
    input,
    kind: 'none',
    annotations: { readOnly: false, destructive: false, openWorld: false },
    facts: ({ todos }) => Promise.resolve({ paths: [], title: `Tasks (${String(todos.length)})` }),
    run: ({ todos }) => {
      const running = todos.filter((todo) => todo.status === 'in_progress').length;
      if (running > 1)
        return Promise.resolve(
          failure(
            `${String(running)} tasks are in progress. Work on one at a time, so that the person can follow.`,
          ),
        );
      const lines = todos.map((todo) => `${marks[todo.status]} ${todo.content}`);
      return Promise.resolve(
        textResult(lines.length === 0 ? 'The list is empty.' : lines.join('\n')),
      );
    },
  });
}
