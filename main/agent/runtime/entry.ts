import { guardStdout, silenceStdout } from './host/stdout-guard.ts';
import type { ParentPort } from './host/utility-port.ts';

/**
 * The runtime's one entry, started in three ways: in a utility process of Electron, as `parley --sdk` with frames on stdin and stdout,
 * and as the command `parley`. What each needs is loaded after stdout is guarded.
 */
async function start(): Promise<void> {
  // Only there in a utility process, whatever the types of Electron say.
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  if (parentPort) {
    silenceStdout();
    await joinNetwork();
    const { runUtilityRuntime } = await import('./host/run-sdk-mode.ts');
    runUtilityRuntime(parentPort);
  } else if (process.argv[2] === '--sdk') {
    const frames = guardStdout();
    await joinNetwork();
    const { runStdioRuntime } = await import('./host/run-sdk-mode.ts');
    runStdioRuntime(process.stdin, frames);
  } else {
    const output = guardStdout();
    await joinNetwork();
    const { runCommand } = await import('./command/run-command.ts');
    process.exit(await runCommand(process.argv.slice(2), output));
  }
}

async function joinNetwork(): Promise<void> {
  const { installRuntimeNetwork } = await import('./host/install-network.ts');
  await installRuntimeNetwork(process.env);
}

await start();
