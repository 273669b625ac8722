import { useIpc } from '../../lib/ipc-context.tsx';
import type { ReadableError } from '../../lib/error-sentence.ts';
import { useAction } from '../../lib/use-action.ts';
import type { ToolActions } from './tool-row.tsx';

export interface ToolControl {
  readonly actions: ToolActions;
  readonly trustHints: (trust: boolean) => void;
  readonly error: ReadableError | undefined;
  readonly clearError: () => void;
}

/** What a person can decide in the tools table, with the error of what did not work. */
export function useToolActions(serverId: string, onReview: (tool: string) => void): ToolControl {
  const ipc = useIpc();
  const change = useAction((run: () => Promise<unknown>) => run());
  const act = (run: () => Promise<unknown>) => void change.run(run);
  return {
    actions: {
      onPermission: (tool, permission) =>
        act(() => ipc.call('permissions.set', { serverId, tool, permission })),
      onEnabled: (tool, enabled) =>
        act(() => ipc.call('permissions.setTool', { serverId, tool, enabled })),
      onHint: (tool, hint, value) =>
        act(() => ipc.call('permissions.setTool', { serverId, tool, hints: { [hint]: value } })),
      onResetHints: (tool) =>
        act(() => {
          const hints = { readOnly: null, destructive: null, openWorld: null };
          return ipc.call('permissions.setTool', { serverId, tool, hints });
        }),
      onReview,
    },
    trustHints: (trust) => act(() => ipc.call('permissions.trustHints', { serverId, trust })),
    error: change.error,
    clearError: change.clearError,
  };
}
