import { Script, createContext } from 'node:vm';

/** What was run took longer than it may. */
export class RunTooLong extends Error {
  override readonly name = 'RunTooLong';
}

interface Scope {
  run: () => unknown;
}
let scope: Scope | undefined;
let script: Script | undefined;

/**
 * Runs something that a server may have made to run for ever, such as a pattern that backtracks, and ends it after
 * `limitMs`. It must not wait for anything. Throws `RunTooLong`, or what `run` throws.
 */
export function boundedRun<T>(run: () => T, limitMs: number): T {
  scope ??= createContext({ run: () => undefined }) as unknown as Scope;
  script ??= new Script('run()');
  // One run may be inside another.
  const former = scope.run;
  scope.run = run;
  try {
    return script.runInContext(scope, { timeout: limitMs }) as T;
  } catch (thrown) {
    if ((thrown as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw thrown;
    throw new RunTooLong(`It took longer than ${limitMs} ms.`);
  } finally {
    scope.run = former;
  }
}
