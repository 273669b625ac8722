import { createStore, type StoreApi } from 'zustand/vanilla';
import { actionIds, type ActionId } from '../../../shared/actions/action-list.ts';

/** Runs an action; `digit` is given to numbered ones. */
export type ActionRun = (digit?: number) => void;

/** What can be done in the window now. */
export interface ActionRegistry {
  /** Returns what takes it away again. Where several are there the last counts. */
  add(id: ActionId, run: ActionRun): () => void;
  /** False when it is not possible now. */
  run(id: ActionId): boolean;
  /** In the order of the list of actions. */
  running(): readonly (readonly [ActionId, ActionRun])[];
  readonly possible: StoreApi<readonly ActionId[]>;
}

export function createActionRegistry(): ActionRegistry {
  const runs = new Map<ActionId, readonly ActionRun[]>();
  const possible = createStore<readonly ActionId[]>(() => []);
  const tell = () => {
    const ids = actionIds.filter((id) => runs.has(id));
    if (ids.join() !== possible.getState().join()) possible.setState(ids, true);
  };
  const current = (id: ActionId) => runs.get(id)?.at(-1);
  return {
    add: (id, run) => {
      runs.set(id, [...(runs.get(id) ?? []), run]);
      tell();
      return () => {
        const left = (runs.get(id) ?? []).filter((other) => other !== run);
        if (left.length === 0) runs.delete(id);
        else runs.set(id, left);
        tell();
      };
    },
    run: (id) => {
      const run = current(id);
      run?.();
      return run !== undefined;
    },
    running: () =>
      actionIds.flatMap((id) => {
        const run = current(id);
        return run === undefined ? [] : [[id, run] as const];
      }),
    possible,
  };
}
