import { childEnvironment } from '../../../lib/child-environment.ts';
import { systemClock } from '../../../lib/clock.ts';
import { silentLog } from '../../../lib/logger.ts';
import { spawnManaged } from '../../../lib/subprocess.ts';
import type { McpClientConnection } from '../connection.ts';
import { McpError } from '../mcp-error.ts';
import { openConnection } from '../open-connection.ts';
import type { ConnectionDeps, ConnectionTarget } from '../open-connection.ts';

/** Things that a test has opened; `closeAll` after each test. */
export class Opened {
  readonly #all: { close(): Promise<void> }[] = [];

  add<T extends { close(): Promise<void> }>(one: T): T {
    this.#all.push(one);
    return one;
  }

  async connect(
    target: ConnectionTarget,
    deps: Partial<ConnectionDeps> = {},
  ): Promise<McpClientConnection> {
    const connection = await openConnection(target, {
      clientName: 'parley-test',
      clientVersion: '0.0.0',
      clock: systemClock,
      log: silentLog,
      spawn: spawnManaged,
      environment: childEnvironment(process.env),
      defaultFolder: process.cwd(),
      startTimeoutMs: 30_000,
      ...deps,
    });
    return this.add(connection);
  }

  async closeAll(): Promise<void> {
    for (const one of this.#all.splice(0).reverse()) await one.close();
  }
}

/** What a promise rejects with. */
export async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    return thrown;
  }
  throw new Error('It did not fail.');
}

/** The `McpError` that a promise rejects with; anything else is thrown. */
export async function failureOf(promise: Promise<unknown>): Promise<McpError> {
  const thrown = await thrownBy(promise);
  if (thrown instanceof McpError) return thrown;
  throw thrown as Error;
}

/** The text of the first block of a result. */
export function textOf(result: { readonly content: readonly object[] }): unknown {
  const [first] = result.content;
  return first && 'text' in first ? first.text : undefined;
}
