import type { ToolCallItem } from '../../../../shared/agent/transcript.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';

/** What the runtime's own tools do, read from their arguments and results. Tools of servers are never taken for them. */
export type KnownTool =
  | {
      readonly kind: 'change';
      readonly path: string;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly output: string;
      readonly exitCode: number | undefined;
    }
  | { readonly kind: 'tasks'; readonly tasks: readonly KnownTask[] };

/** What is read of a call. */
export type KnownCall = Pick<ToolCallItem, 'toolName' | 'input' | 'content' | 'state'> &
  Partial<Pick<ToolCallItem, 'serverName'>>;

export interface KnownTask {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** Undefined for a tool that has no view of its own, or whose arguments are not as expected. */
export function knownTool(item: KnownCall): KnownTool | undefined {
  if (item.serverName !== undefined || !isJsonObject(item.input)) return undefined;
  const { file_path: path, old_string: old, new_string: fresh, content, command } = item.input;
  switch (item.toolName) {
    case 'Edit':
      return typeof path === 'string' && typeof old === 'string' && typeof fresh === 'string'
        ? { kind: 'change', path, before: old, after: fresh }
        : undefined;
    case 'Write':
      return typeof path === 'string' && typeof content === 'string'
        ? { kind: 'change', path, before: '', after: content }
        : undefined;
    case 'Bash':
      return typeof command === 'string' ? commandOf(item, command) : undefined;
    case 'TodoWrite':
      return tasksOf(item.input['todos']);
    default:
      return undefined;
  }
}

function commandOf(item: KnownCall, command: string): KnownTool {
  const output = item.content
    .map((block) => (typeof block['text'] === 'string' ? block['text'] : ''))
    .join('\n');
  const code = /\[Exit code (\d{1,4})\.\]\s*$/.exec(output)?.[1];
  const hasEnded = item.state === 'ok' || code !== undefined;
  return {
    kind: 'command',
    command,
    output: output.replace(/\n?\[Exit code \d{1,4}\.\]\s*$/, ''),
    exitCode: hasEnded ? Number(code ?? 0) : undefined,
  };
}

function tasksOf(todos: unknown): KnownTool | undefined {
  if (!Array.isArray(todos)) return undefined;
  const tasks = todos.filter(isTask);
  return tasks.length === todos.length ? { kind: 'tasks', tasks } : undefined;
}

function isTask(value: unknown): value is KnownTask {
  return (
    isJsonObject(value) &&
    typeof value['content'] === 'string' &&
    typeof value['status'] === 'string' &&
    ['pending', 'in_progress', 'completed'].includes(value['status'])
  );
}
